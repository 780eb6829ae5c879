import { grownArray } from '../base/grown-array';

const LOAD = 2;

/**
 * A tree of numbered states: from a state, a symbol leads to at most one further state. State 0 is the root, and as an
 * answer it means "nowhere". Only builders grow it. Kept in flat arrays: about 16 bytes a state.
 */
export class StateTree {
  /** How many states there are, the root included. */
  size = 1;
  private slots: Int32Array;
  private parents: Int32Array;
  private symbols: Int32Array;

  /** `capacity`: how many states there is room for, the root included; it doubles when it does not suffice. */
  constructor(capacity: number) {
    this.slots = slotsFor(capacity);
    this.parents = new Int32Array(capacity);
    this.symbols = new Int32Array(capacity);
  }

  /** Where `symbol` leads from `state`; 0 when nowhere. */
  next(state: number, symbol: number): number {
    return this.slots[this.slotOf(state, symbol)] ?? 0;
  }

  /** Where `symbol` leads from `state`, a new state if it led nowhere. */
  grow(state: number, symbol: number): number {
    const slot = this.slotOf(state, symbol);
    const known = this.slots[slot] ?? 0;
    if (known !== 0) return known;
    const added = this.size++;
    const isFull = added === this.parents.length;
    if (isFull) this.enlarge();
    this.slots[isFull ? this.slotOf(state, symbol) : slot] = added;
    this.parents[added] = state;
    this.symbols[added] = symbol;
    return added;
  }

  /** The state before `state`. */
  parentOf(state: number): number {
    return this.parents[state] ?? 0;
  }

  /** The symbol that leads to `state`. */
  symbolOf(state: number): number {
    return this.symbols[state] ?? 0;
  }

  private enlarge(): void {
    this.parents = grownArray(this.parents, this.size);
    this.symbols = grownArray(this.symbols, this.size);
    this.slots = slotsFor(this.parents.length);
    for (let state = 1; state < this.size - 1; state++)
      this.slots[this.slotOf(this.parentOf(state), this.symbolOf(state))] = state;
  }

  private slotOf(state: number, symbol: number): number {
    const mask = this.slots.length - 1;
    const hash = Math.imul(state, 0x9e3779b1) ^ Math.imul(symbol, 0x85ebca6b);
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const found = this.slots[slot] ?? 0;
      if (found === 0 || (this.parents[found] === state && this.symbols[found] === symbol)) return slot;
    }
  }
}

function slotsFor(capacity: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(capacity * LOAD)));
}
