import type { LorehearthClient } from '../../server/client';
import type { WireClients } from '../../server/contract/wire-clients';
import type { Scope } from '../../server/contract/wire-server';
import { bodyOf, failureWords, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { SingleTask } from '../single-task.svelte';

/** A token that was just made: it can be seen only now. */
export interface MadeToken {
  readonly name: string;
  readonly token: string;
}

/** Who may use the server: paired programs, and tokens that were made by hand. Needs an admin token. */
export class ClientsModel {
  readonly list = new Loaded<WireClients>();
  made = $state.raw<MadeToken>();
  /** Why the last wish was refused, and for which client; '' for a new one. */
  problem = $state.raw<{ readonly client: string; readonly sentence: string }>();
  readonly #task = new SingleTask();
  /** When the list came, in milliseconds since 1970. */
  now = $state(Date.now());

  constructor(private readonly client: LorehearthClient) {}

  get isBusy(): boolean {
    return this.#task.isRunning;
  }

  async refresh(): Promise<void> {
    await this.list.load(async (signal) => {
      const reply = await this.client.v1.clients.$get({}, { init: { signal } });
      return bodyOf(reply);
    });
    this.now = Date.now();
  }

  /** Makes a token by hand. False when it was refused. */
  async make(name: string, scopes: readonly Scope[]): Promise<boolean> {
    return this.#do('', async () => {
      const reply = await this.client.v1.clients.$post({ json: { name, scopes: [...scopes] } });
      const { client, token } = await bodyOf(reply);
      this.made = { name: client.name, token };
    });
  }

  /** Forgets the token that was made: it cannot be seen again. */
  forgetMade(): void {
    this.made = undefined;
  }

  /** Gives a client another name. False when it was refused. */
  async rename(id: string, name: string): Promise<boolean> {
    return this.#do(id, async () => {
      const reply = await this.client.v1.clients[':id'].$patch({ param: { id }, json: { name } });
      await bodyOf(reply);
    });
  }

  /** Takes the access of a client away. False when it was refused. */
  async revoke(id: string): Promise<boolean> {
    return this.#do(id, async () => {
      const reply = await this.client.v1.clients[':id'].$delete({ param: { id } });
      await bodyOf(reply);
    });
  }

  clear(): void {
    this.list.clear();
    this.made = undefined;
    this.#task.cancel();
    this.problem = undefined;
  }

  async #do(client: string, wish: () => Promise<void>): Promise<boolean> {
    if (this.isBusy) return false;
    this.problem = undefined;
    const asked = await this.#task.run(wish);
    if (asked.kind === 'dropped') return false;
    if (asked.kind === 'failure') this.problem = { client, sentence: sentenceOf(asked.failure) };
    await this.refresh();
    return asked.kind === 'answer';
  }
}

function sentenceOf(failure: Failure): string {
  const field = failure.kind === 'refused' ? failure.fields?.[0]?.message : undefined;
  return field ?? failureWords(failure).detail;
}
