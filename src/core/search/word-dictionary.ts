import { hashText } from './word-spans';

const LOAD = 2;

/** Numbers words from 0 in the order they come; a word is looked up in place, without cutting it out of its text. */
export class WordDictionary {
  private readonly words: string[] = [];
  private readonly hashes: Int32Array;
  private readonly slots: Int32Array;

  /** `capacity`: the most different words that will ever be. */
  constructor(capacity: number) {
    this.hashes = new Int32Array(capacity);
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, capacity) * LOAD))).fill(-1);
  }

  /** The number of a word, a new one if it is not there yet. */
  add(word: string): number {
    const hash = hashText(word);
    const slot = this.slotOf(word, 0, word.length, hash);
    const known = this.slots[slot] ?? -1;
    if (known >= 0) return known;
    const number = this.words.push(word) - 1;
    this.hashes[number] = hash;
    this.slots[slot] = number;
    return number;
  }

  /** The number of a word, -1 when it is not there. */
  numberOf(word: string): number {
    return this.numberAt(word, 0, word.length, hashText(word));
  }

  /** The number of the word that stands in `text` from `start` to `end` and has this hash, -1 when it is not there. */
  numberAt(text: string, start: number, end: number, hash: number): number {
    return this.slots[this.slotOf(text, start, end, hash)] ?? -1;
  }

  private slotOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.slots.length - 1;
    for (let slot = (hash ^ (hash >>> 15)) & mask; ; slot = (slot + 1) & mask) {
      const number = this.slots[slot] ?? -1;
      if (number < 0 || (this.hashes[number] === hash && this.isWord(number, text, start, end))) return slot;
    }
  }

  private isWord(number: number, text: string, start: number, end: number): boolean {
    const word = this.words[number] ?? '';
    return word.length === end - start && text.startsWith(word, start);
  }
}
