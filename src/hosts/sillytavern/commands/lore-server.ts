import type { LorehearthClient } from '../../../server/client';
import { clientFor, type Fetch } from '../find-server';
import { objectOf, textOf } from '../json-value';
import type { LinkState, ServerLink } from '../server-link';
import { linkText } from '../ui/link-text';
import { CommandProblem } from './lore-command';

/** How long a command waits for the server, in milliseconds. */
const patienceMs = 10_000;
/** How long it waits until a large vault is read. */
const longPatienceMs = 120_000;

type Send<Answer> = (client: LorehearthClient, options: { init: { signal: AbortSignal } }) => Promise<Answer>;

/** The server as commands ask it: whatever stands in the way becomes a `CommandProblem`. */
export class LoreServer {
  readonly #link: ServerLink;
  readonly #fetch: Fetch;

  constructor(link: ServerLink, fetch: Fetch) {
    this.#link = link;
    this.#fetch = fetch;
  }

  /** How it stands with the server. */
  get state(): LinkState {
    return this.#link.state;
  }

  /** Asks the server, looking for it first when it is not known. */
  async ask<Answer>(send: Send<Answer>, patience: 'short' | 'long' = 'short'): Promise<Answer> {
    const signal = AbortSignal.timeout(patience === 'long' ? longPatienceMs : patienceMs);
    const connection = await this.#link.connection(signal);
    if (connection === undefined) throw new CommandProblem(stateText(this.#link.state));
    try {
      return await send(clientFor(connection.base, connection.token, this.#fetch), { init: { signal } });
    } catch (error) {
      if (error instanceof CommandProblem) throw error;
      if (signal.aborted) throw new CommandProblem('Lorehearth did not answer in time. Try again in a moment.');
      if (error instanceof SyntaxError)
        throw new CommandProblem('What answers there does not speak as Lorehearth does.');
      this.#link.failed(connection.base, 'absent');
      throw new CommandProblem(stateText(this.#link.state));
    }
  }
}

/** Rejects with what the server said against a request. */
export async function refusal(response: Pick<Response, 'status' | 'json'>): Promise<never> {
  const problem = objectOf(await response.json().catch(() => undefined));
  if (response.status === 401) {
    throw new CommandProblem('Lorehearth does not know this page’s token. Pair again in the Lorehearth settings.');
  }
  if (problem?.['code'] === 'scope_missing') {
    throw new CommandProblem('This page’s token does not allow that. Pair again in the Lorehearth settings.');
  }
  const said = textOf(problem?.['detail']) ?? textOf(problem?.['title']);
  throw new CommandProblem(said ?? `Lorehearth answered with status ${String(response.status)}.`);
}

/** How it stands, and what to do about it. */
function stateText(state: LinkState): string {
  const { title, hint } = linkText(state);
  const where = state.kind === 'unpaired' ? 'Open the Lorehearth settings among the extensions and press Pair.' : '';
  return [`${title.replace(/ …$/, '')}.`, hint, where].filter((sentence) => sentence !== '').join(' ');
}
