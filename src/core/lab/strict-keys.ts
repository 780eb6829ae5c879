import type { EntryId } from '../base/entry-id';
import { isWordBoundary } from '../base/word-boundary';
import type { EntryKey } from '../lore/entry-key';
import type { LoreEntry } from '../lore/lore-entry';
import { KeyTable, type KeyDefaults, type MacroNames } from '../search/key-table';

/** The setting that keeps a key from being found. */
export type StrictSetting = 'caseSensitive' | 'wholeWords';

/** Where a key would be found if it were compared less strictly. */
export interface StrictKey {
  readonly setting: StrictSetting;
  readonly hits: number;
  /** Words in which it stands, as examples. */
  readonly words: readonly string[];
}

interface Tally {
  caseSensitive: number;
  wholeWords: number;
  readonly words: Set<string>;
}

const MOST_WORDS = 3;
/** Shorter keys stand inside words everywhere. */
const SHORTEST_KEY = 3;
const AT_A_TIME = 200;
const LONGEST_WORD = 60;

/** Looks for keys that stand in texts, but not as their case or their word boundaries ask for. */
export class StrictKeys {
  readonly #tallies = new Map<string, Tally>();

  private constructor(
    private readonly table: KeyTable,
    private readonly isCased: ReadonlyMap<EntryId, boolean>,
  ) {}

  /**
   * @param silent Entries with those of their keys that were never found.
   * @param give To be waited for between two pieces of work.
   */
  static async of(
    silent: readonly (readonly [LoreEntry, readonly EntryKey[]])[],
    defaults: KeyDefaults,
    give: () => Promise<void>,
  ): Promise<StrictKeys> {
    let table = KeyTable.draft({ caseSensitive: false, wholeWords: false });
    for (let at = 0; at < silent.length; at += AT_A_TIME) {
      const batch = silent.slice(at, at + AT_A_TIME);
      table = table.with(
        [],
        batch.map(([entry, keys]) => loosened(entry, keys)),
      );
      await give();
    }
    const isCased = silent.map(
      ([{ id, properties }]) => [id, properties.caseSensitive ?? defaults.caseSensitive] as const,
    );
    return new StrictKeys(table.sealed(), new Map(isCased));
  }

  add(text: string, names: MacroNames): void {
    for (const { owner, start, end } of this.table.match(text, names)) {
      const isWord = isWordBoundary(text, start) && isWordBoundary(text, end);
      const isSpelled = this.isCased.get(owner.entry) !== true || text.slice(start, end) === owner.key.trim();
      // Where both stand in the way, no single setting helps.
      if (isWord === isSpelled) continue;
      const name = `${owner.entry}\n${owner.key}`;
      const tally = this.#tallies.get(name) ?? { caseSensitive: 0, wholeWords: 0, words: new Set() };
      this.#tallies.set(name, tally);
      tally[isWord ? 'caseSensitive' : 'wholeWords']++;
      if (tally.words.size < MOST_WORDS) tally.words.add(wordAround(text, start, end));
    }
  }

  /** What keeps a key from being found; undefined when nothing would be found either way. */
  of(entry: EntryId, key: string): StrictKey | undefined {
    const tally = this.#tallies.get(`${entry}\n${key}`);
    if (!tally) return undefined;
    const setting = tally.caseSensitive >= tally.wholeWords ? 'caseSensitive' : 'wholeWords';
    return { setting, hits: tally[setting], words: [...tally.words] };
  }
}

function loosened(entry: LoreEntry, keys: readonly EntryKey[]): LoreEntry {
  return {
    ...entry,
    ...{ keys: keys.filter(({ text }) => text.length >= SHORTEST_KEY), refineKeys: [], excludeKeys: [] },
    properties: { ...entry.properties, caseSensitive: false, wholeWords: false },
    decorators: { ...entry.decorators, excludeKeysAll: [], additionalKeys: [] },
  };
}

/** The words of a text in which a piece of it stands. */
function wordAround(text: string, start: number, end: number): string {
  const [before = ''] = /[\p{L}\p{M}\p{N}]*$/u.exec(text.slice(Math.max(0, start - LONGEST_WORD), start)) ?? [];
  const [after = ''] = /^[\p{L}\p{M}\p{N}]*/u.exec(text.slice(end, end + LONGEST_WORD)) ?? [];
  return before + text.slice(start, end) + after;
}
