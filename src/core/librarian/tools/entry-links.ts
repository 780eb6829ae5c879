import type { LoreEntry } from '../../lore/lore-entry';
import type { LibrarianLore } from '../ports';

const relationWords = {
  requires: 'requires it',
  excludes: 'excludes it',
  cascadeLinks: 'pulls it in',
  knownBy: 'is known by it',
} as const;

/** Somebody that an entry names, as written, and how. */
interface NamedTarget {
  readonly target: string;
  readonly how: string;
}

/** What an entry names: the links of its text, and the entries in its properties. */
export function targetsOf({ links, references }: LoreEntry): readonly NamedTarget[] {
  return [
    ...links.map((target) => ({ target, how: 'links to it' })),
    ...references.map(({ target, property }) => ({ target, how: relationWords[property] })),
  ];
}

/** Entries that name one, and how. */
export function namersOf(
  wanted: LoreEntry,
  { index }: LibrarianLore,
): readonly { readonly entry: LoreEntry; readonly how: readonly string[] }[] {
  return [...index.entries.values()].flatMap((entry) => {
    if (entry.id === wanted.id) return [];
    const how = targetsOf(entry).filter(({ target }) => index.resolve(target, entry.path).includes(wanted.id));
    return how.length === 0 ? [] : [{ entry, how: [...new Set(how.map((one) => one.how))] }];
  });
}
