import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { countOf, listOf, objectOf, textOf, textsOf } from './json-value';
import type { UndeliveredLore } from './undelivered-lore';
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
  /** The words that woke it. */
  readonly matched: readonly string[];
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
}

/** Our part of a message's `extra`, one for each swipe. */
export interface MessageNote {
  readonly record: InjectionRecord;
  readonly summary: NoteSummary;
}

/** Chat files should not grow by whole traces. */
const notedEntries = 40;
const notedWords = 6;

/** The flag of an entry whose text was injected. */
const injectedFlag = 1;

/** The note for the reply that an answer's lore will shape. */
export function noteOf(answer: WireGenerationAnswer, warnings: readonly string[]): MessageNote {
  const { candidates, injected, tokens, budget, milliseconds, degraded } = answer.summary;
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
  };
  return { record: answer.record, summary };
}

/** The note with lore that was chosen and did not reach the model. */
export function withUndelivered(note: MessageNote, more: readonly UndeliveredLore[]): MessageNote {
  return { ...note, summary: { ...note.summary, undelivered: [...note.summary.undelivered, ...more] } };
}

/** Reads our part of `extra`; `undefined` when there is none or it has no record that a server could use. */
export function readNote(extra: MessageExtra | undefined): MessageNote | undefined {
  const raw = objectOf(extra?.[storageKey]);
  const record = readRecord(raw?.['record']);
  return record === undefined ? undefined : { record, summary: readSummary(objectOf(raw?.['summary']) ?? {}) };
}

/** Puts a note into `extra`. */
export function writeNote(extra: MessageExtra, note: MessageNote): void {
  extra[storageKey] = note;
}

/** Takes our part out of `extra`. */
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
    },
  };
}

function toNotedEntry({ id, title, tokens, reason, matched }: WireGenerationAnswer['entries'][number]): NotedEntry {
  // Found words differ in case from place to place; a reader needs each once.
  const words = new Map(matched.map((word) => [word.toLowerCase(), word]));
  return { id, title, tokens, reason, matched: [...words.values()].slice(0, notedWords) };
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
  };
}

function readNotedEntry(value: unknown): readonly NotedEntry[] {
  const raw = objectOf(value);
  const title = textOf(raw?.['title']);
  if (raw === undefined || title === undefined) return [];
  return [
    {
      id: textOf(raw['id']) ?? title,
      title,
      tokens: countOf(raw['tokens']) ?? 0,
      reason: textOf(raw['reason']) ?? '',
      matched: textsOf(raw['matched']),
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
