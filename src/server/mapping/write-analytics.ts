import type { EntryUse } from '../../core/analytics/entry-use';
import type { TurnUse } from '../../core/analytics/turn-use';
import type { Tally } from '../../core/analytics/use-tally';
import type { UseCourse } from '../../core/engine/analytics-administration';
import type { WireEntryUse, WireUseCourse } from '../contract/wire-analytics';

/** An entry with its use. */
export function writeEntryUse({ id, title, path, card, type, state, tally }: EntryUse): WireEntryUse {
  const { matched, selected, injected, tokens, refused, first, last } = tally;
  return {
    id,
    title,
    ...(path !== undefined && { path }),
    ...(card !== undefined && { card }),
    ...(type !== undefined && { type }),
    state,
    matched,
    selected,
    injected,
    tokens,
    refused: writeReasons(refused),
    ...(first && { first }),
    ...(last && { last }),
  };
}

/** Turns one after the other. `entry`: only what concerns this entry. */
export function writeUseCourse({ days, recent, chats }: UseCourse, entry: string | undefined): WireUseCourse {
  const refused = new Map<string, number>();
  for (const { tally } of days)
    for (const [id, one] of tally.entries)
      if (entry === undefined || id === entry)
        for (const [reason, count] of one.refused) refused.set(reason, (refused.get(reason) ?? 0) + count);
  return {
    days: days.map(({ day, tally }) => ({ day, turns: tally.turns, ...dayFigures(tally, entry) })),
    recent: recent.map((turn) => writeTurn(turn, entry)),
    reasons: writeReasons(refused),
    chats: chats.map(({ id, name }) => ({ id, ...(name !== undefined && { name }) })),
  };
}

function dayFigures(tally: Tally, entry: string | undefined): { injected: number; tokens: number } {
  const { injected, tokens } = entry === undefined ? tally : (tally.entries.get(entry) ?? { injected: 0, tokens: 0 });
  return { injected, tokens };
}

function writeTurn({ generation, chat, turn, at, tokens, entries }: TurnUse, entry: string | undefined) {
  const shown = entries.filter(({ id, outcome }) => outcome === 'injected' && (entry === undefined || id === entry));
  return {
    id: generation,
    chat,
    turn,
    at,
    tokens,
    entries: shown.map(({ id, title, tokens: taken }) => ({ id, title, tokens: taken })),
  };
}

function writeReasons(refused: ReadonlyMap<string, number>): WireEntryUse['refused'] {
  return [...refused].map(([reason, count]) => ({ reason, count })).sort((a, b) => b.count - a.count);
}
