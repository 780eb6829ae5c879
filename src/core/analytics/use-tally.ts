import type { EntryId } from '../base/entry-id';
import type { EntryInTurn, TurnUse } from './turn-use';

/** When something was. */
export interface UseMoment {
  readonly chat: string;
  /** Index of the message that was generated. */
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** How often an entry was used over some turns. */
export interface EntryTally {
  /** Turns in which something woke it. */
  matched: number;
  /** Turns in which it was selected, whether or not there was room for it. */
  selected: number;
  injected: number;
  /** Tokens that it took, over all turns. */
  tokens: number;
  /** Turns in which it was kept out, by reason. */
  readonly refused: Map<string, number>;
  /** The first and the last turn that it went into; undefined when it never did. */
  first: UseMoment | undefined;
  last: UseMoment | undefined;
  /** When something woke it last, in milliseconds since 1970. */
  seenAt: number;
}

/** Some turns together. */
export interface Tally {
  turns: number;
  injected: number;
  tokens: number;
  candidates: number;
  readonly entries: Map<EntryId, EntryTally>;
}

/** Nothing counted yet. */
export function newTally(): Tally {
  return { turns: 0, injected: 0, tokens: 0, candidates: 0, entries: new Map() };
}

/** Nothing counted of an entry yet. */
export function newEntryTally(): EntryTally {
  return {
    matched: 0,
    selected: 0,
    injected: 0,
    tokens: 0,
    refused: new Map(),
    first: undefined,
    last: undefined,
    seenAt: 0,
  };
}

/** Counts a turn. */
export function addTurn(tally: Tally, turn: TurnUse): void {
  tally.turns++;
  tally.injected += turn.injected;
  tally.tokens += turn.tokens;
  tally.candidates += turn.candidates;
  for (const entry of turn.entries) addEntry(entryTally(tally, entry.id), entry, turn);
}

/** Counts everything that another tally counted. */
export function addTally(tally: Tally, more: Tally): void {
  tally.turns += more.turns;
  tally.injected += more.injected;
  tally.tokens += more.tokens;
  tally.candidates += more.candidates;
  for (const [id, entry] of more.entries) addEntryTally(entryTally(tally, id), entry);
}

/** Gives entries the ids that they have today; two that are one by now are counted together. Whether any had another. */
export function renameEntries(tally: Tally, currentId: (id: EntryId) => EntryId): boolean {
  const moved = [...tally.entries].filter(([id]) => currentId(id) !== id);
  // All of them leave before any arrives: names may have been exchanged.
  for (const [id] of moved) tally.entries.delete(id);
  for (const [id, entry] of moved) addEntryTally(entryTally(tally, currentId(id)), entry);
  return moved.length > 0;
}

/** Forgets the entries that were woken longest ago, as many as there are too many. */
export function trimEntries(tally: Tally, most: number): void {
  const tooMany = tally.entries.size - most;
  if (tooMany <= 0) return;
  const oldest = [...tally.entries].sort(([, a], [, b]) => a.seenAt - b.seenAt).slice(0, tooMany);
  for (const [id] of oldest) tally.entries.delete(id);
}

function entryTally(tally: Tally, id: EntryId): EntryTally {
  const known = tally.entries.get(id) ?? newEntryTally();
  tally.entries.set(id, known);
  return known;
}

function addEntry(tally: EntryTally, { outcome, reason, tokens }: EntryInTurn, { chat, turn, at }: TurnUse): void {
  tally.matched++;
  if (outcome !== 'refused') tally.selected++;
  if (reason !== undefined) tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + 1);
  tally.seenAt = Math.max(tally.seenAt, at);
  if (outcome !== 'injected') return;
  tally.injected++;
  tally.tokens += tokens;
  widen(tally, { chat, turn, at });
}

function addEntryTally(tally: EntryTally, more: EntryTally): void {
  tally.matched += more.matched;
  tally.selected += more.selected;
  tally.injected += more.injected;
  tally.tokens += more.tokens;
  for (const [reason, count] of more.refused) tally.refused.set(reason, (tally.refused.get(reason) ?? 0) + count);
  tally.seenAt = Math.max(tally.seenAt, more.seenAt);
  for (const moment of [more.first, more.last]) if (moment) widen(tally, moment);
}

function widen(tally: EntryTally, moment: UseMoment): void {
  if (tally.first === undefined || moment.at < tally.first.at) tally.first = moment;
  if (tally.last === undefined || moment.at >= tally.last.at) tally.last = moment;
}
