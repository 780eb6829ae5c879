import { contentHash } from '../base/content-hash';
import type { NoteSource } from '../ports/note-source';
import type { NoteWriter, NoteWriting } from '../ports/note-writer';
import type { ImportMemory } from './import-memory';
import type { UndoReport } from './import-report';
import type { UndoRecord, WrittenNote } from './undo-record';
import { whyNotWritten } from './write-notes';

/** What undoing needs. */
export interface UndoParts {
  readonly source: NoteSource;
  readonly writer: NoteWriter;
  readonly memory: ImportMemory;
  /** Where the note of an entry is today, if it was moved. */
  readonly pathOf: (source: string) => string | undefined;
  /** Gives the host its turn now and then. */
  readonly pause: () => Promise<void>;
}

type Outcome = 'removed' | 'restored' | 'gone' | { readonly kept: string };

/** Takes back what an import wrote, wherever nobody changed it since; everything else stays. */
export async function undoImport(record: UndoRecord, parts: UndoParts): Promise<UndoReport> {
  const report = { removed: [] as string[], restored: [] as string[], gone: [] as string[] };
  const kept: UndoReport['kept'][number][] = [];
  // The last first: an entry may have been written twice.
  for (const note of [...record.notes].reverse()) {
    const { outcome, path } = await undoNote(note, parts);
    if (typeof outcome === 'object') kept.unshift({ title: note.title, path, sentence: outcome.kept });
    else {
      report[outcome].unshift(path);
      if (note.source !== '') parts.memory.remember(note.source, note.known);
    }
    await parts.pause();
  }
  const deepestFirst = [...record.folders].sort((a, b) => b.split('/').length - a.split('/').length);
  for (const folder of deepestFirst) await parts.writer.removeEmptyFolder(folder);
  return { id: record.run, ...report, kept };
}

async function undoNote(
  note: WrittenNote,
  parts: UndoParts,
): Promise<{ readonly outcome: Outcome; readonly path: string }> {
  const { source } = parts;
  let path = note.path;
  let text = await source.read(path);
  const moved = parts.pathOf(note.source);
  if (text.kind === 'missing' && moved !== undefined && moved !== path) {
    path = moved;
    text = await source.read(path);
  }
  if (text.kind === 'missing') return { outcome: 'gone', path };
  if (text.kind !== 'text') return { outcome: { kept: 'The note cannot be read.' }, path };
  // An import that was cut short did not get to every note.
  if (text.text === note.before) return { outcome: 'restored', path };
  if (contentHash(text.text) !== note.hash) return { outcome: { kept: 'It was changed since, and stays.' }, path };
  return { outcome: await takeBack(note, path, text.text, parts.writer), path };
}

async function takeBack({ before }: WrittenNote, path: string, text: string, writer: NoteWriter): Promise<Outcome> {
  const result: NoteWriting =
    before === undefined ? await writer.remove(path, text) : await writer.replace(path, text, before);
  if (result.kind === 'written') return before === undefined ? 'removed' : 'restored';
  return result.kind === 'missing' ? 'gone' : { kept: whyNotWritten(result) };
}
