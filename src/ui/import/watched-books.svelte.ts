import type { LorehearthClient } from '../../server/client';
import type { WireWatchedBook, WireWatchedChanges } from '../../server/contract/wire-watch';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { SingleTask } from '../single-task.svelte';

/** What differs in one entry of a watched book. */
export type WatchedChange = WireWatchedChanges['items'][number];

/** How the last wish about a book ended. */
interface WatchedOutcome {
  readonly book: string;
  readonly failure: Failure;
}

/** Lorebooks of SillyTavern that are mirrored into the vault, and what differs between them and their notes. */
export class WatchedBooks {
  readonly books = new Loaded<readonly WireWatchedBook[]>();
  /** Of the book that is opened. */
  readonly changes = new Loaded<readonly WatchedChange[]>();
  /** Id of the book whose differences are shown. */
  opened = $state<string>();
  readonly #task = new SingleTask();
  #workedOn = $state<string>();
  /** Why the last wish came to nothing. */
  outcome = $state.raw<WatchedOutcome>();

  /** @param onSettled Something was decided, which can be undone as an import can. */
  constructor(
    private readonly client: LorehearthClient,
    private readonly onSettled: () => Promise<void>,
  ) {}

  /** Id of the book about which something is being done. */
  get working(): string | undefined {
    return this.#task.isRunning ? this.#workedOn : undefined;
  }

  async refresh(): Promise<void> {
    await this.books.load(async (signal) => {
      const reply = await this.client.v1['watched-books'].$get({}, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
    const isThere = this.books.value?.some(({ id }) => id === this.opened) ?? true;
    if (!isThere) this.#close();
    if (this.opened !== undefined) await this.#loadChanges(this.opened);
  }

  /** Shows what differs in a book, or nothing any more. */
  async toggle(id: string): Promise<void> {
    const isOpen = this.opened === id;
    this.#close();
    if (isOpen) return;
    this.opened = id;
    await this.#loadChanges(id);
  }

  /** Settles what differs in an entry. */
  async resolve(id: string, uid: string, keep: 'mine' | 'theirs'): Promise<void> {
    await this.#work(id, async () => {
      const reply = await this.client.v1['watched-books'][':id'].resolve.$post({ param: { id }, json: { uid, keep } });
      await bodyOf(reply);
    });
  }

  /** Mirrors a book no longer; its notes stay. */
  async stop(id: string): Promise<void> {
    await this.#work(id, async () => {
      await bodyOf(await this.client.v1['watched-books'][':id'].$delete({ param: { id } }));
    });
  }

  clear(): void {
    this.#close();
    this.books.clear();
    this.#task.cancel();
    this.outcome = undefined;
  }

  #close(): void {
    this.opened = undefined;
    this.changes.clear();
  }

  async #work(book: string, send: () => Promise<void>): Promise<void> {
    if (this.#task.isRunning) return;
    this.#workedOn = book;
    this.outcome = undefined;
    const asked = await this.#task.run(send);
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure') this.outcome = { book, failure: asked.failure };
    await Promise.all([this.refresh(), this.onSettled()]);
  }

  async #loadChanges(id: string): Promise<void> {
    await this.changes.load(async (signal) => {
      const reply = await this.client.v1['watched-books'][':id'].changes.$get({ param: { id } }, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
  }
}
