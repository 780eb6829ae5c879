import type { EntryId } from '../base/entry-id';
import type { Decision } from '../pipeline/trace';

/** Words that woke several entries at one place. */
export interface SharedHit {
  /** As they were found first. */
  readonly words: string;
  readonly entries: readonly EntryId[];
  /** Turns in which they did. */
  readonly turns: number;
}

interface Tally {
  readonly words: string;
  readonly entries: Set<EntryId>;
  turns: number;
  /** The turn that was counted last. */
  seen: number;
}

/** Words of which tallies are kept: more say nothing that anybody would read. */
const MOST_WORDS = 10_000;

/** Counts which words wake several entries at once. */
export class SharedWords {
  readonly #tallies = new Map<string, Tally>();
  #turn = 0;

  /** Takes in the decisions of one turn. */
  add(decisions: readonly Pick<Decision, 'entry' | 'matched'>[], currentId: (id: EntryId) => EntryId): void {
    this.#turn++;
    const places = new Map<string, { readonly words: string; readonly entries: Set<EntryId> }>();
    for (const { entry, matched } of decisions)
      for (const { matched: words, where, start, end } of matched) {
        const name = `${String(where)} ${String(start)} ${String(end)}`;
        const place = places.get(name) ?? { words, entries: new Set() };
        place.entries.add(currentId(entry));
        places.set(name, place);
      }
    for (const { words, entries } of places.values()) if (entries.size > 1) this.#count(words, entries);
  }

  /** The most turns first; entries that are not known are left out. */
  report(known: ReadonlySet<EntryId>, most: number): readonly SharedHit[] {
    return [...this.#tallies.values()]
      .map(({ words, entries, turns }) => ({ words, entries: [...entries].filter((id) => known.has(id)), turns }))
      .filter(({ entries }) => entries.length > 1)
      .sort((a, b) => b.turns - a.turns)
      .slice(0, most);
  }

  #count(words: string, entries: ReadonlySet<EntryId>): void {
    const name = words.toLowerCase();
    const known = this.#tallies.get(name);
    if (!known && this.#tallies.size >= MOST_WORDS) return;
    const tally = known ?? { words, entries: new Set(), turns: 0, seen: 0 };
    this.#tallies.set(name, tally);
    for (const id of entries) tally.entries.add(id);
    if (tally.seen !== this.#turn) tally.turns++;
    tally.seen = this.#turn;
  }
}
