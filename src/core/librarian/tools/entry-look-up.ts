import { looseForm } from '../../ai/answers/title-forms';
import { linkTarget } from '../../lore/note-link';
import type { LoreEntry } from '../../lore/lore-entry';
import { foldName } from '../../search/name-table';
import { quoted } from '../material';
import type { LibrarianLore } from '../ports';
import { looksOutside, OUTSIDE } from './scope';

/** The entry that a name means, or why there is none, in words that a model can act on. */
export type EntryLookUp =
  { readonly kind: 'one'; readonly entry: LoreEntry } | { readonly kind: 'none'; readonly sentence: string };

const MOST_NAMED = 8;

/** Finds an entry by title, alias, path or id. Nothing but entries of the index can be found. */
export function lookUpEntry(written: string, lore: LibrarianLore): EntryLookUp {
  const name = linkTarget(written.trim());
  const found = lore.find(name);
  const [entry] = found;
  if (entry !== undefined && found.length === 1) return { kind: 'one', entry };
  if (found.length > 1)
    return none(`Several entries are called "${quoted(name)}": ${named(found)}. Name one by its path.`);
  if (looksOutside(name)) return none(OUTSIDE);
  return none(otherNote(name, lore) ?? unknown(name, lore));
}

/** What is known of a name that means no entry, when the note was meant as lore. */
function otherNote(name: string, { index }: LibrarianLore): string | undefined {
  const folded = foldName(name);
  for (const { path, reading } of index.notes.values()) {
    const file = path.slice(path.lastIndexOf('/') + 1);
    const isMeant = [path, file].some((one) => foldName(one) === folded);
    if (reading.kind === 'guide' && (isMeant || foldName(reading.guide.title) === folded))
      return `"${quoted(reading.guide.title)}" is a writing guide. Read it with get_writing_guide.`;
    if (reading.kind === 'quarantined' && isMeant)
      return `${quoted(path)} is meant as an entry, but cannot be read: ${quoted(reading.problems[0]?.message ?? 'its properties are broken')} Tell the user.`;
  }
  return undefined;
}

function unknown(name: string, lore: LibrarianLore): string {
  const near = nearEntries(name, lore).slice(0, MOST_NAMED);
  const hint = near.length === 0 ? 'Look for it with search_lore or list_entries.' : `Perhaps you mean ${named(near)}.`;
  return `There is no entry called "${quoted(name)}". ${hint}`;
}

/** Entries whose names come near, then those that hold its words. */
export function nearEntries(name: string, lore: LibrarianLore): readonly LoreEntry[] {
  const form = looseForm(name);
  if (form === '') return [];
  const alike = [...lore.index.entries.values()].filter(({ title, properties }) =>
    [title, ...(properties.aliases ?? [])].some((one) => isNear(looseForm(one), form)),
  );
  const found = lore.search([name], MOST_NAMED).map(({ entry }) => entry);
  return [...new Set([...alike, ...found])];
}

function isNear(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  return short.length > 2 && ` ${long} `.includes(` ${short} `);
}

function named(entries: readonly LoreEntry[]): string {
  const names = entries.slice(0, MOST_NAMED).map(({ title, path, card }) => {
    return card === undefined ? `"${quoted(title)}" (${quoted(path)})` : `"${quoted(title)}" (in a card)`;
  });
  return names.join(', ');
}

function none(sentence: string): EntryLookUp {
  return { kind: 'none', sentence };
}
