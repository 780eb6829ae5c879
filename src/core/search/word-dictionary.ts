import { grownArray } from '../base/grown-array';
import { hashText } from './word-spans';

const LOAD = 2;

/** Numbers words from 0 in the order they come; a word is looked up in place, without cutting it out of its text. */
export class WordDictionary {
  private readonly words: string[] = [];
  private hashes: Int32Array;
  private slots: Int32Array;

  /** `capacity`: how many different words there is room for; it doubles when it does not suffice. */
  constructor(capacity: number) {
    this.hashes = new Int32Array(capacity);
    this.slots = slotsFor(capacity);
  }

  /** The number of a word, a new one if it is not there yet. */
  add(word: string): number {
    const hash = hashText(word);
    const slot = this.slotOf(word, 0, word.length, hash);
    const known = this.slots[slot] ?? -1;
    if (known >= 0) return known;
    const number = this.words.push(word) - 1;
    const isFull = number === this.hashes.length;
    if (isFull) this.enlarge();
    this.hashes[number] = hash;
    this.slots[isFull ? this.slotOf(word, 0, word.length, hash) : slot] = number;
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

  private enlarge(): void {
    this.hashes = grownArray(this.hashes, this.words.length);
    this.slots = slotsFor(this.hashes.length);
    for (let number = 0; number < this.words.length - 1; number++) {
      const word = this.words[number] ?? '';
      this.slots[this.slotOf(word, 0, word.length, this.hashes[number] ?? 0)] = number;
    }
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

function slotsFor(capacity: number): Int32Array {
  return new Int32Array(2 ** Math.ceil(Math.log2(Math.max(1, capacity) * LOAD))).fill(-1);
}
