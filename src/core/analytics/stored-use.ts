import type { EntryId } from '../base/entry-id';
import { isRecord, listOf, type JsonRecord } from '../base/json-value';
import type { TurnUse, UseLane, UseOutcome } from './turn-use';
import type { UseDay } from './use-day';
import type { UsedName, UsePart } from './use-ledger';
import { newEntryTally, newTally, type EntryTally, type Tally } from './use-tally';

const outcomes = ['injected', 'dropped', 'refused'] as const satisfies readonly UseOutcome[];
const lanes = ['reply', 'quiet', 'impersonate'] as const satisfies readonly UseLane[];

/** A part as it is stored: entries are named once and are a number from then on. */
export function storePart({ part, day, names, chatNames }: UsePart): JsonRecord {
  const numbers = new Map<EntryId, number>();
  const numberOf = (id: EntryId): number => {
    const number = numbers.get(id) ?? numbers.size;
    numbers.set(id, number);
    return number;
  };
  const chats = [...day.chats].map(([chat, tally]) => storeTally(chat, tally, numberOf));
  const turns = day.turns.map((turn) => storeTurn(turn, numberOf));
  const chatIds = new Set([...day.chats.keys(), ...day.turns.map(({ chat }) => chat)]);
  const entries = [...numbers.keys()].map((id) => {
    const { title = '', card } = names.get(id) ?? {};
    return card === undefined ? [id, title] : [id, title, card];
  });
  return { part, entries, chats, turns, chatNames: [...chatIds].flatMap((id) => named(id, chatNames.get(id))) };
}

/** A part from what was stored; what is damaged in it is left out. */
export function restorePart(stored: unknown): UsePart | undefined {
  if (!isRecord(stored) || typeof stored['part'] !== 'string') return undefined;
  const rows = listOf(stored['entries']).map(listOf);
  const ids = rows.map(([id]) => (typeof id === 'string' ? id : undefined));
  const names = new Map<EntryId, UsedName>();
  for (const [id, title, card] of rows)
    if (typeof id === 'string' && typeof title === 'string')
      names.set(id, { title, card: typeof card === 'string' ? card : undefined });
  const chatNames = new Map<string, string>();
  for (const [id, name] of listOf(stored['chatNames']).map(listOf))
    if (typeof id === 'string' && typeof name === 'string') chatNames.set(id, name);
  const day: UseDay = {
    chats: new Map(listOf(stored['chats']).flatMap((tally) => restoreTally(tally, ids))),
    turns: listOf(stored['turns']).flatMap((turn) => restoreTurn(turn, { ids, names, chatNames })),
  };
  return { part: stored['part'], day, names, chatNames };
}

function named(id: string, name: string | undefined): readonly (readonly [string, string])[] {
  return name === undefined ? [] : [[id, name]];
}

type NumberOf = (id: EntryId) => number;

function storeTally(chat: string, tally: Tally, numberOf: NumberOf): readonly unknown[] {
  const { turns, injected, tokens, candidates, entries } = tally;
  const rows = [...entries].map(([id, one]) => [
    numberOf(id),
    one.matched,
    one.selected,
    one.injected,
    one.tokens,
    one.seenAt,
    [...one.refused],
    ...[one.first, one.last].map((moment) => (moment ? [moment.chat, moment.turn, moment.at] : 0)),
  ]);
  return [chat, turns, injected, tokens, candidates, rows];
}

function restoreTally(stored: unknown, ids: readonly (EntryId | undefined)[]): readonly (readonly [string, Tally])[] {
  const [chat, turns, injected, tokens, candidates, rows] = listOf(stored);
  if (typeof chat !== 'string') return [];
  const tally = { ...newTally(), turns: count(turns), injected: count(injected), tokens: count(tokens) };
  for (const [at, ...figures] of listOf(rows).map(listOf)) {
    const id = typeof at === 'number' ? ids[at] : undefined;
    if (id !== undefined) tally.entries.set(id, restoreEntry(figures));
  }
  return [[chat, { ...tally, candidates: count(candidates) }]];
}

function restoreEntry(figures: readonly unknown[]): EntryTally {
  const [matched, selected, injected, tokens, seenAt, refused, first, last] = figures;
  const tally = newEntryTally();
  tally.matched = count(matched);
  tally.selected = count(selected);
  tally.injected = count(injected);
  tally.tokens = count(tokens);
  tally.seenAt = count(seenAt);
  tally.first = moment(first);
  tally.last = moment(last);
  for (const [reason, times] of listOf(refused).map(listOf))
    if (typeof reason === 'string') tally.refused.set(reason, count(times));
  return tally;
}

function moment(stored: unknown): EntryTally['first'] {
  const [chat, turn, at] = listOf(stored);
  return typeof chat === 'string' ? { chat, turn: count(turn), at: count(at) } : undefined;
}

function storeTurn(turn: TurnUse, numberOf: NumberOf): readonly unknown[] {
  const { generation, chat, lane, at, day, tokens, injected, candidates } = turn;
  const rows = turn.entries.map(({ id, tokens: taken, outcome, reason }) => [
    numberOf(id),
    outcomes.indexOf(outcome),
    taken,
    ...(reason === undefined ? [] : [reason]),
  ]);
  return [generation, chat, turn.turn, lane, at, day, tokens, injected, candidates, rows];
}

interface Known {
  readonly ids: readonly (EntryId | undefined)[];
  readonly names: ReadonlyMap<EntryId, UsedName>;
  readonly chatNames: ReadonlyMap<string, string>;
}

function restoreTurn(stored: unknown, { ids, names, chatNames }: Known): readonly TurnUse[] {
  const [generation, chat, turn, lane, at, day, tokens, injected, candidates, rows] = listOf(stored);
  if (typeof generation !== 'string' || typeof chat !== 'string' || typeof day !== 'string') return [];
  const entries = listOf(rows).flatMap((row): TurnUse['entries'] => {
    const [number, outcome, taken, reason] = listOf(row);
    const id = typeof number === 'number' ? ids[number] : undefined;
    const known = typeof outcome === 'number' ? outcomes[outcome] : undefined;
    if (id === undefined || known === undefined) return [];
    const { title = '', card } = names.get(id) ?? {};
    return [
      {
        id,
        title,
        card,
        tokens: count(taken),
        outcome: known,
        reason: typeof reason === 'string' ? reason : undefined,
      },
    ];
  });
  return [
    {
      generation,
      chat,
      chatName: chatNames.get(chat),
      turn: count(turn),
      lane: lanes.find((one) => one === lane) ?? 'reply',
      at: count(at),
      day,
      tokens: count(tokens),
      injected: count(injected),
      candidates: count(candidates),
      entries,
    },
  ];
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
}
