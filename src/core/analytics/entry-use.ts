import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { UsedName } from './use-ledger';
import { newEntryTally, type EntryTally, type Tally } from './use-tally';

/**
 * How much an entry is used: `always` in every turn, `hot` or `cold` against the mean of entries that were used, `warm`
 * in between, `never` so far; `off` when the note keeps it out; `gone` when its note is not in the vault now, or it
 * stands in a card.
 */
export const useStates = ['always', 'hot', 'warm', 'cold', 'never', 'off', 'gone'] as const;
export type UseState = (typeof useStates)[number];

/** An entry and how often it was used. */
export interface EntryUse {
  readonly id: EntryId;
  readonly title: string;
  /** Undefined when no note of the vault is meant. */
  readonly path: string | undefined;
  readonly card: string | undefined;
  readonly type: string | undefined;
  readonly state: UseState;
  readonly tally: EntryTally;
}

/** The entries of the vault. */
interface KnownEntries {
  values(): Iterable<LoreEntry>;
  get(id: EntryId): LoreEntry | undefined;
}

/** Turns after which an entry that was in all of them counts as always there. */
const ENOUGH_TURNS = 5;
/** So far above or below the mean an entry is hot or cold. */
const HOT = 1.2;
const COLD = 0.8;

/** Every entry of the vault and every one that was used, with its use. */
export function entryUses(
  tally: Tally,
  entries: KnownEntries,
  nameOf: (id: EntryId) => UsedName | undefined,
): readonly EntryUse[] {
  const mean = meanUse(tally, (id) => entries.get(id));
  const stateOf = (entry: LoreEntry, one: EntryTally): UseState => useState(entry, one, tally.turns, mean);
  const inVault = [...entries.values()].map((entry): EntryUse => {
    const one = tally.entries.get(entry.id) ?? newEntryTally();
    const { id, title, path, type } = entry;
    return { id, title, path, card: undefined, type, state: stateOf(entry, one), tally: one };
  });
  const away = [...tally.entries].filter(([id]) => entries.get(id) === undefined);
  return [
    ...inVault,
    ...away.map(([id, one]): EntryUse => {
      const { title = '', card } = nameOf(id) ?? {};
      return { id, title, path: undefined, card, type: undefined, state: 'gone', tally: one };
    }),
  ];
}

/** Mean uses of the entries that were used and could be left out. */
function meanUse(tally: Tally, entryOf: (id: EntryId) => LoreEntry | undefined): number {
  const used = [...tally.entries].filter(([id, { injected }]) => injected > 0 && entryOf(id)?.constant !== true);
  return used.reduce((sum, [, { injected }]) => sum + injected, 0) / Math.max(1, used.length);
}

function useState(entry: LoreEntry, { injected }: EntryTally, turns: number, mean: number): UseState {
  if (!entry.enabled || entry.never) return 'off';
  if (injected === 0) return 'never';
  if (entry.constant || (turns >= ENOUGH_TURNS && injected >= turns)) return 'always';
  if (injected > mean * HOT) return 'hot';
  return injected < mean * COLD ? 'cold' : 'warm';
}
