import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { Trace } from '../pipeline/trace';
import { SharedWords, type SharedHit } from './shared-words';

/** What turns did with one entry. */
export interface EntryCoverage {
  readonly id: EntryId;
  readonly title: string;
  readonly path: string;
  /** Whether it needs no key to go in. */
  readonly forced: boolean;
  /** Turns in which its keys were found, in which it went in, and in which it gave way to others. */
  readonly found: number;
  readonly injected: number;
  readonly collided: number;
  /** Turns in which budget, entry limit or context had no room for it. */
  readonly squeezed: number;
  /** Keys that were found in no turn. */
  readonly silentKeys: readonly string[];
}

/** Entries that went into exactly the same turns. */
export interface Companions {
  readonly entries: readonly EntryId[];
  readonly turns: number;
}

/** What turns did with the lore. */
export interface CoverageReport {
  readonly turns: number;
  readonly items: readonly EntryCoverage[];
  /** The most turns first. */
  readonly together: readonly Companions[];
  /** Words that woke several entries at once, the most turns first. */
  readonly shared: readonly SharedHit[];
}

/** Refusals by which an entry gives way to others, and those of them by which there was no room. */
const COLLISIONS: ReadonlySet<string> = new Set(['group', 'excludes', 'over_budget', 'entry_limit', 'ai_not_chosen']);
const NO_ROOM: ReadonlySet<string> = new Set(['over_budget', 'entry_limit', 'context_limit', 'too_large']);
/** Groups of companions, and shared words, that are told. */
const MOST_TOLD = 500;

interface Tally {
  found: number;
  injected: number;
  collided: number;
  squeezed: number;
  /** Two sums over the numbers of the turns into which it went: entries of the same turns have the same. */
  low: number;
  high: number;
  readonly keys: Set<string>;
}

/** Counts what turns do with the entries of a vault. */
export class Coverage {
  readonly #tallies = new Map<EntryId, Tally>();
  readonly #shared = new SharedWords();
  #turns = 0;

  /** @param currentId The id that an entry of an earlier turn has today. */
  constructor(private readonly currentId: (id: EntryId) => EntryId = (id) => id) {}

  get turns(): number {
    return this.#turns;
  }

  add({ decisions, entries }: Pick<Trace, 'decisions' | 'entries'>): void {
    this.#turns++;
    const found = new Set<EntryId>();
    const collided = new Set<EntryId>();
    const squeezed = new Set<EntryId>();
    for (const { entry, matched, verdict, reason } of decisions) {
      const id = this.currentId(entry);
      if (matched.length > 0) found.add(id);
      for (const { key } of matched) this.#of(id).keys.add(key);
      if (verdict === 'refused' && COLLISIONS.has(reason)) collided.add(id);
      if (verdict === 'refused' && NO_ROOM.has(reason)) squeezed.add(id);
    }
    for (const id of found) this.#of(id).found++;
    for (const id of collided) this.#of(id).collided++;
    for (const id of squeezed) this.#of(id).squeezed++;
    for (const { id, injected } of entries) if (injected) this.#wentIn(this.#of(this.currentId(id)));
    this.#shared.add(decisions, this.currentId);
  }

  /** What became of each entry that is used, in the order of their paths. */
  report(all: Iterable<LoreEntry>): CoverageReport {
    const used = [...all].filter(({ enabled, never }) => enabled && !never);
    const known = new Set(used.map(({ id }) => id));
    return {
      turns: this.#turns,
      items: used.map((entry) => this.#coverageOf(entry)).sort((a, b) => (a.path < b.path ? -1 : 1)),
      together: this.#companions(used.filter((entry) => !isForced(entry))),
      shared: this.#shared.report(known, MOST_TOLD),
    };
  }

  #coverageOf(entry: LoreEntry): EntryCoverage {
    const { id, title, path, keys } = entry;
    const tally = this.#tallies.get(id);
    const { found = 0, injected = 0, collided = 0, squeezed = 0 } = tally ?? {};
    const silentKeys = keys.map(({ text }) => text).filter((key) => tally?.keys.has(key) !== true);
    return { id, title, path, forced: isForced(entry), found, injected, collided, squeezed, silentKeys };
  }

  /** Those that are in every turn, or in one alone, say nothing about each other. */
  #companions(entries: readonly LoreEntry[]): readonly Companions[] {
    const groups = new Map<string, { readonly entries: EntryId[]; readonly turns: number }>();
    for (const { id } of entries) {
      const { injected = 0, low = 0, high = 0 } = this.#tallies.get(id) ?? {};
      if (injected < 2 || injected === this.#turns) continue;
      const name = [injected, low, high].join(' ');
      const group = groups.get(name) ?? { entries: [], turns: injected };
      group.entries.push(id);
      groups.set(name, group);
    }
    return [...groups.values()]
      .filter((group) => group.entries.length > 1)
      .sort((a, b) => b.turns - a.turns)
      .slice(0, MOST_TOLD);
  }

  #wentIn(tally: Tally): void {
    tally.injected++;
    tally.low = (tally.low + mixed(this.#turns, 0x9e37_79b1)) >>> 0;
    tally.high = (tally.high + mixed(this.#turns, 0x85eb_ca6b)) >>> 0;
  }

  #of(entry: EntryId): Tally {
    const known = this.#tallies.get(entry);
    if (known) return known;
    const tally: Tally = { found: 0, injected: 0, collided: 0, squeezed: 0, low: 0, high: 0, keys: new Set() };
    this.#tallies.set(entry, tally);
    return tally;
  }
}

/** Whether an entry may go in without a key. */
function isForced({ constant, bootstrap, decorators }: LoreEntry): boolean {
  return constant || bootstrap || decorators.activate;
}

/** A number spread over 32 bits, so that sums of different numbers hardly ever agree. */
function mixed(number: number, salt: number): number {
  let bits = Math.imul(number ^ (number >>> 16), salt);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}
