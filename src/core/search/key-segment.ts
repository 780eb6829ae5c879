import { CharacterAutomaton } from './character-automaton';
import { compileKey } from './compiled-key';
import type { CharacterKey, NumberedPattern, WordKey } from './compiled-key';
import type { FoundKey } from './found-key';
import type { HitBudget } from './hit-budget';
import { WordTrie } from './word-trie';
import type { WordSpans } from './word-spans';

/** The search structures for the keys of one case mode; a structure without keys is left out. */
export interface KeyLane {
  readonly words: WordTrie | undefined;
  readonly characters: CharacterAutomaton | undefined;
}

/** An unchangeable part of a matcher: some patterns and the structures that find them. */
export interface KeySegment {
  readonly patterns: readonly NumberedPattern[];
  readonly sensitive: KeyLane | undefined;
  readonly insensitive: KeyLane | undefined;
}

/** Builds a segment; costs time in proportion to the length of its keys. */
export function buildSegment(patterns: readonly NumberedPattern[]): KeySegment {
  return {
    patterns,
    sensitive: buildLane(patterns.filter(({ pattern }) => pattern.caseSensitive)),
    insensitive: buildLane(patterns.filter(({ pattern }) => !pattern.caseSensitive)),
  };
}

/** A segment that is still being built, a few patterns at a time. */
export class SegmentDraft {
  readonly #patterns: NumberedPattern[] = [];
  readonly #sensitive = new LaneDraft();
  readonly #insensitive = new LaneDraft();

  add(patterns: readonly NumberedPattern[]): void {
    for (const pattern of patterns) {
      this.#patterns.push(pattern);
      (pattern.pattern.caseSensitive ? this.#sensitive : this.#insensitive).add(pattern);
    }
  }

  /** The segment; the draft must not be used after it. */
  sealed(): KeySegment {
    return {
      patterns: this.#patterns,
      sensitive: this.#sensitive.sealed(),
      insensitive: this.#insensitive.sealed(),
    };
  }
}

class LaneDraft {
  #words: WordTrie | undefined;
  readonly #characters: CharacterKey[] = [];

  add(pattern: NumberedPattern): void {
    const key = compileKey(pattern);
    if (key?.kind === 'words') (this.#words ??= new WordTrie([])).add(key);
    if (key?.kind === 'characters') this.#characters.push(key);
  }

  sealed(): KeyLane | undefined {
    if (this.#words === undefined && this.#characters.length === 0) return undefined;
    const characters = this.#characters.length === 0 ? undefined : new CharacterAutomaton(this.#characters);
    return { words: this.#words, characters };
  }
}

/** Reports what one lane finds in a folded text. */
export function searchLane(
  lane: KeyLane,
  text: string,
  words: WordSpans | undefined,
  found: FoundKey,
  budget: HitBudget,
): void {
  if (words !== undefined) lane.words?.search(text, words, found, budget);
  lane.characters?.search(text, found, budget);
}

function buildLane(patterns: readonly NumberedPattern[]): KeyLane | undefined {
  const words: WordKey[] = [];
  const characters: CharacterKey[] = [];
  for (const pattern of patterns) {
    const key = compileKey(pattern);
    if (key?.kind === 'words') words.push(key);
    if (key?.kind === 'characters') characters.push(key);
  }
  if (words.length === 0 && characters.length === 0) return undefined;
  return {
    words: words.length === 0 ? undefined : new WordTrie(words),
    characters: characters.length === 0 ? undefined : new CharacterAutomaton(characters),
  };
}
