import { grownArray } from '../base/grown-array';
import type { WordKey } from './compiled-key';
import type { FoundKey } from './found-key';
import { reportLevels, type HitBudget, type ReportedStates } from './hit-budget';
import { StateKeys } from './state-keys';
import { StateTree } from './state-tree';
import { WordDictionary } from './word-dictionary';
import type { WordSpans } from './word-spans';

/**
 * Finds whole-word keys by walking words instead of characters: each word of the text is looked up once, and only where
 * it begins a key of several words does the walk go on. A gap of mere white space takes no step; any other gap, such as
 * the apostrophe of a possessive, is a symbol of its own.
 */
export class WordTrie {
  private readonly dictionary: WordDictionary;
  private readonly tree: StateTree;
  private readonly keysAt: StateKeys;
  private numbers: Int32Array;
  private isInner: Uint8Array;
  private size = 0;

  constructor(keys: readonly WordKey[]) {
    const symbols = keys.reduce((sum, key) => sum + key.symbols.length, 0);
    this.dictionary = new WordDictionary(symbols);
    this.tree = new StateTree(symbols + 1);
    this.keysAt = new StateKeys(symbols + 1, keys.length);
    this.isInner = new Uint8Array(symbols + 1);
    this.numbers = new Int32Array(keys.length);
    for (const key of keys) this.add(key);
  }

  /** Adds a key while nobody searches yet. */
  add(key: WordKey): void {
    this.keysAt.add(this.insert(key), this.size);
    this.numbers = grownArray(this.numbers, this.size + 1);
    this.numbers[this.size++] = key.number;
  }

  /** Reports each occurrence in the folded text, whose words are `words`; with the budget spent, each key once more. */
  search(text: string, words: WordSpans, found: FoundKey, budget: HitBudget): void {
    const reported = budget.states(this.tree.size);
    for (let first = 0; first < words.count; first++) {
      const state = this.step(0, text, words, first);
      if (state !== 0) this.walk(state, text, words, first, found, reported);
    }
  }

  private insert(key: WordKey): number {
    let state = 0;
    for (const symbol of key.symbols) {
      this.isInner = grownArray(this.isInner, state + 1);
      this.isInner[state] = 1;
      state = this.tree.grow(state, this.dictionary.add(symbol));
    }
    return state;
  }

  private walk(
    begun: number,
    text: string,
    words: WordSpans,
    first: number,
    found: FoundKey,
    reported: ReportedStates,
  ): void {
    const start = words.starts[first] ?? 0;
    let state = begun;
    for (let word = first; state !== 0; word++) {
      const end = words.ends[word] ?? 0;
      if (!reported.has(state, reportLevels.all)) this.report(state, start, end, found, reported);
      if (this.isInner[state] === 0 || word + 1 >= words.count) return;
      state = this.stepOverGap(state, text, words, word + 1);
    }
  }

  private report(state: number, start: number, end: number, found: FoundKey, reported: ReportedStates): void {
    for (let key = this.keysAt.first(state); key >= 0; key = this.keysAt.after(key)) {
      found(this.numbers[key] ?? 0, start, end);
    }
    reported.note(state, reportLevels.all);
  }

  private stepOverGap(state: number, text: string, words: WordSpans, word: number): number {
    const gap = text.slice(words.ends[word - 1], words.starts[word]).replace(/ {2,}/g, ' ');
    if (gap === ' ') return this.step(state, text, words, word);
    const symbol = this.dictionary.numberOf(gap);
    const between = symbol < 0 ? 0 : this.tree.next(state, symbol);
    return between === 0 ? 0 : this.step(between, text, words, word);
  }

  private step(state: number, text: string, words: WordSpans, word: number): number {
    const symbol = this.dictionary.numberAt(
      text,
      words.starts[word] ?? 0,
      words.ends[word] ?? 0,
      words.hashes[word] ?? 0,
    );
    return symbol < 0 ? 0 : this.tree.next(state, symbol);
  }
}
