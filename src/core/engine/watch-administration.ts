import type { UndoReport } from '../imports/import-report';
import { parseNote } from '../lore/parse-note';
import type { LoreEntry } from '../lore/lore-entry';
import type { Settings } from '../settings/settings-table';
import type { BookChange } from '../watch/book-changes';
import type { EntryView } from '../watch/book-views';
import type { MirrorRefusal, MirrorRequest } from '../watch/mirror-request';
import type { MirrorReport } from '../watch/mirror-report';
import type { KeptSide } from '../watch/settle-entry';
import type { WatchedBook, WatchStep } from '../watch/watched-book';
import { WatchedBooks, type Resolution, type WatchedOverview } from '../watch/watched-books';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import { HostTurns } from './host-turns';
import type { ImportAdministration } from './import-administration';
import { indexOptions } from './index-options';
import type { VaultLore } from './vault-lore';

/** What watched lorebooks need of the engine. */
export interface WatchAdministrationParts {
  readonly ports: EnginePorts;
  readonly lore: VaultLore;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly imports: ImportAdministration;
}

const INDEXING = { kind: 'refused', sentence: 'The vault is still being read. Try again when that is done.' } as const;

/** Lorebooks of SillyTavern that are mirrored into the vault as they change. */
export class WatchAdministration {
  readonly #books: WatchedBooks;
  #bookBySource: ReadonlyMap<string, string> = new Map();

  constructor(private readonly parts: WatchAdministrationParts) {
    const { ports, lore, settings, imports } = parts;
    const { clock, pause = () => Promise.resolve() } = ports;
    const turns = new HostTurns(clock, pause);
    this.#books = new WatchedBooks({
      ...ports,
      settings,
      imports: imports.shared,
      entries: () => lore.entriesOf(),
      parse: (path, text) => this.#parse(path, text),
      pause: () => turns.give(),
    });
  }

  /** The books that are watched, by name. */
  list(): Promise<readonly WatchedOverview[]> {
    return this.#books.list();
  }

  /** Reads what is kept, so that turns need not wait for it. Never rejects. */
  async load(): Promise<void> {
    try {
      this.#bookBySource = await this.#books.bookBySource();
    } catch (error) {
      this.parts.ports.log.warn('The watched lorebooks could not be read.', error);
    }
  }

  /** Names the book of an entry's source, where it is one of these; costs a turn nothing but looking it up. */
  bookAmong(books: readonly string[]): (source: string) => string | undefined {
    const among = new Set(books);
    return (source) => {
      const book = this.#bookBySource.get(source);
      return book !== undefined && among.has(book) ? book : undefined;
    };
  }

  /** What can be undone, a line for each book; those that are not watched any more too. */
  steps(): Promise<readonly { readonly book: WatchedBook; readonly step: WatchStep }[]> {
    return this.#books.steps();
  }

  /** Mirrors a book as it is now; answers when the index knows the notes. The same digest again does nothing. */
  async mirror(
    request: MirrorRequest,
  ): Promise<{ kind: 'mirrored'; overview: WatchedOverview; report: MirrorReport } | MirrorRefusal> {
    // Notes that are not known yet would be taken for missing ones and made again.
    if (this.parts.lore.state.kind === 'indexing') return INDEXING;
    const mirrored = await this.#books.mirror(request);
    if (mirrored.kind !== 'mirrored') return mirrored;
    const { created, updated } = mirrored.report;
    await this.#changed(mirrored.overview.book.id, created + updated > 0);
    return mirrored;
  }

  /** Every entry of a book beside its note; undefined for a book that is not watched. */
  entries(id: string): Promise<{ book: WatchedBook; views: readonly EntryView[] } | undefined> {
    return this.#books.entries(id);
  }

  /** What the vault says otherwise than a book; undefined for a book that is not watched. */
  changes(id: string): Promise<{ book: WatchedBook; changes: readonly BookChange[] } | undefined> {
    return this.#books.changes(id);
  }

  /** Settles what differs in one entry. */
  async resolve(id: string, uid: string, keep: KeptSide): Promise<Resolution> {
    if (this.parts.lore.state.kind === 'indexing') return INDEXING;
    const resolution = await this.#books.resolve(id, uid, keep);
    if (resolution.kind === 'settled') await this.#changed(id, true);
    return resolution;
  }

  /** The book was deleted where it came from; its notes stay. Undefined for a book that is not watched. */
  async gone(id: string): Promise<WatchedOverview | undefined> {
    const overview = await this.#books.gone(id);
    if (overview) await this.#changed(id, false);
    return overview;
  }

  /** Mirrors a book no longer; its notes stay. Undefined for a book that is not watched. */
  async stop(id: string): Promise<WatchedOverview | undefined> {
    const overview = await this.#books.stop(id);
    if (overview) await this.#changed(id, false);
    return overview;
  }

  /** Takes the newest step of a book back, also after a restart; undefined where there is none. */
  async undo(id: string): Promise<UndoReport | undefined> {
    const report = await this.#books.undo(id);
    if (report) await this.#changed(id, true);
    return report;
  }

  async #changed(book: string, isWritten: boolean): Promise<void> {
    await this.load();
    if (isWritten) await this.parts.lore.catchUp();
    this.parts.events.emit({ kind: 'watched-changed', book });
  }

  #parse(path: string, text: string): LoreEntry | undefined {
    const { settings, lore, ports } = this.parts;
    const { parse } = indexOptions(settings(), '', ports.source.name);
    const reading = parseNote(path, text, { ...parse, books: lore.books.within('') });
    return reading.kind === 'entry' ? reading.entry : undefined;
  }
}
