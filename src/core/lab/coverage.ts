import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { RetrievalResult } from '../pipeline/retrieval-result';

/** What turns did with one entry. */
export interface EntryCoverage {
  readonly id: EntryId;
  readonly title: string;
  readonly path: string;
  /** Turns in which its keys were found, in which it went in, and in which it gave way to others. */
  readonly found: number;
  readonly injected: number;
  readonly collided: number;
  /** Keys that were found in no turn. */
  readonly silentKeys: readonly string[];
}

/** Refusals by which an entry gives way to others. */
const COLLISIONS: ReadonlySet<string> = new Set(['group', 'excludes', 'over_budget', 'entry_limit', 'ai_not_chosen']);

interface Tally {
  found: number;
  injected: number;
  collided: number;
  readonly keys: Set<string>;
}

/** Counts what turns do with the entries of a vault. */
export class Coverage {
  readonly #tallies = new Map<EntryId, Tally>();
  #turns = 0;

  get turns(): number {
    return this.#turns;
  }

  add({ trace }: RetrievalResult): void {
    this.#turns++;
    const found = new Set<EntryId>();
    const collided = new Set<EntryId>();
    for (const { entry, matched, verdict, reason } of trace.decisions) {
      if (matched.length > 0) found.add(entry);
      for (const { key } of matched) this.#of(entry).keys.add(key);
      if (verdict === 'refused' && COLLISIONS.has(reason)) collided.add(entry);
    }
    for (const id of found) this.#of(id).found++;
    for (const { id } of trace.entries.filter(({ injected }) => injected)) this.#of(id).injected++;
    for (const id of collided) this.#of(id).collided++;
  }

  /** Of each entry that is used, in the order of their paths. */
  of(entries: Iterable<LoreEntry>): readonly EntryCoverage[] {
    return [...entries]
      .filter(({ enabled, never }) => enabled && !never)
      .map(({ id, title, path, keys }) => {
        const { found = 0, injected = 0, collided = 0, keys: said } = this.#tallies.get(id) ?? {};
        const silentKeys = keys.map(({ text }) => text).filter((key) => said?.has(key) !== true);
        return { id, title, path, found, injected, collided, silentKeys };
      })
      .sort((a, b) => a.path.localeCompare(b.path));
  }

  #of(entry: EntryId): Tally {
    const known = this.#tallies.get(entry) ?? { found: 0, injected: 0, collided: 0, keys: new Set() };
    this.#tallies.set(entry, known);
    return known;
  }
}
