import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { countOf, listOf, objectOf, textOf, textsOf } from './json-value';
import type { PlannedPrompt } from './lore-plan';
import { notedAi, readNotedAi, type NotedAi } from './noted-ai';
import type { MovedLore, UndeliveredLore } from './undelivered-lore';
import { storageKey } from './settings';
import type { MessageExtra } from './tavern-context';

/** What a generation injected; the server needs it back with later turns. */
export type InjectionRecord = WireGenerationAnswer['record'];

/** An injected entry, as much of it as a reader wants to know. */
export interface NotedEntry {
  readonly id: string;
  readonly title: string;
  readonly tokens: number;
  readonly reason: string;
  /** Name of the character in whose card it stands; left out for a note. */
  readonly card?: string;
  /** The words that woke it. */
  readonly matched: readonly string[];
}

/** What an interceptor of another plugin did to the lore of a reply. */
export interface NotedHook {
  readonly id: string;
  readonly outcome: string;
  /** How many entries it added, removed, and gave another text (or blocks of text). */
  readonly added: number;
  readonly removed: number;
  readonly changed: number;
  /** Tokens that it cost; negative where it saved some. */
  readonly tokens: number;
  readonly milliseconds: number;
}

/** What the reader of a reply can learn about its lore, even when the server is gone. */
export interface NoteSummary {
  readonly candidates: number;
  readonly injected: number;
  readonly tokens: number;
  readonly budget?: number;
  readonly milliseconds: number;
  /** The first `injected` entries at most. */
  readonly entries: readonly NotedEntry[];
  readonly degraded: readonly string[];
  readonly warnings: readonly string[];
  readonly undelivered: readonly UndeliveredLore[];
  readonly moved: readonly MovedLore[];
  /** Those that were asked, the first ones. */
  readonly hooks: readonly NotedHook[];
  /** Left out when no AI had a part in it. */
  readonly ai?: NotedAi;
}

/** Our part of a message's `extra`, one for each swipe. */
export interface MessageNote {
  readonly record: InjectionRecord;
  readonly summary: NoteSummary;
}

/** Chat files should not grow by whole traces. */
const notedEntries = 40;
const notedWords = 6;
const notedHooks = 20;

/** The flag of an entry whose text was injected. */
const injectedFlag = 1;

/** The note for the reply that an answer's lore will shape. */
export function noteOf(answer: WireGenerationAnswer, warnings: readonly string[]): MessageNote {
  const { candidates, injected, tokens, budget, milliseconds, degraded, hooks = [], ai } = answer.summary;
  const summary = {
    candidates,
    injected,
    tokens,
    ...(budget === undefined ? {} : { budget }),
    milliseconds,
    entries: answer.entries.slice(0, notedEntries).map(toNotedEntry),
    degraded,
    warnings: [...answer.summary.warnings, ...warnings],
    undelivered: [],
    moved: [],
    hooks: hooks.slice(0, notedHooks).map(toNotedHook),
    ...(ai === undefined ? {} : { ai: notedAi(ai) }),
  };
  return { record: answer.record, summary };
}

/** The note with lore that was chosen and did not reach the model. */
export function withUndelivered(note: MessageNote, more: readonly UndeliveredLore[]): MessageNote {
  const lost = more.map(({ place, cause, entries }) => ({ place, cause, entries }));
  const places = new Set(lost.map(({ place }) => place));
  const undelivered = [...note.summary.undelivered, ...lost];
  const moved = note.summary.moved.filter(({ place }) => !places.has(place));
  return { ...note, summary: { ...note.summary, undelivered, moved } };
}

/** The note with lore that stands elsewhere than it should. */
export function withMoved(note: MessageNote, prompts: readonly PlannedPrompt[]): MessageNote {
  const moved = prompts.flatMap(({ place, entries, moved: detour }) =>
    detour === undefined ? [] : [{ place, entries, ...detour }],
  );
  return { ...note, summary: { ...note.summary, moved } };
}

/** Reads our part of `extra`; `undefined` when there is none or it has no record that a server could use. */
export function readNote(extra: MessageExtra | undefined): MessageNote | undefined {
  const raw = objectOf(extra?.[storageKey]);
  const record = readRecord(raw?.['record']);
  return record === undefined ? undefined : { record, summary: readSummary(objectOf(raw?.['summary']) ?? {}) };
}

/** Puts a note into `extra`, beside what else of ours is there. */
export function writeNote(extra: MessageExtra, note: MessageNote): void {
  extra[storageKey] = { ...objectOf(extra[storageKey]), ...note };
}

/** Takes all that is ours out of `extra`. */
export function removeNote(extra: MessageExtra | undefined): void {
  if (extra !== undefined) Reflect.deleteProperty(extra, storageKey);
}

