import { isCharacterEdge, isWordBoundary } from '../base/word-boundary';
import type { CharacterKey } from './compiled-key';
import type { FoundKey } from './found-key';
import { reportLevels, type HitBudget, type ReportedStates } from './hit-budget';
import { RootSteps } from './root-steps';
import { StateKeys } from './state-keys';
import { StateTree } from './state-tree';

const SPACE = 0x20;

/**
 * Finds keys anywhere in a text in one walk over its characters (Aho–Corasick): the way for scripts without spaces, for
 * keys that begin or end with a symbol, and for keys that may match inside a word. A run of white space counts as one
 * space.
 */
export class CharacterAutomaton {
  private readonly tree: StateTree;
  private readonly roots: RootSteps;
  private readonly keysAt: StateKeys;
  private readonly numbers: Int32Array;
  private readonly wholeWords: Uint8Array;
  /** The length of what leads to a state. */
  private readonly depths: Int32Array;
  /** The state of the longest proper ending of what leads to a state. */
  private readonly endings: Int32Array;
  /** The nearest state along the endings at which a key ends; 0 when there is none. */
  private readonly shorterKeys: Int32Array;

  constructor(keys: readonly CharacterKey[]) {
    const states = keys.reduce((sum, key) => sum + key.text.length, 1);
    this.tree = new StateTree(states);
    this.keysAt = new StateKeys(states, keys.length);
    this.numbers = Int32Array.from(keys, (key) => key.number);
    this.wholeWords = Uint8Array.from(keys, (key) => (key.wholeWords ? 1 : 0));
    this.depths = new Int32Array(states);
    this.grow(keys);
    this.roots = new RootSteps(this.tree, keys);
    this.endings = new Int32Array(this.tree.size);
    this.shorterKeys = new Int32Array(this.tree.size);
    for (let state = 1; state < this.tree.size; state++) this.link(state);
  }

  /** Reports each occurrence in the folded text; with the budget spent, each key once more. */
  search(text: string, found: FoundKey, budget: HitBudget): void {
    const reported = budget.states(this.tree.size);
    // Where each character of the text with its white space narrowed stands in the text as it is.
    const positions = new Int32Array(text.length);
    let count = 0;
    let state = 0;
    let last = 0;
    for (let at = 0; at < text.length; at++) {
      const unit = text.charCodeAt(at);
      if (unit === SPACE && last === SPACE) continue;
      last = unit;
      positions[count++] = at;
      state = this.step(state, unit);
      if (state === 0) continue;
      const ended = this.keysAt.first(state) >= 0 ? state : (this.shorterKeys[state] ?? 0);
      if (ended === 0 || reported.has(ended, reportLevels.allAndShorter)) continue;
      let areAllReported = true;
      for (let inner = ended; inner !== 0; inner = this.shorterKeys[inner] ?? 0) {
        const start = positions[count - (this.depths[inner] ?? 0)] ?? 0;
        areAllReported = this.report(inner, text, start, at + 1, found, reported) && areAllReported;
      }
      if (areAllReported) reported.note(ended, reportLevels.allAndShorter);
    }
  }

  /** Whether every key of the state was reported, now or before. */
  private report(
    state: number,
    text: string,
    start: number,
    end: number,
    found: FoundKey,
    reported: ReportedStates,
  ): boolean {
    if (reported.has(state, reportLevels.all)) return true;
    if (!isCharacterEdge(text, start) || !isCharacterEdge(text, end)) return false;
    const isBounded = isWordBoundary(text, start) && isWordBoundary(text, end);
    if (!isBounded && reported.has(state, reportLevels.insideWords)) return false;
    let areAllReported = true;
    for (let key = this.keysAt.first(state); key >= 0; key = this.keysAt.after(key)) {
      if (isBounded || this.wholeWords[key] === 0) found(this.numbers[key] ?? 0, start, end);
      else areAllReported = false;
    }
    reported.note(state, areAllReported ? reportLevels.all : reportLevels.insideWords);
    return areAllReported;
  }

  private step(from: number, unit: number): number {
    for (let state = from; state !== 0; state = this.endings[state] ?? 0) {
      const next = this.tree.next(state, unit);
      if (next !== 0) return next;
    }
    return this.roots.next(unit);
  }

  /** Takes all keys one character further at a time, so that states are numbered from shallow to deep. */
  private grow(keys: readonly CharacterKey[]): void {
    const reached = new Int32Array(keys.length);
    let growing = keys.map((_, index) => index);
    for (let depth = 1; growing.length > 0; depth++) {
      growing = growing.filter((key) => this.growKey(keys, key, depth, reached));
    }
    keys.forEach((_, index) => {
      this.keysAt.add(reached[index] ?? 0, index);
    });
  }

  private growKey(keys: readonly CharacterKey[], key: number, depth: number, reached: Int32Array): boolean {
    const text = keys[key]?.text ?? '';
    const state = this.tree.grow(reached[key] ?? 0, text.charCodeAt(depth - 1));
    reached[key] = state;
    this.depths[state] = depth;
    return text.length > depth;
  }

  // What a state needs to know lies with shallower ones, which have lower numbers.
  private link(state: number): void {
    const parent = this.tree.parentOf(state);
    const ending = parent === 0 ? 0 : this.step(this.endings[parent] ?? 0, this.tree.symbolOf(state));
    this.endings[state] = ending;
    this.shorterKeys[state] = this.keysAt.first(ending) >= 0 ? ending : (this.shorterKeys[ending] ?? 0);
  }
}
