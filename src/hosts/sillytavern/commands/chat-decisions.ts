import type { LorehearthClient } from '../../../server/client';
import type { WireChatState } from '../../../server/contract/wire-chat';
import { identifyChat } from '../chat-identity';
import { storageKey } from '../settings';
import type { ReadContext } from '../tavern-context';
import { CommandProblem } from './lore-command';
import { refusal, type LoreServer } from './lore-server';

type ChangeRequest = Parameters<LorehearthClient['v1']['chats'][':id']['$patch']>[0];
/** What is to be changed of the decisions for a chat. */
export type ChatChange = Omit<ChangeRequest['json'], 'parent'>;

/** What commands need to reach the decisions for the open chat. */
export interface DecisionPorts {
  readonly context: ReadContext;
  readonly server: LoreServer;
  readonly newId: () => string;
}

type OpenChat = { readonly file: string } & ReturnType<typeof identifyChat>;

/** The decisions for the chat that is open: pins, blocks, books, context, notebook. */
export class ChatDecisions {
  readonly #ports: DecisionPorts;
  /** The decisions seen last, for suggestions; `undefined` while they are asked for. */
  #seen: { readonly file: string; readonly state: WireChatState | undefined } | undefined;

  constructor(ports: DecisionPorts) {
    this.#ports = ports;
  }

  /** The decisions as they stand. */
  async read(): Promise<WireChatState> {
    const { file, id, parent } = this.#openChat();
    const query = parent === undefined ? {} : { parent };
    const state = await this.#ports.server.ask(async (client, options) => {
      const response = await client.v1.chats[':id'].$get({ param: { id }, query }, options);
      return response.status === 200 ? response.json() : refusal(response);
    });
    this.#seen = { file, state };
    return state;
  }

  /** Changes them and gives them as they stand then. */
  async change(change: ChatChange): Promise<WireChatState> {
    return this.keeper()(change);
  }

  /** Changes the decisions for the chat that is open now, whichever is open later. */
  keeper(): (change: ChatChange) => Promise<WireChatState> {
    const chat = this.#openChat();
    return (change) => this.#change(chat, change);
  }

  async #change({ file, id, parent }: OpenChat, change: ChatChange): Promise<WireChatState> {
    const json = parent === undefined ? change : { ...change, parent };
    const state = await this.#ports.server.ask(async (client, options) => {
      const response = await client.v1.chats[':id'].$patch({ param: { id }, json }, options);
      return response.status === 200 ? response.json() : refusal(response);
    });
    this.#seen = { file, state };
    return state;
  }

  /** The decisions as they were seen last in this chat; when they never were, they are there the next time. */
  get seen(): WireChatState | undefined {
    const { chatId = '', chatMetadata } = this.#ports.context();
    if (this.#seen?.file === chatId) return this.#seen.state;
    // To look at suggestions makes no chat known.
    if (chatMetadata[storageKey] === undefined || this.#ports.server.state.kind !== 'connected') return undefined;
    this.#seen = { file: chatId, state: undefined };
    void this.read().catch(() => undefined);
    return undefined;
  }

  #openChat(): OpenChat {
    const { context, newId } = this.#ports;
    const file = requireOpenChat(context);
    return { file, ...identifyChat(context(), newId) };
  }
}

/** The file name of the open chat. Throws a `CommandProblem` when there is none. */
export function requireOpenChat(context: ReadContext): string {
  const { chatId = '' } = context();
  if (chatId === '') throw new CommandProblem('No chat is open. Open one and try again.');
  return chatId;
}
