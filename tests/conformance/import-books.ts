import { bookRank, readCharacterStrategy, type BookScope } from '../../src/core/formats/tavern-world-info/book-rank';
import { noteFromTavern } from '../../src/core/formats/tavern-world-info/note-from-tavern';
import type { Notes } from '../support/lore-vault';
import type { RawEntry, VectorStep } from './vectors';

/** The path of the note of an entry: the number is padded, so that paths sort as numbers do. */
export function noteName(book: string, uid: number): string {
  return `${book}/${String(uid).padStart(4, '0')}.md`;
}

/** The vault that a step's books become, each book a folder. */
export function importBooks(step: VectorStep): Notes {
  const strategy = readCharacterStrategy(step.settings?.['world_info_character_strategy']);
  const notes = activeBooks(step).flatMap(({ name, scope, entries }) =>
    entries.map((entry, index): [string, string] => {
      const note = noteFromTavern({ uid: index, ...entry }, { loreTag: 'lorebook', rank: bookRank(scope, strategy) });
      if (!note) throw new Error(`Entry ${String(index)} of the book ${name} is none.`);
      return [noteName(name, Number(entry['uid'] ?? index)), note.source];
    }),
  );
  return Object.fromEntries(notes);
}

interface ActiveBook {
  readonly name: string;
  readonly scope: BookScope;
  readonly entries: readonly RawEntry[];
}

/** A book in several scopes counts once: in the first of global, chat, persona and character. */
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
  return Object.entries(books).flatMap(([name, entries]): readonly ActiveBook[] => {
    const scope = scopeOf(name);
    return scope === undefined ? [] : [{ name, scope, entries }];
  });
}
