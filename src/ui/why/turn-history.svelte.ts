import type { LorehearthClient } from '../../server/client';
import type { WireKeptChat, WireTraceHead } from '../../server/contract/wire-generation';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** Turns of a chat that are asked for at most; the server keeps no more. */
const MOST_TURNS = 2_000;

/** The chats of which turns are kept, and the turns of one of them. */
export class TurnHistory {
  readonly chats = new Loaded<readonly WireKeptChat[]>();
  /** Newest first. */
  readonly heads = new Loaded<readonly WireTraceHead[]>();
  /** Id of the chat that is looked at; empty for the one with the newest turn. */
  chosen = $state('');

  constructor(private readonly client: LorehearthClient) {}

  /** The chat whose turns are shown; undefined when there is none. */
  get chat(): WireKeptChat | undefined {
    const chats = this.chats.value ?? [];
    return chats.find(({ id }) => id === this.chosen) ?? chats[0];
  }

  /** Whether the server keeps no turn at all. */
  get isEmpty(): boolean {
    return this.chats.value?.length === 0;
  }

  /** Asks whether there is a new turn, and loads the list again when there is. */
  async refresh(): Promise<void> {
    await this.chats.load(async (signal) => {
      const reply = await this.client.v1['generation-chats'].$get({}, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
    const { chat } = this;
    if (this.chats.failure !== undefined || chat === undefined) return;
    const heads = this.heads.value;
    const isSame = heads?.[0] !== undefined && JSON.stringify(heads[0]) === JSON.stringify(chat.last);
    if (!isSame || heads.length !== chat.turns || this.heads.failure !== undefined) await this.#loadHeads(chat.id);
  }

  /** Looks at another chat; empty for the one with the newest turn. */
  async choose(chat: string): Promise<void> {
    if (chat === this.chosen) return;
    const before = this.chat?.id;
    this.chosen = chat;
    if (this.chat?.id !== before) this.heads.clear();
    await this.refresh();
  }

  /** The turn before a turn: another message of the same chat. */
  before(id: string): WireTraceHead | undefined {
    const heads = this.heads.value ?? [];
    const at = heads.findIndex((head) => head.id === id);
    const head = heads[at];
    return head && heads.slice(at + 1).find(({ turn }) => turn < head.turn);
  }

  clear(): void {
    this.chats.clear();
    this.heads.clear();
    this.chosen = '';
  }

  async #loadHeads(chat: string): Promise<void> {
    await this.heads.load(async (signal) => {
      const query = { chat, limit: String(MOST_TURNS) };
      const reply = await this.client.v1.generations.$get({ query }, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
  }
}
