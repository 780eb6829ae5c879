import type { Fetch } from '../find-server';
import { listOf, objectOf, textOf } from '../json-value';
import type { ReadContext } from '../tavern-context';
import { bookDigest, entriesOf, type BookData } from './book-digest';

/** What reading a book comes to. `failed`: it may well be there. */
export type BookReading =
  | { readonly kind: 'book'; readonly data: BookData; readonly digest: string }
  | { readonly kind: 'absent' }
  | { readonly kind: 'failed' };

/** How long SillyTavern may take for one request, in milliseconds. */
const patienceMs = 15_000;

/** The user's lorebooks, as SillyTavern's server has them: what the page holds misses whatever others have written. */
export class TavernBooks {
  readonly #context: ReadContext;
  readonly #fetch: Fetch;

  /** @param fetch reaches SillyTavern's own server by path */
  constructor(context: ReadContext, fetch: Fetch) {
    this.#context = context;
    this.#fetch = fetch;
  }

  /** This version of SillyTavern offers all that is needed. */
  get isPossible(): boolean {
    const { getRequestHeaders, getWorldInfoNames, loadWorldInfo, saveWorldInfo } = this.#context();
    return [getRequestHeaders, getWorldInfoNames, loadWorldInfo, saveWorldInfo].every((part) => part !== undefined);
  }

  /** The books that the page knows of. */
  names(): readonly string[] {
    return this.#context().getWorldInfoNames?.() ?? [];
  }

  /** The books that are there; `undefined` when nobody can tell. */
  async list(): Promise<readonly string[] | undefined> {
    const answer = await this.#ask('/api/worldinfo/list', {});
    if (answer?.status === 404) return this.#listOfOldVersion();
    if (answer?.ok !== true) return undefined;
    const body: unknown = await answer.json().catch(() => undefined);
    return Array.isArray(body) ? listOf(body).flatMap((item) => textOf(objectOf(item)?.['file_id']) ?? []) : undefined;
  }

  /**
   * Reads a book from SillyTavern's server, which gives an empty one for a file that is not there.
   *
   * @param wasEmpty nothing else is expected
   */
  async read(book: string, wasEmpty = false): Promise<BookReading> {
    const missing = this.names().includes(book) ? undefined : await this.#missing(book);
    if (missing !== undefined) return missing;
    const answer = await this.#ask('/api/worldinfo/get', { name: book });
    const data = answer?.ok === true ? objectOf(await answer.json().catch(() => undefined)) : undefined;
    if (data === undefined) return { kind: 'failed' };
    const isSure = entriesOf(data).length > 0 || wasEmpty;
    const gone = isSure ? undefined : await this.#missing(book);
    return gone ?? { kind: 'book', data, digest: bookDigest(data) };
  }

  /** The digest of a book as the page holds it; `undefined` when it does not. */
  async pageDigest(book: string): Promise<string | undefined> {
    const data = objectOf(await this.#context().loadWorldInfo?.(book));
    return data === undefined ? undefined : bookDigest(data);
  }

  /** Keeps a book, shows it anew where it is open, and gives whether it has arrived. */
  async write(book: string, data: BookData): Promise<boolean> {
    const { saveWorldInfo, reloadWorldInfoEditor } = this.#context();
    // SillyTavern keeps the very object that it is given.
    await saveWorldInfo?.(book, structuredClone(data), true);
    const written = await this.read(book);
    reloadWorldInfoEditor?.(book);
    return written.kind === 'book' && written.digest === bookDigest(data);
  }

  async #missing(book: string): Promise<Exclude<BookReading, { kind: 'book' }> | undefined> {
    const list = await this.list();
    if (list === undefined) return { kind: 'failed' };
    return list.includes(book) ? undefined : { kind: 'absent' };
  }

  async #listOfOldVersion(): Promise<readonly string[] | undefined> {
    await this.#context().updateWorldInfoList?.();
    return this.names();
  }

  async #ask(path: string, body: object): Promise<Response | undefined> {
    const headers = this.#context().getRequestHeaders?.() ?? {};
    const init = { method: 'POST', headers, body: JSON.stringify(body), cache: 'no-store' } as const;
    try {
      return await this.#fetch(path, { ...init, signal: AbortSignal.timeout(patienceMs) });
    } catch {
      return undefined;
    }
  }
}
