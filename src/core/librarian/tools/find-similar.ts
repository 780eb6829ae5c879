import { z } from 'zod';
import { exactForm, isSlipOf, looseForm } from '../../ai/answers/title-forms';
import type { LoreEntry } from '../../lore/lore-entry';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import type { LibrarianLore } from '../ports';
import { entryLine } from './entry-words';
import { counted, lines } from './pieces';
import { librarianTool } from './tool';

const MOST = 15;

/** An entry that resembles what is looked for, and why. */
interface Resemblance {
  readonly entry: LoreEntry;
  readonly why: string;
  /** It is most likely the same thing. */
  readonly isSame: boolean;
}

export const findSimilar = librarianTool({
  name: 'find_similar',
  label: 'Look for duplicates',
  description:
    'Entries that may be about the same thing as a title, its keys or a text: by name, alias, shared keys and words. Use it before you propose a new entry.',
  takes: argumentsOf(
    {
      title: z.string().min(1).max(500).describe('The name of what the entry would be about.'),
      keys: z.array(z.string().max(200)).max(50).optional().describe('Keys that it would have.'),
      text: z.string().max(20_000).optional().describe('What it would say.'),
    },
    { title: ['name', 'query', 'entry'], keys: ['keywords', 'aliases'], text: ['content', 'body', 'summary'] },
  ),
  run: (given, { lore }) => {
    const found = resemblances(given, lore).slice(0, MOST);
    if (found.length === 0)
      return { text: 'No entry resembles it.', summary: `Nothing like “${quoted(given.title, 60)}”` };
    const list = found.map(
      ({ entry, why, isSame }) => `- ${entryLine(entry)}: ${why}${isSame ? ' (likely the same)' : ''}`,
    );
    const isThere = found.some(({ isSame }) => isSame);
    return {
      text: lines(
        material('similar entries', list.join('\n')),
        isThere
          ? 'Where it is the same, read it with get_entry and change it with propose_patch instead of making another.'
          : '',
      ),
      summary: `${counted(found.length, 'entry', 'entries')} like “${quoted(given.title, 60)}”`,
    };
  },
});

interface Wanted {
  readonly title: string;
  readonly keys?: readonly string[] | undefined;
  readonly text?: string | undefined;
}

/** Entries that resemble something, the likeliest first. */
export function resemblances({ title, keys = [], text = '' }: Wanted, lore: LibrarianLore): readonly Resemblance[] {
  const wanted = new Set([title, ...keys].map(exactForm).filter((form) => form !== ''));
  const byName = [...lore.index.entries.values()].flatMap((entry) => resemblance(entry, title, wanted) ?? []);
  const known = new Set(byName.map(({ entry }) => entry));
  const byWords = lore
    .search(
      [title, ...keys, text].filter((query) => query.trim() !== ''),
      MOST,
    )
    .filter(({ entry }) => !known.has(entry))
    .map(({ entry }) => ({ entry, why: 'holds its words', isSame: false }));
  return [...byName.sort((a, b) => Number(b.isSame) - Number(a.isSame)), ...byWords];
}

function resemblance(entry: LoreEntry, title: string, wanted: ReadonlySet<string>): Resemblance | undefined {
  const names = [entry.title, ...(entry.properties.aliases ?? [])];
  const form = looseForm(title);
  if (names.some((name) => looseForm(name) === form)) return { entry, why: 'has this name', isSame: true };
  if (names.some((name) => isSlipOf(looseForm(name), form)))
    return { entry, why: 'has nearly this name', isSame: true };
  const shared = entry.keys.filter(({ text }) => wanted.has(exactForm(text)));
  if (shared.length > 0)
    return { entry, why: `shares the keys ${shared.map(({ text }) => quoted(text, 60)).join(', ')}`, isSame: false };
  if (names.some((name) => holdsName(looseForm(name), form)))
    return { entry, why: 'has a name that holds it', isSame: false };
  return undefined;
}

function holdsName(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 2 && ` ${long} `.includes(` ${short} `);
}
