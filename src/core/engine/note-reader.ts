import { entryProblem, type EntryProblem } from '../lore/entry-problem';
import type { NoteReading } from '../lore/lore-entry';
import { parseNote } from '../lore/parse-note';
import type { ParseOptions } from '../lore/parse-options';
import { aloneOf } from '../lore/shared-title';
import type { Log } from '../ports/log';
import type { NoteSource, NoteStat, NoteText } from '../ports/note-source';
import type { IndexChange, LoreIndex } from '../search/lore-index';

/** What reading depends on besides the notes. */
export interface ReadingContext {
  readonly parse: ParseOptions;
  /** Where the last good state of notes is found that cannot be read now. */
  readonly known: LoreIndex;
}

/** Reads and parses notes of a source. What cannot be read keeps its last good state: errors are never deletions. */
export class NoteReader {
  constructor(
    private readonly source: NoteSource,
    private readonly log: Log,
  ) {}

  /** Reads the notes at the same time. */
  async read(paths: readonly string[], context: ReadingContext): Promise<readonly IndexChange[]> {
    const texts = await Promise.all(paths.map((path) => this.source.read(path)));
    return paths.flatMap((path, at) => {
      const text = texts[at];
      return text ? [this.#change(path, text, context)] : [];
    });
  }

  #change(path: string, read: NoteText, context: ReadingContext): IndexChange {
    const note = (reading: NoteReading, stat: Omit<NoteStat, 'path'> = { size: 0, modified: 0 }): IndexChange => ({
      kind: 'read',
      note: { path, size: stat.size, modified: stat.modified, reading },
    });
    switch (read.kind) {
      case 'missing':
        return { kind: 'removed', path };
      case 'text':
        return note(this.#parse(path, read.text, context.parse), read.stat);
      case 'binary':
        return note({ kind: 'quarantined', problems: [entryProblem('note-binary', { path, line: 1 })] });
      case 'too-large':
        return note({
          kind: 'quarantined',
          problems: [entryProblem('note-too-large', { path, line: 1 }, inMegabytes(read.size))],
        });
      case 'unreadable':
        return note(lastGood(path, read.reason, context.known));
    }
  }

  #parse(path: string, text: string, options: ParseOptions): NoteReading {
    try {
      return parseNote(path, text, options);
    } catch (error) {
      this.log.warn(`The note ${path} could not be understood.`, error);
      return {
        kind: 'quarantined',
        problems: [entryProblem('note-unreadable', { path, line: 1 }, 'the reader failed on it')],
      };
    }
  }
}

function lastGood(path: string, reason: string, index: LoreIndex): NoteReading {
  const known = index.notes.get(path)?.reading;
  if (known?.kind !== 'entry')
    return { kind: 'quarantined', problems: [entryProblem('note-unreadable', { path, line: 1 }, reason)] };
  const entry = aloneOf(known.entry);
  const isFresh = (problem: EntryProblem): boolean => problem.code !== 'note-stale';
  const problems = [...entry.problems.filter(isFresh), entryProblem('note-stale', { path, line: 1 }, reason)];
  return { kind: 'entry', entry: { ...entry, problems } };
}

function inMegabytes(bytes: number): string {
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}
