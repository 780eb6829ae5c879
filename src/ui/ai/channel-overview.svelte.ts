import type { LorehearthClient } from '../../server/client';
import type { WireChannels } from '../../server/contract/wire-channels';
import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';

/** What a change sends, and gets back. */
export type ChannelsChange = Parameters<LorehearthClient['v1']['channels']['$patch']>[0]['json'];

/** Channels, connections and their states as the server has them. Changes go one after the other. */
export class ChannelOverview {
  readonly loaded = new Loaded<WireChannels>();
  #last: Promise<unknown> = Promise.resolve();
  #underWay = 0;

  constructor(private readonly client: LorehearthClient) {}

  get value(): WireChannels | undefined {
    return this.loaded.value;
  }

  async refresh(): Promise<void> {
    // The answer to a change is newer than what a question beside it would bring.
    if (this.#underWay > 0) return;
    await this.loaded.load(async (signal) => {
      const reply = await this.client.v1.channels.$get({}, { init: { signal } });
      return bodyOf(reply);
    });
  }

  /** Changes channels or connections; undefined when it went well. */
  change(change: ChannelsChange): Promise<Failure | undefined> {
    return this.#next(async () => {
      const reply = await this.client.v1.channels.$patch({ json: change });
      return bodyOf(reply);
    });
  }

  /** Has a connection tried again that was not asked for a while. */
  reset(id: string): Promise<Failure | undefined> {
    return this.#next(async () => {
      const reply = await this.client.v1.connections[':id'].reset.$post({ param: { id } });
      return bodyOf(reply);
    });
  }

  #next(send: () => Promise<WireChannels>): Promise<Failure | undefined> {
    this.#underWay += 1;
    const done = this.#last.then(() => this.#send(send)).finally(() => (this.#underWay -= 1));
    this.#last = done.catch(() => undefined);
    return done;
  }

  async #send(send: () => Promise<WireChannels>): Promise<Failure | undefined> {
    const asked = await ask(send, new AbortController().signal);
    if (asked.kind === 'failure') return asked.failure;
    if (asked.kind === 'answer') this.loaded.put(asked.value);
    return undefined;
  }
}