/** The note of a reply that was continued: everything that shaped any part of it, as one turn. */
export function unionOfNotes(first: MessageNote, next: MessageNote): MessageNote {
  const flagsBefore = new Map(first.record.e.map(([id, flags]) => [id, flags]));
  const joined = next.record.e.map(([id, flags, hash]) => [id, flags | (flagsBefore.get(id) ?? 0), hash] as const);
  const records = new Map([...first.record.e, ...joined].map((entry) => [entry[0], entry]));
  const noted = new Map([...first.summary.entries, ...next.summary.entries].map((entry) => [entry.id, entry]));
  const e = [...records.values()];
  return {
    record: { v: 1, g: first.record.g, e },
    summary: {
      ...next.summary,
      injected: e.filter(([, flags]) => (flags & injectedFlag) !== 0).length,
      entries: [...noted.values()].slice(0, notedEntries),
      hooks: [...first.summary.hooks, ...next.summary.hooks].slice(0, notedHooks),
    },
  };
}

function toNotedEntry(entry: WireGenerationAnswer['entries'][number]): NotedEntry {
  const { id, title, tokens, reason, source, matched } = entry;
  const card = source?.card;
  // Found words differ in case from place to place; a reader needs each once.
  const words = new Map(matched.map((word) => [word.toLowerCase(), word]));
  const noted = { id, title, tokens, reason, matched: [...words.values()].slice(0, notedWords) };
  return card === undefined ? noted : { ...noted, card };
}

function toNotedHook(hook: NonNullable<WireGenerationAnswer['summary']['hooks']>[number]): NotedHook {
  const { id, outcome, added, removed, changed, tokens, milliseconds } = hook;
  const counts = { added: added.length, removed: removed.length, changed: changed.length };
  return { id, outcome, ...counts, tokens, milliseconds };
}

function readRecord(value: unknown): InjectionRecord | undefined {
  const raw = objectOf(value);
  const g = textOf(raw?.['g']);
  if (raw?.['v'] !== 1 || g === undefined) return undefined;
  return { v: 1, g, e: listOf(raw['e']).flatMap(readRecordEntry) };
}

function readRecordEntry(value: unknown): InjectionRecord['e'] {
  const [rawId, rawFlags, rawHash] = listOf(value);
  const [id, flags, hash] = [textOf(rawId), countOf(rawFlags), textOf(rawHash)];
  return id === undefined || flags === undefined || hash === undefined ? [] : [[id, flags, hash]];
}

function readSummary(raw: Readonly<Record<string, unknown>>): NoteSummary {
  const count = (name: string): number => countOf(raw[name]) ?? 0;
  const budget = countOf(raw['budget']);
  const ai = readNotedAi(raw['ai']);
  return {
    candidates: count('candidates'),
    injected: count('injected'),
    tokens: count('tokens'),
    ...(budget === undefined ? {} : { budget }),
    milliseconds: count('milliseconds'),
    entries: listOf(raw['entries']).flatMap(readNotedEntry),
    degraded: textsOf(raw['degraded']),
    warnings: textsOf(raw['warnings']),
    undelivered: listOf(raw['undelivered']).flatMap(readUndelivered),
    moved: listOf(raw['moved']).flatMap(readMoved),
    hooks: listOf(raw['hooks']).flatMap(readNotedHook),
    ...(ai === undefined ? {} : { ai }),
  };
}

function readNotedEntry(value: unknown): readonly NotedEntry[] {
  const raw = objectOf(value);
  const title = textOf(raw?.['title']);
  if (raw === undefined || title === undefined) return [];
  const card = textOf(raw['card']);
  return [
    {
      ...(card === undefined ? {} : { card }),
      id: textOf(raw['id']) ?? title,
      title,
      tokens: countOf(raw['tokens']) ?? 0,
      reason: textOf(raw['reason']) ?? '',
      matched: textsOf(raw['matched']),
    },
  ];
}

function readNotedHook(value: unknown): readonly NotedHook[] {
  const raw = objectOf(value);
  const id = textOf(raw?.['id']);
  if (raw === undefined || id === undefined) return [];
  const count = (name: string): number => countOf(raw[name]) ?? 0;
  const tokens = raw['tokens'];
  return [
    {
      id,
      outcome: textOf(raw['outcome']) ?? '',
      added: count('added'),
      removed: count('removed'),
      changed: count('changed'),
      tokens: typeof tokens === 'number' && Number.isFinite(tokens) ? tokens : 0,
      milliseconds: count('milliseconds'),
    },
  ];
}

function readUndelivered(value: unknown): readonly UndeliveredLore[] {
  const raw = objectOf(value);
  const cause = textOf(raw?.['cause']);
  return cause === undefined
    ? []
    : [{ place: textOf(raw?.['place']) ?? '', cause, entries: textsOf(raw?.['entries']) }];
}

function readMoved(value: unknown): readonly MovedLore[] {
  const to = textOf(objectOf(value)?.['to']);
  return to === undefined ? [] : readUndelivered(value).map((lore) => ({ ...lore, to }));
}
