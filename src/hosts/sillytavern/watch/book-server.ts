import type { LorehearthClient } from '../../../server/client';
import type {
  WireMirrored,
  WireMirrorRequest,
  WireWatchedBook,
  WireWatchedChanges,
  WireWatchedEntries,
} from '../../../server/contract/wire-watch';
import { clientFor, limitedSignal } from '../find-server';
import { objectOf, textOf } from '../json-value';
import type { ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';

/** What the server said. `away`: nobody answered; `refused`: it will say the same again. */
export type Told<Value> =
  | { readonly kind: 'ok'; readonly value: Value }
  | { readonly kind: 'away' }
  | { readonly kind: 'refused'; readonly status: number; readonly sentence: string };

/** Which side of an entry is kept: `mine` is the vault's, `theirs` the book's. */
export type Kept = 'mine' | 'theirs';

/** A book may have thousands of entries, each a note to write. In milliseconds. */
const patienceMs = 120_000;
/** Bytes of a body; the server takes 8 MiB, and on the way through SillyTavern's server a body gains. */
const mostBytes = { direct: 7.5 * 1024 * 1024, tunnel: 5 * 1024 * 1024 } as const;

/** What to say where nobody answered. */
export const awayText = 'Lorehearth did not answer. It is tried again by itself.';

const outdated = 'This version of Lorehearth cannot mirror lorebooks. Update it.';
const tooLarge =
  'This book is too large to be sent. Export it in SillyTavern and import the file in Lorehearth, or split the book.';

type Books = LorehearthClient['v1']['watched-books'];
type Options = { readonly init: { readonly signal: AbortSignal } };

/** The server as far as it watches books. Nothing here rejects. */
export class BookServer {
  readonly #link: ServerLink;
  readonly #settings: SettingsStore;
  readonly #stopping = new AbortController();

  constructor(link: ServerLink, settings: SettingsStore) {
    this.#link = link;
    this.#settings = settings;
  }

  /** Where the server is, when this page may talk to it. */
  get base(): string | undefined {
    const { state } = this.#link;
    const { enabled, token } = this.#settings.get();
    return enabled && token !== '' && state.kind === 'connected' ? state.base : undefined;
  }

  /** Every book that is watched, whoever has asked for it. */
  list(): Promise<Told<readonly WireWatchedBook[]>> {
    return this.#ask(async (books, options) => {
      const response = await books.$get({}, options);
      return response.status === 200 ? told((await response.json()).items) : refusal(response, outdated);
    });
  }

  /** Sends a book as it is now. */
  mirror(json: WireMirrorRequest): Promise<Told<WireMirrored>> {
    if (this.#isTooLarge(json)) return Promise.resolve({ kind: 'refused', status: 413, sentence: tooLarge });
    return this.#ask(async (books, options) => {
      const response = await books.$put({ json }, options);
      return response.status === 200 ? told(await response.json()) : refusal(response, outdated);
    });
  }

  /** Which entries of a book have notes. */
  entries(id: string): Promise<Told<WireWatchedEntries>> {
    return this.#ask(async (books, options) => {
      const response = await books[':id'].entries.$get({ param: { id } }, options);
      return response.status === 200 ? told(await response.json()) : refusal(response);
    });
  }

  /** What the notes say otherwise than the book. */
  changes(id: string): Promise<Told<WireWatchedChanges>> {
    return this.#ask(async (books, options) => {
      const response = await books[':id'].changes.$get({ param: { id } }, options);
      return response.status === 200 ? told(await response.json()) : refusal(response);
    });
  }

  /** Settles what differs in an entry. */
  resolve(id: string, uid: string, keep: Kept): Promise<Told<WireWatchedBook>> {
    return this.#ask(async (books, options) => {
      const response = await books[':id'].resolve.$post({ param: { id }, json: { uid, keep } }, options);
      return response.status === 200 ? told((await response.json()).book) : refusal(response);
    });
  }

  /** Says that a book was deleted. */
  gone(id: string): Promise<Told<WireWatchedBook>> {
    return this.#ask(async (books, options) => {
      const response = await books[':id'].gone.$post({ param: { id } }, options);
      return response.status === 200 ? told(await response.json()) : refusal(response);
    });
  }

  /** The book is watched no longer; gives how many notes stay. */
  forget(id: string): Promise<Told<number>> {
    return this.#ask(async (books, options) => {
      const response = await books[':id'].$delete({ param: { id } }, options);
      return response.status === 200 ? told((await response.json()).notes) : refusal(response);
    });
  }

  /** Calls off what is under way, for good. */
  stop(): void {
    this.#stopping.abort();
  }

  async #ask<Value>(send: (books: Books, options: Options) => Promise<Told<Value>>): Promise<Told<Value>> {
    const { base } = this;
    if (base === undefined) return { kind: 'away' };
    const client = clientFor(base, this.#settings.get().token, this.#link.fetch);
    const limited = limitedSignal(this.#stopping.signal, patienceMs);
    try {
      return await send(client.v1['watched-books'], { init: { signal: limited.signal } });
    } catch {
      return { kind: 'away' };
    } finally {
      limited.release();
    }
  }

  #isTooLarge(body: WireMirrorRequest): boolean {
    const { state } = this.#link;
    const most = mostBytes[state.kind === 'connected' ? state.way : 'direct'];
    return new TextEncoder().encode(JSON.stringify(body)).length > most;
  }
}

function told<Value>(value: Value): Told<Value> {
  return { kind: 'ok', value };
}

/** @param whenAbsent what it means that nothing is at the address */
async function refusal(
  response: { readonly status: number; readonly json: () => Promise<unknown> },
  whenAbsent?: string,
): Promise<Told<never>> {
  const { status } = response;
  // A server that stops or is busy says so and may be asked again.
  if (status === 401 || status === 429 || status === 503) return { kind: 'away' };
  const problem = objectOf(await response.json().catch(() => undefined));
  const said = textOf(problem?.['detail']) ?? textOf(problem?.['title']);
  return { kind: 'refused', status, sentence: sentenceFor(status, problem?.['code'], said, whenAbsent) };
}

function sentenceFor(status: number, code: unknown, said: string | undefined, whenAbsent: string | undefined): string {
  if (status === 413) return tooLarge;
  if (status === 404 && whenAbsent !== undefined) return whenAbsent;
  if (code === 'scope_missing') return 'This page’s token does not allow that. Pair again.';
  return said ?? `Lorehearth answered with status ${String(status)}.`;
}
