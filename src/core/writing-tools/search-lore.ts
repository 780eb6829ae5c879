import type { EntryId } from '../base/entry-id';
import { isFunctionWord } from '../gaps/words/function-words';
import type { LoreEntry } from '../lore/lore-entry';
import { tokenize } from '../search/tokenize';
import { cutAtSentence, summaryOf } from './entry-texts';

/** The lore as the writing AI may search it. */
export interface SearchableLore {
  /** The best entries for a text, best first. */
  search(query: string, limit: number): readonly LoreEntry[];
  /** The entries that an entry links to. */
  linked(entry: LoreEntry): readonly LoreEntry[];
  /** Whether the chat may get to know an entry at all. */
  isAllowed(entry: LoreEntry): boolean;
  /** Entries whose text stands in the prompt already. */
  readonly given: ReadonlySet<EntryId>;
  /** Characters that an answer may have. */
  readonly longest: number;
}

/** What a search found. */
export interface LoreFound {
  readonly outcome: 'found' | 'known' | 'nothing';
  /** What the model is to be told. */
  readonly text: string;
  readonly entries: readonly { readonly entry: LoreEntry; readonly form: 'full' | 'summary' }[];
  /** Queries that no entry answers. */
  readonly unmet: readonly string[];
}

/** Queries that count. */
export const MOST_QUERIES = 4;
const MOST_HITS = 10;
const MOST_LINKED = 5;
/** An entry answers a query when it holds more than this share of its telling words. */
const LEAST_SHARE = 0.5;

/** Looks up lore for the AI that writes: the best entry in full, those it links to, and further hits, as summaries. */
export function searchLore(queries: readonly string[], lore: SearchableLore): LoreFound {
  const asked = queries.slice(0, MOST_QUERIES);
  const hits = asked.map((query) => ({ query, entries: answering(query, lore) }));
  const unmet = hits.filter(({ entries }) => entries.length === 0).map(({ query }) => query);
  const all = bestFirst(hits.map(({ entries }) => entries));
  const fresh = all.filter(({ id }) => !lore.given.has(id));
  const [best, ...others] = fresh;
  if (all.length === 0) return { outcome: 'nothing', text: nothingText(asked), entries: [], unmet };
  if (best === undefined) return { outcome: 'known', text: knownText(all), entries: [], unmet };
  const near = [...new Set([...lore.linked(best), ...others])]
    .filter((entry) => entry !== best && lore.isAllowed(entry) && !lore.given.has(entry.id))
    .slice(0, MOST_LINKED);
  return {
    outcome: 'found',
    text: foundText(best, near, unmet, lore.longest),
    entries: [{ entry: best, form: 'full' }, ...near.map((entry) => ({ entry, form: 'summary' as const }))],
    unmet,
  };
}

function answering(query: string, lore: SearchableLore): readonly LoreEntry[] {
  const terms = new Set(tokenize(query).filter((term) => !isFunctionWord(term)));
  if (terms.size === 0) return [];
  return lore.search(query, MOST_HITS).filter((entry) => {
    if (!lore.isAllowed(entry) || entry.text.trim() === '') return false;
    const words = new Set(tokenize([entry.title, ...entry.keys.map(({ text }) => text), entry.text].join('\n')));
    return [...terms].filter((term) => words.has(term)).length > LEAST_SHARE * terms.size;
  });
}

/** The best hits of all queries first, then the second best, and so on. */
function bestFirst(lists: readonly (readonly LoreEntry[])[]): readonly LoreEntry[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const ranks = Array.from({ length: longest }, (_, rank) => lists.flatMap((list) => list[rank] ?? []));
  return [...new Set(ranks.flat())];
}

function foundText(best: LoreEntry, near: readonly LoreEntry[], unmet: readonly string[], longest: number): string {
  const lines = near.map((entry) => `- “${entry.title}”: ${summaryOf(entry)}`);
  const others = lines.length === 0 ? '' : `Related entries, in short:\n${lines.join('\n')}`;
  const room = Math.max(200, longest - others.length);
  return [
    `The lore says about “${best.title}”:\n${cutAtSentence(best.text.trim(), room)}`,
    others,
    unmet.length === 0 ? '' : nothingText(unmet),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function knownText(entries: readonly LoreEntry[]): string {
  const titles = entries.slice(0, MOST_LINKED).map(({ title }) => `“${title}”`);
  return `What the lore says about this is in your context already: ${titles.join(', ')}. Go on writing with it.`;
}

function nothingText(queries: readonly string[]): string {
  const asked = queries.map((query) => `“${query.trim().slice(0, 100)}”`).join(', ');
  return `The lore says nothing about ${asked}. The author is told of it. Go on without it, and stay consistent with what the story has said so far.`;
}
