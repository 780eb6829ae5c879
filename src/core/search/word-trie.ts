import type { WordKey } from './compiled-key';
import type { FoundKey } from './found-key';
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
  private readonly numbers: Int32Array;
  private readonly isInner: Uint8Array;

  constructor(keys: readonly WordKey[]) {
    const symbols = keys.reduce((sum, key) => sum + key.symbols.length, 0);
    this.dictionary = new WordDictionary(symbols);
    this.tree = new StateTree(symbols + 1);
    this.keysAt = new StateKeys(symbols + 1, keys.length);
    this.isInner = new Uint8Array(symbols + 1);
    this.numbers = Int32Array.from(keys, (key) => key.number);
    keys.forEach((key, index) => {
      this.keysAt.add(this.insert(key), index);
    });
  }

  /** Reports each occurrence in the folded text, whose words are `words`. */
  search(text: string, words: WordSpans, found: FoundKey): void {
    for (let first = 0; first < words.count; first++) {
      const state = this.step(0, text, words, first);
      if (state !== 0) this.walk(state, text, words, first, found);
    }
  }

  private insert(key: WordKey): number {
    let state = 0;
    for (const symbol of key.symbols) {
      this.isInner[state] = 1;
      state = this.tree.grow(state, this.dictionary.add(symbol));
    }
    return state;
  }

  private walk(begun: number, text: string, words: WordSpans, first: number, found: FoundKey): void {
    const start = words.starts[first] ?? 0;
    let state = begun;
    for (let word = first; state !== 0; word++) {
      const end = words.ends[word] ?? 0;
      for (let key = this.keysAt.first(state); key >= 0; key = this.keysAt.after(key)) {
        found(this.numbers[key] ?? 0, start, end);
      }
      if (this.isInner[state] === 0 || word + 1 >= words.count) return;
      state = this.stepOverGap(state, text, words, word + 1);
    }
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
