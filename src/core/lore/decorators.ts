import type { DecoratorBlock, DecoratorLine } from './decorator-block';
import { findDecorator, type DecoratorEffect, type DecoratorGates } from './decorator-table';
import type { EntryKey } from './entry-key';
import { MOST_KEYS, readEntryKeys } from './entry-keys';
import type { EntryProperties } from './entry-fields';
import { entryProblem, type EntryProblem, type ProblemCode } from './entry-problem';

/** The decorators of an entry, as far as no property says the same. */
export interface EntryDecorators extends DecoratorGates {
  /** The block as written; '' without one. */
  readonly block: string;
  /** Of each of these lists at least one key must be found besides the keys. */
  readonly additionalKeys: readonly (readonly EntryKey[])[];
  /** All of these together keep the entry out; none when empty. */
  readonly excludeKeysAll: readonly EntryKey[];
}

/** What a note without decorators has. */
export const noDecorators: EntryDecorators = {
  block: '',
  activate: false,
  dontActivate: false,
  activateOnlyAfter: undefined,
  activateOnlyEvery: undefined,
  keepActivateAfterMatch: false,
  dontActivateAfterMatch: false,
  isGreeting: undefined,
  isUserIcon: undefined,
  ignoreOnMaxContext: false,
  reverseDepth: undefined,
  disableUiPrompt: undefined,
  additionalKeys: [],
  excludeKeysAll: [],
};

/** A decorator block, read. */
export interface ReadDecorators {
  readonly decorators: EntryDecorators;
  /** What takes the place of the note's own properties. */
  readonly properties: EntryProperties;
  /** Exclude keys that join those of the property. */
  readonly excludeKeys: readonly EntryKey[];
  readonly problems: readonly EntryProblem[];
}

/**
 * Reads a decorator block by the table of decorators.
 *
 * @param at The note, and the line on which the block begins.
 */
export function readDecorators(
  block: DecoratorBlock,
  at: { readonly path: string; readonly line: number },
): ReadDecorators {
  const reader = new DecoratorReader(at.path, at.line);
  for (const chain of chainsOf(block.lines)) reader.addChain(chain);
  return reader.result(block.block);
}

interface NumberedLine extends DecoratorLine {
  /** Counted from the block's first line. */
  readonly index: number;
}

/** A line with `@@` and the lines with `@@@` below it. A first chain of `@@@` alone is an orphan. */
function chainsOf(lines: readonly DecoratorLine[]): readonly (readonly NumberedLine[])[] {
  const chains: NumberedLine[][] = [];
  lines.forEach((line, index) => {
    const chain = line.isFallback ? chains.at(-1) : undefined;
    if (chain) chain.push({ ...line, index });
    else chains.push([{ ...line, index }]);
  });
  return chains;
}

/** So many fallbacks of one decorator are looked at. */
const LONGEST_CHAIN = 16;
/** So many unknown names are listed. */
const MOST_NAMES = 10;

type Verdict =
  | { readonly kind: 'accepted' | 'kept'; readonly effect: DecoratorEffect; readonly slot: string | undefined }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'repeated' }
  | { readonly kind: 'misread'; readonly expected: string };

type Place = NonNullable<DecoratorEffect['place']>;

class DecoratorReader {
  /** The line that took each slot. */
  readonly #taken = new Map<string, NumberedLine>();
  readonly #unknown = new Map<string, NumberedLine>();
  readonly #problems = new Map<string, EntryProblem>();
  #properties: EntryProperties = {};
  #gates: Partial<DecoratorGates> = {};
  #place: Place = {};
  readonly #additionalKeys: (readonly EntryKey[])[] = [];
  readonly #excludeKeys = new Map<string, EntryKey>();
  #excludeKeysAll: readonly EntryKey[] = [];
  /** Keys that the lines so far have. */
  #keysWritten = 0;

  constructor(
    private readonly path: string,
    private readonly firstLine: number,
  ) {}

  /** The first line of a chain that is accepted counts; what stood above it in the chain has done its duty. */
  addChain(chain: readonly NumberedLine[]): void {
    const [first] = chain;
    if (first?.isFallback) {
      this.#report('decorator-orphan', first);
      return;
    }
    const refused: { readonly line: NumberedLine; readonly verdict: Verdict }[] = [];
    for (const line of chain.slice(0, LONGEST_CHAIN + 1)) {
      const verdict = this.#judge(line);
      if (verdict.kind === 'accepted') {
        this.#apply(line, verdict.effect, verdict.slot);
        return;
      }
      if (verdict.kind === 'repeated') this.#report('decorator-repeated', line);
      refused.push({ line, verdict });
    }
    for (const { line, verdict } of refused) this.#addRefused(line, verdict);
    const beyond = chain[LONGEST_CHAIN + 1];
    if (beyond) this.#report('decorator-chain-long', beyond);
  }

