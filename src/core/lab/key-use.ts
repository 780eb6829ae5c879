import type { EntryId } from '../base/entry-id';
import type { LoreIndex } from '../search/lore-index';
import type { KeyOwner, MacroNames } from '../search/key-table';
import type { RegexKey } from '../search/regex-keys';

/** What texts did with one key. */
export interface KeyUse {
  readonly hits: number;
  /** Hits that stand inside a longer hit of another entry. */
  readonly inside: number;
  /** The keys of other entries that they stand in, with how often. */
  readonly around: readonly { readonly entry: EntryId; readonly key: string; readonly hits: number }[];
}

interface Hit {
  readonly entry: EntryId;
  readonly key: string;
  readonly start: number;
  readonly end: number;
}

interface Tally {
  hits: number;
  inside: number;
  readonly around: Map<string, { readonly entry: EntryId; readonly key: string; hits: number }>;
}

/** Finds a regular expression that is proven to be fast; others are not looked at. */
export type FindPattern = (key: RegexKey, text: string) => readonly (readonly [start: number, end: number])[];

/** Keys of others that are told of one key. */
const MOST_AROUND = 5;

/** Counts where the primary keys of an index stand in texts, and which stand inside longer ones. */
export class KeyUses {
  readonly #tallies = new Map<EntryId, Map<string, Tally>>();
  readonly #patterns: readonly RegexKey[];
  #texts = 0;

  constructor(
    private readonly index: LoreIndex,
    private readonly find: FindPattern,
  ) {
    this.#patterns = index.patterns.all.filter(({ role, isLinear }) => role === 'primary' && isLinear);
  }

  /** Texts that were looked through. */
  get texts(): number {
    return this.#texts;
  }

  add(text: string, names: MacroNames): void {
    this.#texts++;
    const literal = this.index.keys.match(text, names).filter(({ owner }) => owner.role === 'primary');
    const hits = [
      ...literal.map(({ owner: { entry, key }, start, end }): Hit => ({ entry, key, start, end })),
      ...this.#patterns.flatMap((pattern) =>
        this.find(pattern, text).map(([start, end]): Hit => ({ entry: pattern.entry, key: pattern.key, start, end })),
      ),
    ];
    for (const [hit, longer] of withLonger(hits)) this.#count(hit, longer);
  }

  /** What became of a key; undefined when it was never found. */
  of({ entry, key }: Pick<KeyOwner, 'entry' | 'key'>): KeyUse | undefined {
    const tally = this.#tallies.get(entry)?.get(key);
    if (!tally) return undefined;
    const around = [...tally.around.values()].sort((a, b) => b.hits - a.hits).slice(0, MOST_AROUND);
    return { hits: tally.hits, inside: tally.inside, around };
  }

  #count({ entry, key }: Hit, longer: Hit | undefined): void {
    const keys = this.#tallies.get(entry) ?? new Map<string, Tally>();
    this.#tallies.set(entry, keys);
    const tally: Tally = keys.get(key) ?? { hits: 0, inside: 0, around: new Map() };
    keys.set(key, tally);
    tally.hits++;
    if (!longer) return;
    tally.inside++;
    const name = `${longer.entry}\n${longer.key}`;
    const known = tally.around.get(name) ?? { entry: longer.entry, key: longer.key, hits: 0 };
    known.hits++;
    tally.around.set(name, known);
  }
}

/** Each hit with a longer one of another entry around it. In one pass over the hits in their order. */
function* withLonger(hits: readonly Hit[]): Iterable<readonly [hit: Hit, longer: Hit | undefined]> {
  const ordered = [...hits].sort((a, b) => a.start - b.start || b.end - a.end);
  // What reaches furthest so far, and what does among the other entries.
  let first: Hit | undefined;
  let second: Hit | undefined;
  for (const hit of ordered) {
    const other = first?.entry === hit.entry ? second : first;
    const isAround = other && other.end >= hit.end && other.end - other.start > hit.end - hit.start;
    yield [hit, isAround ? other : undefined];
    if (!first || hit.end > first.end) {
      if (first && first.entry !== hit.entry) second = first;
      first = hit;
    } else if (hit.entry !== first.entry && (!second || hit.end > second.end)) {
      second = hit;
    }
  }
}
