import type { WireEntryName } from '../../../server/contract/wire-lore';
import type { Suggestion } from './lore-command';
import { refusal, type LoreServer } from './lore-server';

/** So many names are known at most. */
const mostNames = 5_000;
/** So many are offered at once. */
const mostSuggestions = 100;
/** For how long known names are good enough, in milliseconds. */
const freshMs = 20_000;

/** What the entries are called, asked once in a while and kept. */
export class EntryNames {
  readonly #server: LoreServer;
  #names: readonly WireEntryName[] = [];
  #askedAt = -Infinity;

  constructor(server: LoreServer) {
    this.#server = server;
  }

  /** Names that fit what is typed so far, at once from what is known; what is old is asked anew for the next time. */
  suggestions(typed: string): readonly Suggestion[] {
    if (this.#server.state.kind === 'connected' && performance.now() - this.#askedAt > freshMs) {
      void this.all().catch(() => undefined);
    }
    return suggestionsFor(this.#names, typed);
  }

  /** The names as they were seen last. */
  get seen(): readonly WireEntryName[] {
    return this.#names;
  }

  /** The names as the server knows them now. */
  async all(): Promise<readonly WireEntryName[]> {
    this.#askedAt = performance.now();
    const { items } = await this.#server.ask(async (client, options) => {
      const query = { limit: String(mostNames) };
      const response = await client.v1['entry-names'].$get({ query }, options);
      return response.status === 200 ? response.json() : refusal(response);
    });
    this.#names = items;
    return items;
  }

  /** The entries that a name means. */
  async meant(name: string): Promise<readonly WireEntryName[]> {
    const { items } = await this.#server.ask(async (client, options) => {
      const response = await client.v1['entry-names'].$get({ query: { name } }, options);
      return response.status === 200 ? response.json() : refusal(response);
    });
    return items;
  }

  /** What is known may be wrong now. */
  forget(): void {
    this.#askedAt = -Infinity;
  }
}

function suggestionsFor(names: readonly WireEntryName[], typed: string): readonly Suggestion[] {
  const wanted = typed
    .trim()
    .toLowerCase()
    .replace(/^"|^\[\[/, '');
  const titles = new Map<string, number>();
  for (const { title } of names) titles.set(title.toLowerCase(), (titles.get(title.toLowerCase()) ?? 0) + 1);
  const all = names.flatMap((entry): readonly Suggestion[] => {
    const isUnique = titles.get(entry.title.toLowerCase()) === 1 && isTypable(entry.title);
    const aliases = entry.aliases
      .filter(isTypable)
      .map((value) => ({ value, description: `${entry.title} · ${entry.path}` }));
    return [{ value: isUnique ? entry.title : entry.path, description: entry.path }, ...aliases];
  });
  const fitting = all.filter(({ value }) => value.toLowerCase().includes(wanted));
  const first = fitting.filter(({ value }) => value.toLowerCase().startsWith(wanted));
  return [...new Set([...first, ...fitting])].slice(0, mostSuggestions);
}

/** Whether SillyTavern's parser leaves a name as it is. */
function isTypable(name: string): boolean {
  return !/[|{}\\]|^["[]|^\w+=/.test(name);
}
