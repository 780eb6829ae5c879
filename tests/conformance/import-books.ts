import { bookRank, readCharacterStrategy, type BookScope } from '../../src/core/formats/tavern-world-info/book-rank';
import { noteFromTavern } from '../../src/core/formats/tavern-world-info/note-from-tavern';
import type { RawEntry, VectorStep } from './vectors';

/** The note of one entry, and the entry's `book.uid`. */
export interface ImportedEntry {
  readonly id: string;
  readonly path: string;
  readonly source: string;
}

/** The notes that a step's books become, each book a folder. Paths sort as SillyTavern lists books and entries. */
export function importBooks(step: VectorStep): readonly ImportedEntry[] {
  const strategy = readCharacterStrategy(step.settings?.['world_info_character_strategy']);
  return activeBooks(step).flatMap(({ name, scope, entries }, place) =>
    entries.map((entry, index): ImportedEntry => {
      const note = noteFromTavern({ uid: index, ...entry }, { loreTag: 'lorebook', rank: bookRank(scope, strategy) });
      if (!note) throw new Error(`Entry ${String(index)} of the book ${name} is none.`);
      const path = `${String(place)} ${name}/${String(index).padStart(4, '0')}.md`;
      return { id: `${name}.${String(Number(entry['uid'] ?? index))}`, path, source: note.source };
    }),
  );
}

interface ActiveBook {
  readonly name: string;
  readonly scope: BookScope;
  readonly entries: readonly RawEntry[];
}

/** A book in several scopes counts once: in the first of global, chat, persona and character. Global ones come first, in the order in which they were chosen. */
function activeBooks(step: VectorStep): readonly ActiveBook[] {
  const books = step.books ?? { T: step.entries ?? [] };
  const attached = new Set([step.chatBook, step.personaBook, step.charBook]);
  const global = step.global ?? Object.keys(books).filter((name) => !attached.has(name));
  const scopeOf = (name: string): BookScope | undefined => {
    if (global.includes(name)) return 'global';
    if (step.chatBook === name) return 'chat';
    if (step.personaBook === name) return 'persona';
    return step.charBook === name ? 'character' : undefined;
  };
  return [...new Set([...global, ...Object.keys(books)])].flatMap((name): readonly ActiveBook[] => {
    const scope = scopeOf(name);
    return scope === undefined ? [] : [{ name, scope, entries: books[name] ?? [] }];
  });
}
