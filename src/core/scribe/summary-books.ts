import { LruMap } from '../base/lru-map';
import { PlacedDocuments } from '../documents/placed-documents';
import { storedDocuments } from '../documents/stored-documents';
import type { ScribePorts } from './ports';
import { readSummaryBook } from './read-summaries';
import type { SummaryBook } from './summary';

/** Chats whose summaries are kept; those unchanged for longest are forgotten first, and their notes stay. */
const MOST_CHATS = 500;
/** Characters of all of them together. */
const MOST_CHARACTERS = 20_000_000;
/** Chats whose summaries are held in memory. */
const HELD = 16;
/** What a message takes in a document, in characters. */
const MESSAGE = 30;

/** The summaries of all chats. */
export class SummaryBooks {
  readonly #documents: PlacedDocuments<SummaryBook>;
  readonly #held = new LruMap<string, SummaryBook>(HELD);

  constructor(ports: Pick<ScribePorts, 'store' | 'timer' | 'log'>) {
    this.#documents = new PlacedDocuments(
      {
        document: storedDocuments.scribe,
        most: MOST_CHATS,
        heaviest: MOST_CHARACTERS,
        weigh: ({ summaries }) =>
          summaries.reduce((sum, { text, messages }) => sum + text.length + MESSAGE * messages.length, 0),
        read: (stored) => readSummaryBook(stored),
      },
      ports,
    );
  }

  load(): Promise<void> {
    return this.#documents.load();
  }

  /** Errors: `ReadOnlyDocument` where summaries are read and never stored. */
  requireWritable(): Promise<void> {
    return this.#documents.requireWritable();
  }

  /** Whether summaries are read and never stored. Known once they were loaded. */
  get isReadOnly(): boolean {
    return this.#documents.isReadOnly;
  }

  /** Chats that have summaries, the one written of last first. */
  get chats(): readonly string[] {
    return [...this.#documents.keys].reverse();
  }

  /** The summaries of a chat; a branch of which none was written begins with those of its origin. */
  async of(chat: string, parent?: string): Promise<SummaryBook> {
    const known = this.#held.get(chat) ?? (await this.#documents.get(chat));
    if (known) {
      this.#held.set(chat, known);
      return known;
    }
    const origin = parent === undefined || parent === chat ? undefined : await this.of(parent);
    return { chat, summaries: origin?.summaries ?? [] };
  }

  /** Keeps the summaries of a chat; resolves when they are stored. */
  async put(book: SummaryBook): Promise<void> {
    this.#held.set(book.chat, book);
    this.#documents.put(book.chat, book);
    await this.#documents.flush();
  }

  /** Resolves when everything is stored. */
  flush(): Promise<void> {
    return this.#documents.flush();
  }
}
