import type { LorehearthClient } from '../../server/client';
import type { WireEntry } from '../../server/contract/wire-lore';
import { Debounced } from '../debounced';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

const QUIET_MS = 150;
/** Entries that are asked for, and those that are offered. */
const ASKED = 60;
const OFFERED = 8;

/** Finds entries by a part of their name while it is being written. */
export class EntrySearch {
  readonly found = new Loaded<readonly WireEntry[]>();
  #text = $state('');
  readonly #ask = new Debounced(() => void this.#load(), QUIET_MS);

  constructor(private readonly client: LorehearthClient) {}

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    this.#text = value;
    if (value.trim() === '') this.clear();
    else this.#ask.call();
  }

  /** The best of them, those whose title begins with the text first. */
  get offers(): readonly WireEntry[] {
    return this.found.value?.slice(0, OFFERED) ?? [];
  }

  clear(): void {
    this.#ask.cancel();
    this.#text = '';
    this.found.clear();
  }

  async #load(): Promise<void> {
    const text = this.#text.trim();
    await this.found.load(async (signal) => {
      const query = { text, limit: String(ASKED) };
      const { items } = await bodyOf(await this.client.v1.entries.$get({ query }, { init: { signal } }));
      return [...items].sort((a, b) => rank(a, text) - rank(b, text) || a.title.localeCompare(b.title));
    });
  }
}

function rank({ title }: WireEntry, text: string): number {
  const [name, words] = [title.toLowerCase(), text.toLowerCase()];
  if (name.startsWith(words)) return 0;
  return name.includes(words) ? 1 : 2;
}
