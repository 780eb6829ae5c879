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

/** Reckons a change from the state at the moment in which it is made, so that changes at the same time all count. */
export type ChatStateChanging = (state: ChatState) => ChatStateChange;

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
  async change(id: string, change: ChatStateChange | ChatStateChanging, turn: number): Promise<ChatState> {
    requireWritable(this.#readOnly);
    const before = this.of(id);
    const merged = { ...before, ...(typeof change === 'function' ? change(before) : change) };
    const stays = new Set([...merged.pins, ...merged.blocks]);
    const released = [...before.pins, ...before.blocks].filter((entry) => !stays.has(entry));
    const renewed = { ...before.renewed, ...Object.fromEntries(released.map((entry) => [entry, turn])) };
    const next = { ...merged, renewed, changed: this.clock.now() };
    await this.#put(next);
    return next;
  }

  /**
   * Takes decisions along with the notes that move, before the index has them at their new places: later another note
   * may stand where one of them stood.
   */
  async follow(moves: readonly (readonly [EntryId, EntryId])[]): Promise<void> {
    const to = new Map(moves);
    const moved = [...this.#chats.values()]
      .map((state) => this.#today(state))
      .filter(({ pins, blocks, renewed }) => [...pins, ...blocks, ...Object.keys(renewed)].some((id) => to.has(id)));
    for (const state of moved)
      this.#chats.set(
        state.id,
        withIds(state, (id) => to.get(id) ?? id),
      );
    if (moved.length > 0) await this.#store();
  }

  /** The state with the ids that its entries have now. */
  #today(state: ChatState): ChatState {
    return withIds(state, this.currentId);
  }

  async #put(state: ChatState): Promise<void> {
    this.#chats.set(state.id, state);
    for (const oldest of this.list().slice(MOST_CHATS)) this.#chats.delete(oldest.id);
    await this.#store();
  }

  async #store(): Promise<void> {
    if (this.#readOnly !== undefined) return;
    const { name, version } = DOCUMENT;
    await this.store.write(name, { version, chats: [...this.#chats.values()] }).catch((error: unknown) => {
      this.log.warn('A decision made for a chat could not be stored; it holds until the host stops.', error);
    });
  }
}

function withIds(state: ChatState, idOf: (id: EntryId) => EntryId): ChatState {
  const ids = (list: readonly EntryId[]): readonly EntryId[] => [...new Set(list.map((id) => idOf(id)))];
  const renewed = Object.entries(state.renewed).map(([id, turn]) => [idOf(id), turn] as const);
  return { ...state, pins: ids(state.pins), blocks: ids(state.blocks), renewed: Object.fromEntries(renewed) };
}
