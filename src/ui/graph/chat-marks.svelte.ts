import type { LorehearthClient } from '../../server/client';
import type { WireChatChange, WireChatState } from '../../server/contract/wire-chat';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** What the user decided for entries in the chat that is being played. */
export class ChatMarks {
  readonly state = new Loaded<WireChatState>();
  readonly #chats = new Loaded<readonly string[]>();
  #chat: string | undefined;

  constructor(
    private readonly client: LorehearthClient,
    private readonly known: () => string | undefined,
  ) {}

  /** The chat's name, or its id; undefined when there is no chat. */
  get chat(): string | undefined {
    return this.state.value && (this.state.value.name ?? this.state.value.id);
  }

  isPinned(entry: string): boolean {
    return this.state.value?.pins.some(({ id }) => id === entry) === true;
  }

  isBlocked(entry: string): boolean {
    return this.state.value?.blocks.some(({ id }) => id === entry) === true;
  }

  async load(): Promise<void> {
    const known = this.known();
    if (known === undefined) await this.#chats.load((signal) => this.#lastChats(signal));
    const chat = known ?? this.#chats.value?.[0];
    this.#chat = chat;
    if (chat === undefined) return;
    await this.state.load(async (signal) =>
      bodyOf(await this.client.v1.chats[':id'].$get({ param: { id: chat }, query: {} }, { init: { signal } })),
    );
  }

  /** Pins an entry, or takes the pin back. */
  async pin(entry: string): Promise<void> {
    await this.#change(this.isPinned(entry) ? { unpin: [entry] } : { pin: [entry] });
  }

  /** Blocks an entry, or takes the block back. */
  async block(entry: string): Promise<void> {
    await this.#change(this.isBlocked(entry) ? { unblock: [entry] } : { block: [entry] });
  }

  clear(): void {
    this.state.clear();
    this.#chats.clear();
    this.#chat = undefined;
  }

  async #change(json: WireChatChange): Promise<void> {
    const id = this.#chat;
    if (id === undefined) return;
    await this.state.load(async (signal) =>
      bodyOf(await this.client.v1.chats[':id'].$patch({ param: { id }, json }, { init: { signal } })),
    );
  }

  async #lastChats(signal: AbortSignal): Promise<readonly string[]> {
    const reply = await this.client.v1['generation-chats'].$get({}, { init: { signal } });
    return (await bodyOf(reply)).items.map(({ id }) => id);
  }
}
