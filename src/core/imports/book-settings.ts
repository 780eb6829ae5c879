import { stringify } from 'yaml';
import type { BookSettings } from '../formats/lorebook-format';
import { foldFolder } from '../lore/book-folder';
import { writtenPropertyName } from '../lore/property-name';
import { readBooks } from '../lore/read-books';
import type { NoteText } from '../ports/note-source';
import type { PlannedSettings } from './import-plan';

/** A folder and what its book says of itself. */
export interface FolderSettings {
  readonly folder: string;
  readonly settings: BookSettings;
}

/**
 * What the note of books has to say of imported books, or what is missing in it; undefined when it says all.
 *
 * @param path Of the note of books; '' for none.
 * @param note The note as it is.
 */
export function planSettings(
  books: readonly FolderSettings[],
  path: string,
  note: NoteText,
): PlannedSettings | undefined {
  const known = note.kind === 'text' ? readBooks(path, note.text).books : [];
  const said = new Map(known.map(({ folder, settings }) => [foldFolder(folder), settings]));
  const lacking = new Map<string, Record<string, unknown>>();
  for (const { folder, settings } of books) {
    const before: Readonly<Record<string, unknown>> = { ...said.get(foldFolder(folder)) };
    const missing = Object.entries(settings).filter(
      ([name, value]) => value !== undefined && before[name] === undefined,
    );
    if (missing.length > 0) lacking.set(folder, { ...lacking.get(folder), ...written(missing) });
  }
  if (lacking.size === 0) return undefined;
  const yaml = stringify({ books: Object.fromEntries(lacking) }, { lineWidth: 0 });
  const isNew = note.kind === 'missing' && /\.md$/i.test(path);
  return isNew ? { path, text: newNote(yaml), action: 'create' } : { path, text: yaml, action: 'add-by-hand' };
}

function written(settings: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(settings.map(([name, value]) => [writtenPropertyName(name), value]));
}

function newNote(yaml: string): string {
  return `Settings that hold for whole folders of lore. Imports made this note; change it as you like.\n\n\`\`\`yaml\n${yaml}\`\`\`\n`;
}
