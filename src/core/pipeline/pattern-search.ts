import type { PatternOutcome, PatternRunner } from '../ports/pattern-runner';
import type { RegexKey } from '../search/regex-keys';
import { PatternMemo, type Ranges } from './pattern-memo';

/** Matches of one pattern in one text that are kept. */
const MOST_MATCHES = 20;
/** How long a pattern may take over one text, in milliseconds. */
const TIME_LIMIT = 50;
/** How long all patterns of a turn may take together, in milliseconds. */
const TURN_LIMIT = 500;

/** Stands before every text that patterns see, so that `^` means no message and `\x01Name:` the start of one. */
export const MESSAGE_MARK = '\u0001';

const NONE: Ranges = [];

/**
 * Runs regular expressions over texts and remembers what they found. A pattern that was stopped once is not tried again
 * until the program restarts: it is reported, and counts as no match.
 */
export class PatternSearch {
  readonly #found = new PatternMemo();
  readonly #stopped = new Set<string>();

  constructor(private readonly runner: PatternRunner) {}

  /** Patterns that were stopped, as they are written. */
  get stopped(): ReadonlySet<string> {
    return this.#stopped;
  }

  /** Sees to it that `find` knows these keys and texts. Resolves soon even when patterns would run forever. */
  async prepare(keys: readonly RegexKey[], texts: readonly string[]): Promise<void> {
    let left = TURN_LIMIT;
    for (const key of keys) {
      if (key.isLinear) continue;
      for (const text of texts) {
        if (left <= 0 || this.#stopped.has(key.key)) break;
        if (this.#found.get(text, nameOf(key))) continue;
        const outcome = await this.#run(key, text);
        if (outcome.kind === 'stopped') left -= TIME_LIMIT;
        this.#found.set(text, nameOf(key), this.#rangesOf(key, outcome));
      }
    }
  }

  /** Where the pattern stands in the text; nothing for a pattern that was not prepared or was stopped. */
  find(key: RegexKey, text: string): Ranges {
    const remembered = this.#found.get(text, nameOf(key));
    if (remembered) return remembered;
    if (!key.isLinear) return NONE;
    const ranges = withoutMark(runHere(key, MESSAGE_MARK + text));
    this.#found.set(text, nameOf(key), ranges);
    return ranges;
  }

  /** A runner that breaks costs its pattern, not the turn. */
  async #run({ source, flags }: RegexKey, text: string): Promise<PatternOutcome> {
    try {
      return await this.runner.run(source, flags, MESSAGE_MARK + text, MOST_MATCHES, TIME_LIMIT);
    } catch (error) {
      return { kind: 'failed', reason: String(error) };
    }
  }

  #rangesOf(key: RegexKey, outcome: PatternOutcome): Ranges {
    if (outcome.kind === 'found') return withoutMark(outcome.ranges);
    this.#stopped.add(key.key);
    return NONE;
  }
}

function nameOf({ source, flags }: RegexKey): string {
  return `${source}/${flags}`;
}

function runHere(key: RegexKey, text: string): Ranges {
  const ranges: (readonly [number, number])[] = [];
  const pattern = new RegExp(key.source, key.flags.includes('g') ? key.flags : `${key.flags}g`);
  for (const match of text.matchAll(pattern)) {
    ranges.push([match.index, match.index + match[0].length]);
    if (ranges.length >= MOST_MATCHES) break;
  }
  return ranges;
}

/** Offsets in the text itself. */
function withoutMark(ranges: Ranges): Ranges {
  return ranges.map(([start, end]) => [Math.max(0, start - 1), Math.max(0, end - 1)] as const);
}
