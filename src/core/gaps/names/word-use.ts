import { isStopWord, languagesOf } from '../words/stop-words';
import { isTitle } from '../words/name-words';
import type { MessageNames } from './message-names';
import type { CasedWord } from './words';

/** Endings of adverbs and participles that begin sentences and of nouns that mean no one. */
const NO_NAME = /(?:ly|ing|ed|ment|ness|tion|sion)$/u;
const NO_GERMAN_NAME = /(?:ung|heit|keit|schaft|tion|chen|lein|nis|tum|ismus|end|lich)$/u;

/** How a chat uses its words: what tells a name from a word that only begins a sentence. */
export class WordUse {
  readonly #lower = new Map<string, number>();
  /** Words with a capital in the middle of a sentence. */
  readonly #middle = new Map<string, number>();
  /** Of all uses of a German word, those behind an article or the like. */
  readonly #determined = new Map<string, number>();
  /** Words with which a run of capitals begins. */
  readonly #starts = new Map<string, number>();
  /** The first two words of runs. */
  readonly #pairs = new Map<string, number>();
  readonly languages: readonly string[];
  /** Every noun has a capital here. */
  readonly isGerman: boolean;

  constructor(messages: readonly MessageNames[]) {
    for (const { cased, lower } of messages) {
      for (const [word, count] of lower) add(this.#lower, word, count);
      for (const { words, isDetermined } of cased) {
        for (const word of words) if (word.isCapital && !word.isFirst) add(this.#middle, word.folded, 1);
        const [first, second] = words;
        if (first) add(this.#starts, first.folded, 1);
        if (first && second) add(this.#pairs, `${first.folded} ${second.folded}`, 1);
        if (isDetermined && first) add(this.#determined, first.folded, 1);
      }
    }
    this.languages = languagesOf(this.#lower);
    this.isGerman = this.languages[0] === 'de';
  }

  /** Whether a word has its capital since it begins a sentence, and is no part of the name that follows. */
  isOpener({ folded, isFirst }: CasedWord, next: CasedWord | undefined): boolean {
    if (isStopWord(folded, this.languages)) return true;
    const middle = this.#middle.get(folded) ?? 0;
    if (!isFirst || middle > 0) return isFirst && (this.#lower.get(folded) ?? 0) > middle;
    if ((this.#lower.get(folded) ?? 0) > 0) return true;
    // They met only once, and what follows is used without it, too.
    return next !== undefined && this.#pairs.get(`${folded} ${next.folded}`) === 1 && this.#starts.has(next.folded);
  }

  /** Whether a single word can be a name: it is not written small, and not with an article where nouns have capitals. */
  isName({ folded, text, isFirst }: CasedWord): boolean {
    if (isStopWord(folded, this.languages) || isTitle(folded) || text.length < 2) return false;
    const middle = this.#middle.get(folded) ?? 0;
    const lower = this.#lower.get(folded) ?? 0;
    if (lower > 0 && lower >= middle) return false;
    if (this.isGerman) return (this.#determined.get(folded) ?? 0) === 0 && !NO_GERMAN_NAME.test(folded);
    return middle > 0 || !isFirst || !NO_NAME.test(folded);
  }

  /** Whether a word has a capital in the middle of sentences, too. */
  isInside({ folded }: CasedWord): boolean {
    return (this.#middle.get(folded) ?? 0) > 0;
  }
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
