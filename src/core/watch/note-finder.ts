import { noteValues } from '../imports/note-values';
import type { LoreEntry } from '../lore/lore-entry';
import { SOURCE_PROPERTY, sourceOf } from '../lore/source-property';
import type { NoteSource } from '../ports/note-source';

/** A note of an entry, wherever it is today. */
export interface FoundNote {
  readonly path: string;
  /** The entry of the index; undefined for a note that is no lore at the moment. */
  readonly indexed: LoreEntry | undefined;
}

/** Finds the notes of entries by what they say they are from, wherever the user moved them. */
export class NoteFinder {
  readonly #bySource = new Map<string, LoreEntry>();
  readonly #unmarked: LoreEntry[] = [];

  /** @param lastPath Where the note of an entry was seen last: of several copies that one counts. */
  constructor(
    private readonly source: NoteSource,
    entries: Iterable<LoreEntry>,
    lastPath: (source: string) => string | undefined,
  ) {
    for (const entry of entries) {
      const id = sourceOf(entry);
      if (id === undefined) this.#unmarked.push(entry);
      else if (!this.#bySource.has(id) || lastPath(id) === entry.path) this.#bySource.set(id, entry);
    }
  }

  /** Entries that are from nowhere. */
  get unmarked(): readonly LoreEntry[] {
    return this.#unmarked;
  }

  indexed(source: string): LoreEntry | undefined {
    return this.#bySource.get(source);
  }

  /** The note of an entry; undefined where there is none. One that cannot be read counts as there. */
  async find(source: string, lastPath: string): Promise<FoundNote | undefined> {
    const indexed = this.#bySource.get(source);
    if (indexed) return { path: indexed.path, indexed };
    if (lastPath === '') return undefined;
    const note = await this.source.read(lastPath);
    if (note.kind === 'missing') return undefined;
    if (note.kind !== 'text') return { path: lastPath, indexed: undefined };
    const values = noteValues(note.text);
    const isIts = !values || values.properties.get(SOURCE_PROPERTY) === JSON.stringify(source);
    return isIts ? { path: lastPath, indexed: undefined } : undefined;
  }

  /** The text of a note; undefined for one that is gone or cannot be read. */
  async text(path: string): Promise<string | undefined> {
    const note = await this.source.read(path);
    return note.kind === 'text' ? note.text : undefined;
  }
}
