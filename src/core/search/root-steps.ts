import type { StateTree } from './state-tree';

const MOST = 0xffff;

/** The steps from the root of a tree as a plain table, because a search takes one at nearly every character. */
export class RootSteps {
  private readonly first: number;
  private readonly states: Int32Array;

  /** `keys`: the texts that the tree was grown from, none of them empty. */
  constructor(tree: StateTree, keys: readonly { readonly text: string }[]) {
    let lowest = MOST;
    let highest = 0;
    for (const { text } of keys) {
      lowest = Math.min(lowest, text.charCodeAt(0));
      highest = Math.max(highest, text.charCodeAt(0));
    }
    this.first = lowest;
    this.states = new Int32Array(highest - lowest + 1);
    for (const { text } of keys) this.states[text.charCodeAt(0) - lowest] = tree.next(0, text.charCodeAt(0));
  }

  /** Where a code unit leads from the root; 0 when nowhere. */
  next(unit: number): number {
    const index = unit - this.first;
    return index < 0 || index >= this.states.length ? 0 : (this.states[index] ?? 0);
  }
}
