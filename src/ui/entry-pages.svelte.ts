import { SvelteMap } from 'svelte/reactivity';
import type { LorehearthClient } from '../server/client';
import type { WireEntry, WireEntryFacets } from '../server/contract/wire-lore';
import { ask } from './ask';
import { bodyOf, type Failure } from './failure';

const PAGE = 200;

/** What a list of entries is narrowed to; absent parts narrow nothing. */
export interface EntryQuery {
  readonly text?: string;
  readonly tag?: string;
  readonly folder?: string;
  readonly type?: string;
  readonly problems?: 'true';
  /** The most used first; by title without it. */
  readonly sort?: 'use';
}

/** A long list of entries of which only the pages that are looked at are loaded. */
export class EntryPages {
  /** Entries of the whole list; undefined until the first page came. */
  total = $state<number>();
  /** What the entries of the whole index can be narrowed by; undefined until the first page came. */
  facets = $state.raw<WireEntryFacets>();
  failure = $state.raw<Failure>();
  isLoading = $state(false);
  #query: EntryQuery = {};
  #generation = new AbortController();
  #asked: readonly number[] = [];
  readonly #pages = new SvelteMap<number, readonly WireEntry[]>();

  constructor(private readonly client: LorehearthClient) {}

  /** The entry at a place of the list; undefined while its page is not there. */
  at(index: number): WireEntry | undefined {
    return this.#pages.get(Math.floor(index / PAGE))?.[index % PAGE];
  }

  /** Starts anew with another query. The old list stays until the first page of the new one is there. */
  async open(query: EntryQuery): Promise<void> {
    this.#query = query;
    await this.#start(true);
  }

  /** Loads the same list again; what was there stays until it is replaced. */
  async reopen(): Promise<void> {
    await this.#start(false);
  }

  /** Sees to it that the entries from `first` to `last` come. Reads `isLoading`, so that an effect asks again when it may. */
  ensure(first: number, last: number): void {
    if (this.isLoading) return;
    for (let page = Math.floor(first / PAGE); page <= Math.floor(last / PAGE); page += 1) {
      if (!this.#asked.includes(page)) void this.#load(page, false);
    }
  }

  /** Forgets the list and drops what is under way. */
  clear(): void {
    this.#generation.abort();
    this.#asked = [];
    this.#pages.clear();
    this.total = undefined;
    this.facets = undefined;
    this.failure = undefined;
    this.isLoading = false;
  }

  async #start(replaces: boolean): Promise<void> {
    this.#generation.abort();
    const generation = new AbortController();
    this.#generation = generation;
    this.#asked = [];
    this.isLoading = true;
    await this.#load(0, replaces);
    if (this.#generation === generation) this.isLoading = false;
  }

  async #load(page: number, replaces: boolean): Promise<void> {
    const { signal } = this.#generation;
    this.#asked = [...this.#asked, page];
    const asked = await ask(() => this.#request(page, signal), signal);
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure') {
      this.#asked = this.#asked.filter((one) => one !== page);
      this.failure = asked.failure;
      return;
    }
    this.failure = undefined;
    this.total = asked.value.total;
    this.facets = asked.value.facets;
    if (replaces) this.#pages.clear();
    this.#pages.set(page, asked.value.items);
  }

  async #request(page: number, signal: AbortSignal) {
    const query = { ...this.#query, offset: String(page * PAGE), limit: String(PAGE) };
    const reply = await this.client.v1.entries.$get({ query }, { init: { signal } });
    return bodyOf(reply);
  }
}
