import { isRecord, listOf, type JsonRecord } from '../base/json-value';
import type { ImportJournal } from '../imports/apply-import';
import { readWrittenNotes, type WrittenNote } from '../imports/undo-record';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { readTrackedEntry, type TrackedEntry } from './watched-book';

/** A note that was removed because the user wished it. */
export interface RemovedNote {
  readonly path: string;
  readonly text: string;
  readonly entry: TrackedEntry;
}

/** What one mirroring wrote, or one decision of the user, and what it takes to take that back. */
export interface UndoStep {
  readonly kind: 'mirrored' | 'settled';
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly notes: readonly WrittenNote[];
  /** Folders that were made for it. */
  readonly folders: readonly string[];
  readonly removed: readonly RemovedNote[];
  /** The book's side of conflicts in which the vault's was kept, by the number of the entry. */
  readonly declined: Readonly<Record<string, JsonRecord>>;
}

/** Where the steps of a book are kept. */
export interface StepsPlace {
  readonly store: DocumentStore;
  readonly log: Log;
  /** Id of the book. */
  readonly book: string;
  readonly slot: number;
}

const DOCUMENT = storedDocuments.watchedUndo;
/** Steps that can be taken back one by one; what is older is one step together. */
const MOST_STEPS = 10;

/** The steps of a book, the oldest first; none where they cannot be read. */
export async function readSteps({ store, log, book, slot }: StepsPlace): Promise<readonly UndoStep[]> {
  const { value } = await readStored(DOCUMENT, { store, log }, documentOf(slot));
  return value?.['book'] === book ? listOf(value['steps']).flatMap((step) => readStep(step) ?? []) : [];
}

/** Keeps steps; the oldest are joined where there are too many. Rejects when the platform refuses. */
export async function writeSteps({ store, book, slot }: StepsPlace, steps: readonly UndoStep[]): Promise<void> {
  await store.write(documentOf(slot), { version: DOCUMENT.version, book, steps: joinedTo(steps, MOST_STEPS) });
}

/** Keeps what a mirroring writes as the newest step of a book. */
export function stepJournal(place: StepsPlace, before: readonly UndoStep[], at: number): ImportJournal {
  const step = { kind: 'mirrored' as const, at, removed: [], declined: {} };
  let isBegun = false;
  return {
    begin: async (notes) => {
      isBegun = true;
      await writeSteps(place, [...before, { ...step, notes, folders: [] }]);
    },
    end: async ({ notes, folders }) => {
      if (notes.length > 0) await writeSteps(place, [...before, { ...step, notes, folders }]);
      else if (isBegun) await writeSteps(place, before);
    },
  };
}

/** A step that writes no notes. */
export function settledStep(at: number, parts: Partial<UndoStep>): UndoStep {
  return { kind: 'settled', at, notes: [], folders: [], removed: [], declined: {}, ...parts };
}

function documentOf(slot: number): string {
  return `${DOCUMENT.name}-${String(slot)}`;
}

function joinedTo(steps: readonly UndoStep[], most: number): readonly UndoStep[] {
  const [first, second, ...rest] = steps;
  return first && second && steps.length > most ? joinedTo([joined(first, second), ...rest], most) : steps;
}

/** Both at once: the text before the first, the fingerprint after the second. */
function joined(older: UndoStep, newer: UndoStep): UndoStep {
  const notes = new Map(older.notes.map((note) => [note.source, note]));
  for (const note of newer.notes) {
    const { before: _, known: __, ...after } = note;
    const earlier = notes.get(note.source);
    const { before, known } = earlier ?? note;
    notes.set(note.source, { ...after, ...(before !== undefined && { before }), ...(known && { known }) });
  }
  return {
    kind: 'mirrored',
    at: newer.at,
    notes: [...notes.values()],
    folders: [...new Set([...older.folders, ...newer.folders])],
    removed: [...older.removed, ...newer.removed],
    declined: { ...newer.declined, ...older.declined },
  };
}

function readStep(value: unknown): UndoStep | undefined {
  if (!isRecord(value)) return undefined;
  const { kind, at, declined } = value;
  if ((kind !== 'mirrored' && kind !== 'settled') || typeof at !== 'number') return undefined;
  const entries = isRecord(declined) ? Object.entries(declined) : [];
  return {
    kind,
    at,
    notes: readWrittenNotes(value['notes']),
    folders: listOf(value['folders']).filter((folder) => typeof folder === 'string'),
    removed: listOf(value['removed']).flatMap(readRemoved),
    declined: Object.fromEntries(entries.filter((pair): pair is [string, JsonRecord] => isRecord(pair[1]))),
  };
}

function readRemoved(value: unknown): readonly RemovedNote[] {
  if (!isRecord(value)) return [];
  const { path, text } = value;
  const entry = readTrackedEntry(value['entry']);
  return typeof path === 'string' && typeof text === 'string' && entry ? [{ path, text, entry }] : [];
}