  result(block: string): ReadDecorators {
    const placement = this.#placement();
    this.#reportOverruled();
    if (this.#unknown.size > 0) this.#reportUnknown();
    return {
      decorators: {
        ...noDecorators,
        ...this.#gates,
        ...placement.gates,
        block,
        additionalKeys: this.#additionalKeys,
        excludeKeysAll: this.#excludeKeysAll,
      },
      properties: { ...this.#properties, ...placement.properties },
      excludeKeys: [...this.#excludeKeys.values()],
      problems: [...this.#problems.values()],
    };
  }

  #judge(line: DecoratorLine): Verdict {
    const row = findDecorator(line.name);
    if (!row) return { kind: 'unknown' };
    const reading = row.read(line.value);
    if ('expected' in reading) return { kind: 'misread', expected: reading.expected };
    if (row.slot !== undefined && this.#taken.has(row.slot)) return { kind: 'repeated' };
    return { kind: row.isExecuted ? 'accepted' : 'kept', effect: reading, slot: row.slot };
  }

  #addRefused(line: NumberedLine, verdict: Verdict): void {
    switch (verdict.kind) {
      case 'accepted':
      case 'kept':
        this.#apply(line, verdict.effect, verdict.slot);
        this.#report('decorator-not-executed', line);
        return;
      case 'unknown':
        if (!this.#unknown.has(line.name)) this.#unknown.set(line.name, line);
        return;
      case 'misread':
        this.#report('decorator-value', line, verdict.expected);
        return;
      case 'repeated':
        return;
    }
  }

  #apply(line: NumberedLine, effect: DecoratorEffect, slot: string | undefined): void {
    if (slot !== undefined) this.#taken.set(slot, line);
    this.#properties = { ...this.#properties, ...effect.properties };
    this.#gates = { ...this.#gates, ...effect.gates };
    this.#place = { ...this.#place, ...effect.place };
    if (effect.keys) this.#addKeys(line, effect.keys.list, effect.keys.words);
  }

  #addKeys(line: NumberedLine, list: 'additional' | 'exclude' | 'excludeAll', words: readonly string[]): void {
    const keys = readEntryKeys(this.#allowed(words, line), this.#at(line), (problem) => {
      this.#problems.set(`${problem.code} ${problem.text}`, problem);
    });
    if (keys.length === 0) return;
    if (list === 'additional') this.#additionalKeys.push(keys);
    else if (list === 'excludeAll') this.#excludeKeysAll = keys;
    else for (const key of keys) this.#excludeKeys.set(key.text, key);
  }

  /** All key lines of a block together may have as many keys as one list. */
  #allowed(words: readonly string[], line: NumberedLine): readonly string[] {
    const before = this.#keysWritten;
    this.#keysWritten += words.length;
    if (this.#keysWritten <= MOST_KEYS) return words;
    const known = this.#problems.get('keys-too-many');
    const at = known ?? this.#at(line);
    this.#problems.set('keys-too-many', entryProblem('keys-too-many', at, String(this.#keysWritten)));
    return words.slice(0, Math.max(0, MOST_KEYS - before));
  }

  /** An anchor is stronger than a depth, a depth than one from the other end. */
  #placement(): { readonly properties: EntryProperties; readonly gates: Partial<DecoratorGates> } {
    const { position = 'in_chat', depth, reverseDepth } = this.#place;
    if (Object.keys(this.#place).length === 0) return { properties: {}, gates: {} };
    if (position !== 'in_chat') return { properties: { position }, gates: {} };
    if (depth !== undefined) return { properties: { position, depth: withinDepths(depth) }, gates: {} };
    const gates = reverseDepth === undefined ? {} : { reverseDepth: withinDepths(reverseDepth) };
    return { properties: { position }, gates };
  }

  #reportOverruled(): void {
    const { position, depth } = this.#place;
    const weaker: [weak: string, strong: string][] = [
      ['dont_activate', 'activate'],
      ['keep', 'dont_activate_after_match'],
    ];
    if (position !== undefined && position !== 'in_chat')
      weaker.push(['depth', 'position'], ['reverse_depth', 'position']);
    else if (depth !== undefined) weaker.push(['reverse_depth', 'depth']);
    for (const [weak, strong] of weaker) {
      const overruled = this.#taken.get(weak);
      const ruling = this.#taken.get(strong);
      if (overruled && ruling) this.#report('decorator-overruled', overruled, ruling.written);
    }
  }

  #reportUnknown(): void {
    const [first] = this.#unknown.values();
    if (!first) return;
    const names = [...this.#unknown.keys()].slice(0, MOST_NAMES).map((name) => `@@${name.slice(0, 40)}`);
    const text = names.join(', ');
    this.#problems.set('unknown', entryProblem('decorator-unknown', this.#at(first), text));
  }

  /** Each kind of problem once for a name, so that a long block makes a short list. */
  #report(code: ProblemCode, line: NumberedLine, detail?: string): void {
    const isForAll = code === 'decorator-orphan' || code === 'decorator-chain-long';
    const known = isForAll ? code : `${code} ${line.name}`;
    if (!this.#problems.has(known)) this.#problems.set(known, entryProblem(code, this.#at(line), line.written, detail));
  }

  #at(line: NumberedLine): { path: string; line: number } {
    return { path: this.path, line: this.firstLine + line.index };
  }
}

/** Depths below the newest message are at it; those above the oldest are before it. */
function withinDepths(depth: number): number {
  return Math.min(Math.max(depth, 0), 10_000);
}
