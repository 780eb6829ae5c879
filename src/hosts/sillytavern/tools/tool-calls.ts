import type { WireFlagLoreAnswer, WireSearchLoreAnswer } from '../../../server/contract/wire-tools';
import { identifyChat } from '../chat-identity';
import { clientFor, limitedSignal } from '../find-server';
import type { LoreInterceptor } from '../interceptor';
import type { ServerLink } from '../server-link';
import type { ReadContext } from '../tavern-context';
import type { FlagArguments } from './tool-use';

/** What calls of tools need. */
export interface ToolCallPorts {
  readonly context: ReadContext;
  readonly link: ServerLink;
  readonly interceptor: Pick<LoreInterceptor, 'generation'>;
  readonly newId: () => string;
}

type Client = ReturnType<typeof clientFor>;

/** In which chat, and in the course of which generation, a model calls. */
interface CallPlace {
  readonly chat: { readonly id: string; readonly parent?: string; readonly name?: string };
  readonly generation?: string;
  readonly turn?: number;
}

/** The model, and the player with it, wait so long for the server. In milliseconds. */
const patienceMs = 10_000;

/** Calls of the tools at the server: `undefined` when there is no answer, whatever the cause. They never reject. */
export class ToolCalls {
  readonly #ports: ToolCallPorts;
  #stop = new AbortController();

  constructor(ports: ToolCallPorts) {
    this.#ports = ports;
  }

  search(queries: readonly string[]): Promise<WireSearchLoreAnswer | undefined> {
    return this.#call(async (client, place, init) => {
      const json = { ...place, queries: [...queries] };
      const response = await client.v1.tools.search_lore.$post({ json }, { init });
      return response.status === 200 ? response.json() : undefined;
    });
  }

  flag(call: FlagArguments): Promise<WireFlagLoreAnswer | undefined> {
    return this.#call(async (client, place, init) => {
      const response = await client.v1.tools.flag_lore.$post({ json: { ...place, ...call } }, { init });
      return response.status === 200 ? response.json() : undefined;
    });
  }

  /** The user has pressed stop: nobody waits any more. */
  stop(): void {
    this.#stop.abort();
    this.#stop = new AbortController();
  }

  async #call<Answer>(
    send: (client: Client, place: CallPlace, init: { readonly signal: AbortSignal }) => Promise<Answer | undefined>,
  ): Promise<Answer | undefined> {
    const { link } = this.#ports;
    const { signal, release } = limitedSignal(this.#stop.signal, patienceMs);
    try {
      const connection = await link.connection(signal);
      if (connection === undefined) return undefined;
      return await send(clientFor(connection.base, connection.token, link.fetch), this.#place(), { signal });
    } catch {
      return undefined;
    } finally {
      release();
    }
  }

  #place(): CallPlace {
    const { context, interceptor, newId } = this.#ports;
    const { chatId } = context();
    const chat = { ...identifyChat(context(), newId), ...(chatId === undefined ? {} : { name: chatId }) };
    const { generation } = interceptor;
    return generation === undefined ? { chat } : { chat, generation: generation.id, turn: generation.turn };
  }
}
