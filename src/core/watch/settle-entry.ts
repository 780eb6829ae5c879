import { contentHash } from '../base/content-hash';
import { bookKey } from '../imports/import-memory';
import { plannedNotes } from '../imports/import-plan';
import { mergeNote, settledBase } from '../imports/merge-note';
import type { WrittenNote } from '../imports/undo-record';
import { whyNotWritten, writeNotes } from '../imports/write-notes';
import type { NoteWriter } from '../ports/note-writer';
import { incomingEntry, incomingNote, type EntryView } from './book-views';
import { planEntries, type MirrorParts } from './mirror-plan';
import type { UndoStep } from './undo-steps';
import type { TrackedEntry, WatchedBook } from './watched-book';

/** Whose side of an entry stays. */
export type KeptSide = 'mine' | 'theirs';

/** What settling needs. */
export interface SettleParts extends MirrorParts {
  readonly writer: NoteWriter;
}

/** How settling an entry ended. */
export type Settled =
  | {
      readonly kind: 'settled';
      /** The entry as it is known from now on; undefined for one that does not belong to the book any more. */
      readonly entry: TrackedEntry | undefined;
      readonly step: Partial<UndoStep>;
    }
  /** There is nothing to settle. */
  | { readonly kind: 'nothing' }
  /** `sentence` is for the user; nothing was changed. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Settles what differs between an entry and its note. What is written is given in the step, with the text before. */
export async function settleEntry(
  book: WatchedBook,
  view: EntryView,
  keep: KeptSide,
  parts: SettleParts,
): Promise<Settled> {
  const { entry, state } = view;
  if (state === 'kept' && !view.note) return keep === 'mine' ? { kind: 'nothing' } : makeAnew(book, entry, parts);
  if (state === 'conflict' || state === 'changed' || state === 'kept') return settleNote(book, view, keep, parts);
  if (state === 'missing')
    return keep === 'mine' ? { kind: 'settled', entry: undefined, step: {} } : remove(view, parts);
  if (state !== 'removed') return { kind: 'nothing' };
  return keep === 'mine'
    ? { kind: 'settled', entry: { ...entry, isSettled: true }, step: {} }
    : makeAnew(book, entry, parts);
}

const UNREADABLE: Settled = { kind: 'refused', sentence: 'The note cannot be read.' };

async function settleNote(book: WatchedBook, view: EntryView, keep: KeptSide, parts: SettleParts): Promise<Settled> {
  const { entry, note, state } = view;
  const { memory, settings, finder } = parts;
  if (state !== 'conflict' && keep === 'mine') return { kind: 'nothing' };
  const current = note && (await finder.text(note.path));
  const incoming = incomingNote(book, entry, settings.loreTag);
  if (!note || current === undefined || incoming === undefined) return UNREADABLE;
  const known = memory.source(entry.source);
  const base = settledBase(current, incoming, known?.base, keep);
  if (!base) return UNREADABLE;
  const about = { source: entry.source, title: entry.title, path: note.path, ...(known && { known }) };
  const remember = (next: typeof base): void =>
    memory.remember(entry.source, { path: note.path, book: bookKey('sillytavern', book.book), base: next });
  if (keep === 'mine') {
    remember(base);
    const written: WrittenNote = { ...about, hash: contentHash(current), before: current };
    return { kind: 'settled', entry, step: { notes: [written], declined: { [entry.uid]: entry.raw } } };
  }
  const merged = mergeNote(current, incoming, base);
  if (merged.kept !== undefined) return { kind: 'refused', sentence: merged.kept };
  const result = await parts.writer.replace(note.path, current, merged.text);
  if (result.kind !== 'written') return { kind: 'refused', sentence: whyNotWritten(result) };
  remember(merged.base);
  const written: WrittenNote = { ...about, hash: contentHash(merged.text), before: current };
  return { kind: 'settled', entry, step: { notes: [written] } };
}

async function remove({ entry, note }: EntryView, { finder, writer }: SettleParts): Promise<Settled> {
  const text = note && (await finder.text(note.path));
  if (!note || text === undefined) return UNREADABLE;
  const result = await writer.remove(note.path, text);
  if (result.kind !== 'written') return { kind: 'refused', sentence: whyNotWritten(result) };
  return { kind: 'settled', entry: undefined, step: { removed: [{ path: note.path, text, entry }] } };
}

async function makeAnew(book: WatchedBook, entry: TrackedEntry, parts: SettleParts): Promise<Settled> {
  const imported = incomingEntry(book, entry);
  if (!imported) return { kind: 'refused', sentence: 'The entry has neither keys nor text.' };
  const plan = await planEntries(book, [imported], {}, parts);
  const [planned] = plannedNotes(plan);
  if (planned?.text === undefined) return UNREADABLE;
  const { source, title, path, current, text, base } = planned;
  const pending = { source, title, path, text, ...(current !== undefined && { current }) };
  const { notes, folders, failed } = await writeNotes([pending], parts);
  const [written] = notes;
  if (!written) return { kind: 'refused', sentence: failed[0]?.sentence ?? '' };
  const known = parts.memory.source(source);
  parts.memory.remember(source, { path: written.path, book: bookKey('sillytavern', book.book), base });
  return {
    kind: 'settled',
    entry: { ...entry, path: written.path, state: 'there', isSettled: false },
    step: { notes: [{ ...written, ...(known && { known }) }], folders },
  };
}
