import type { EntryId } from '../base/entry-id';
import type { TurnUse } from './turn-use';
import { addTally, addTurn, newTally, renameEntries, trimEntries, type Tally } from './use-tally';

/** Chats of a day that are told apart; the others are counted together. */
const MOST_CHATS = 60;
/** Entries of a chat that are counted in one part of the time. */
const MOST_ENTRIES = 5_000;

/** The chat under which chats are counted that are not told apart. */
export const OTHER_CHATS = '';

/** What was used in some part of the time: turns that nothing replaces any more as sums, the newest ones as they are. */
export interface UseDay {
  readonly chats: Map<string, Tally>;
  /** Oldest first. Each may still be replaced by another try of the same message. */
  turns: readonly TurnUse[];
}

/** A day on which nothing was used. */
export function newDay(): UseDay {
  return { chats: new Map(), turns: [] };
}

/** Counts a turn of the day for good. */
export function settleTurn(day: UseDay, turn: TurnUse): void {
  const tally = tallyOf(day, turn.chat);
  addTurn(tally, turn);
  trimEntries(tally, MOST_ENTRIES);
}

/** Counts for good everything of a day that another day counts. */
export function mergeDay(day: UseDay, more: UseDay): void {
  for (const [chat, tally] of more.chats) {
    const into = tallyOf(day, chat);
    addTally(into, tally);
    trimEntries(into, MOST_ENTRIES);
  }
  for (const turn of more.turns) settleTurn(day, turn);
}

/** Adds a day to a sum. `chat`: of one chat alone. */
export function addDay(sum: Tally, day: UseDay, chat: string | undefined): void {
  for (const [id, tally] of day.chats) if (chat === undefined || id === chat) addTally(sum, tally);
  for (const turn of day.turns) if (chat === undefined || turn.chat === chat) addTurn(sum, turn);
}

/** Gives entries the ids that they have today. Whether any had another. */
export function renameInDay(day: UseDay, currentId: (id: EntryId) => EntryId): boolean {
  const areMoved = [...day.chats.values()].map((tally) => renameEntries(tally, currentId));
  const turns = day.turns.map((turn) => renamedTurn(turn, currentId));
  const isMoved = areMoved.includes(true) || turns.some((turn, at) => turn !== day.turns[at]);
  day.turns = turns;
  return isMoved;
}

/** How much there is to be stored, in lines. */
export function weighDay(day: UseDay): number {
  const settled = [...day.chats.values()].reduce((sum, { entries }) => sum + entries.size + 1, 0);
  return day.turns.reduce((sum, { entries }) => sum + entries.length + 1, settled);
}

function renamedTurn(turn: TurnUse, currentId: (id: EntryId) => EntryId): TurnUse {
  if (turn.entries.every(({ id }) => currentId(id) === id)) return turn;
  const byId = new Map<EntryId, TurnUse['entries'][number]>();
  for (const entry of turn.entries) {
    const id = currentId(entry.id);
    // Of two that are one by now, the one that went in counts: entries come in that order.
    if (!byId.has(id)) byId.set(id, { ...entry, id });
  }
  return { ...turn, entries: [...byId.values()] };
}

function tallyOf(day: UseDay, chat: string): Tally {
  const name = day.chats.has(chat) || day.chats.size < MOST_CHATS ? chat : OTHER_CHATS;
  const tally = day.chats.get(name) ?? newTally();
  day.chats.set(name, tally);
  return tally;
}
