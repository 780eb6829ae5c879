import type { EntryId } from '../base/entry-id';
import { forkChatState, newChatState, type ChatState } from '../chat/chat-state';
import { readChatState } from '../chat/read-chat-state';
import { readStored, requireWritable } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import { listOf } from '../base/json-value';
import type { Clock } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';

const DOCUMENT = storedDocuments.chats;
/** Chats whose state is kept; those unchanged for longest are forgotten first. */
const MOST_CHATS = 2_000;

/** What may be changed of a chat's state. */
export type ChatStateChange = Partial<Omit<ChatState, 'id' | 'parent' | 'renewed' | 'changed'>>;

/** The states of all chats, kept in one document. */
export class ChatStates {
  readonly #chats = new Map<string, ChatState>();
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly clock: Clock,
    private readonly log: Log,
    /** The id that an entry has today: notes are renamed while decisions keep the old id. */
    private readonly currentId: (id: EntryId) => EntryId = (id) => id,
  ) {}

  async load(): Promise<void> {
    const { value: document, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    for (const stored of listOf(document?.['chats'])) {
      const state = readChatState(stored);
      if (state) this.#chats.set(state.id, state);
    }
  }

  /** Newest change first. */
  list(): readonly ChatState[] {
    return [...this.#chats.values()].sort((a, b) => b.changed - a.changed).map((state) => this.#today(state));
  }

  /** The state of a chat; a chat seen for the first time begins with its parent's. Nothing is stored by looking. */
  of(id: string, parent?: string): ChatState {
    const known = this.#chats.get(id);
    if (known) return this.#today(known);
    if (parent === undefined) return newChatState(id);
    return forkChatState(this.#today(this.#chats.get(parent) ?? newChatState(parent)), id);
  }

  /** Keeps a branch's own copy from now on, so that later changes of the parent do not reach it. */
  async adopt(id: string, parent: string | undefined, name: string | undefined): Promise<void> {
    const known = this.#chats.get(id);
    // A branch of a chat without decisions is kept too: decisions that the parent gets from now on are not its own.
    if (known ? name === undefined || known.name === name : parent === undefined) return;
    await this.#put({ ...this.of(id, parent), name: name ?? known?.name });
  }

  /**
   * Changes a chat's state and stores it. Taking a pin or block back gives the entry its one use in this chat back.
   *
   * @param turn Index of the next message, from which uses count again.
   * @throws ReadOnlyDocument where the states may only be read.
   */
  async change(id: string, change: ChatStateChange, turn: number): Promise<ChatState> {
    requireWritable(this.#readOnly);
    const before = this.of(id);
    const merged = { ...before, ...change };
    const stays = new Set([...merged.pins, ...merged.blocks]);
    const released = [...before.pins, ...before.blocks].filter((entry) => !stays.has(entry));
    const renewed = { ...before.renewed, ...Object.fromEntries(released.map((entry) => [entry, turn])) };
    const next = { ...merged, renewed, changed: this.clock.now() };
    await this.#put(next);
    return next;
  }

  /** The state with the ids that its entries have now. */
  #today(state: ChatState): ChatState {
    const ids = (list: readonly EntryId[]): readonly EntryId[] => [...new Set(list.map((id) => this.currentId(id)))];
    const renewed = Object.entries(state.renewed).map(([id, turn]) => [this.currentId(id), turn] as const);
    return { ...state, pins: ids(state.pins), blocks: ids(state.blocks), renewed: Object.fromEntries(renewed) };
  }

  async #put(state: ChatState): Promise<void> {
    this.#chats.set(state.id, state);
    for (const oldest of this.list().slice(MOST_CHATS)) this.#chats.delete(oldest.id);
    if (this.#readOnly !== undefined) return;
    const { name, version } = DOCUMENT;
    await this.store.write(name, { version, chats: [...this.#chats.values()] }).catch((error: unknown) => {
      this.log.warn('A decision made for a chat could not be stored; it holds until the host stops.', error);
    });
  }
}
