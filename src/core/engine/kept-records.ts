import type { InjectionRecord, RecordAt } from '../chat/injection-record';
import { listOf } from '../base/json-value';
import { LruMap } from '../base/lru-map';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = storedDocuments.records;
const MOST_CHATS = 200;
/** Turns of a chat that are kept, the newest. */
const MOST_TURNS = 2_000;

interface ChatRecords {
  readonly chat: string;
  readonly records: readonly RecordAt[];
}

/** The records of chats whose client has no place for them: by chat and turn, in one document. */
export class KeptRecords {
  readonly #chats = new LruMap<string, ChatRecords>(MOST_CHATS);
  #writing: Promise<void> | undefined;
  #isStale = false;
  #isReadOnly = false;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#isReadOnly = readOnly !== undefined;
    for (const chat of listIn(value, 'chats').flatMap(readChat)) this.#chats.set(chat.chat, chat);
  }

  /** The records of a chat, oldest first; a branch begins with those of its origin. */
  of(chat: string, parent?: string): readonly RecordAt[] {
    const known = this.#chats.get(chat) ?? (parent === undefined ? undefined : this.#chats.get(parent));
    return known?.records ?? [];
  }

  /**
   * Keeps what a turn injected. Turns from there on are forgotten: the chat was taken back to this one. Resolves when it
   * is stored.
   */
  add(chat: string, parent: string | undefined, turn: number, record: InjectionRecord): Promise<void> {
    const earlier = this.of(chat, parent).filter(([index]) => index < turn);
    this.#chats.set(chat, { chat, records: [...earlier, [turn, record] as const].slice(-MOST_TURNS) });
    this.#isStale = true;
    this.#writing ??= this.#write().finally(() => (this.#writing = undefined));
    return this.#writing;
  }

  /** Turns that come while a write is under way go into the next one together. */
  async #write(): Promise<void> {
    while (this.#isStale && !this.#isReadOnly) {
      this.#isStale = false;
      await this.store
        .write(DOCUMENT.name, { version: DOCUMENT.version, chats: [...this.#chats.values()] })
        .catch((error: unknown) => {
          this.log.warn('The record of a turn could not be stored; it holds until the host stops.', error);
        });
    }
  }
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const list: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return listOf(list);
}

function textIn(value: unknown, name: string): string {
  const text: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return typeof text === 'string' ? text : '';
}

function readChat(value: unknown): readonly ChatRecords[] {
  const chat = textIn(value, 'chat');
  return chat === '' ? [] : [{ chat, records: listIn(value, 'records').flatMap(readRecord) }];
}

function readRecord(value: unknown): readonly RecordAt[] {
  const [turn, record] = listOf(value);
  const g = textIn(record, 'g');
  if (!isCount(turn) || g === '') return [];
  return [[turn, { v: 1, g, e: listIn(record, 'e').flatMap(readEntry) }]];
}

function readEntry(value: unknown): InjectionRecord['e'] {
  const [id, flags, hash] = listOf(value);
  return typeof id === 'string' && isCount(flags) && typeof hash === 'string' ? [[id, flags, hash]] : [];
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}
