import { grownArray } from '../base/grown-array';

/** Which keys end at a state: a chain through the keys, so that equal keys share their state. Keys are numbered from 0. */
export class StateKeys {
  private heads: Int32Array;
  private following: Int32Array;

  /** Room for so many states and keys; it grows with what is added. */
  constructor(states: number, keys: number) {
    this.heads = new Int32Array(states).fill(-1);
    this.following = new Int32Array(keys).fill(-1);
  }

  /** Lets `key` end at `state`; a key ends at one state only. */
  add(state: number, key: number): void {
    this.heads = grownArray(this.heads, state + 1, -1);
    this.following = grownArray(this.following, key + 1, -1);
    this.following[key] = this.heads[state] ?? -1;
    this.heads[state] = key;
  }

  /** The first key that ends at `state`, -1 when none does. */
  first(state: number): number {
    return this.heads[state] ?? -1;
  }

  /** The next key at the same state, -1 after the last. */
  after(key: number): number {
    return this.following[key] ?? -1;
  }
}
