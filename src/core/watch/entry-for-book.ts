import { isRecord, type JsonRecord } from '../base/json-value';
import { sillytavern } from '../formats/sillytavern/sillytavern';
import { OWN_EXTENSION } from '../formats/tavern-world-info/own-extension';
import { tavernFieldOf } from '../formats/tavern-world-info/read-tavern-entry';
import { isSame } from '../formats/tavern-world-info/same-value';
import { exportedEntry } from '../imports/export-lore';
import type { LoreEntry } from '../lore/lore-entry';

/** Of the place in the book alone: never changed by a note. */
const PLACE = new Set(['uid', 'displayIndex']);
const EXTENSIONS = 'extensions';

/** A note as the index reads it, with its text. */
export interface ReadNote {
  readonly entry: LoreEntry;
  readonly text: string;
}

/**
 * The entry of a book with what its note says in it. Fields that the note says as the entry did stay as they were
 * written, and so do those that are unknown here. The same object where nothing is to be written.
 *
 * @param raw The entry as it stands in the book.
 * @param was The note that it makes.
 * @param is The note as it is now.
 */
export function entryForBook(raw: JsonRecord, was: ReadNote, is: ReadNote): JsonRecord {
  const [before, after] = [tavernEntry(was), tavernEntry(is)];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const isOther = (name: string): boolean =>
    !PLACE.has(name) && name !== EXTENSIONS && !isSame(before[name], after[name]);
  const changed = new Set(names.filter(isOther));
  const extensions = joinedExtensions(raw, before, after);
  if (changed.size === 0 && extensions === undefined) return raw;
  // A field that the book spells otherwise would be there twice.
  const stays = Object.entries(raw).filter(([name]) => !changed.has(tavernFieldOf(name) ?? name));
  const values = [...changed].filter((name) => after[name] !== undefined).map((name) => [name, after[name]] as const);
  return { ...Object.fromEntries([...stays, ...values]), ...(extensions && { extensions }) };
}

/** A new entry for a book, of a note that was written here. */
export function newEntryForBook(note: ReadNote, uid: number): JsonRecord {
  return { ...tavernEntry(note), uid, displayIndex: uid };
}

function tavernEntry({ entry: note, text }: ReadNote): JsonRecord {
  const exported = exportedEntry(note, text, note.folders.join('/'));
  const written = sillytavern.write?.({ name: '', settings: {}, entries: [exported] }).value;
  const entries = isRecord(written) && isRecord(written['entries']) ? Object.values(written['entries']) : [];
  const [entry] = entries;
  return isRecord(entry) ? entry : {};
}

/** Only our own extension is ours to change. Undefined where it stays as it is. */
function joinedExtensions(raw: JsonRecord, was: JsonRecord, is: JsonRecord): JsonRecord | undefined {
  const own = (entry: JsonRecord): unknown =>
    isRecord(entry['extensions']) ? entry['extensions'][OWN_EXTENSION] : undefined;
  if (isSame(own(was), own(is))) return undefined;
  const others = isRecord(raw['extensions']) ? raw['extensions'] : {};
  const { [OWN_EXTENSION]: _, ...rest } = others;
  return own(is) === undefined ? rest : { ...rest, [OWN_EXTENSION]: own(is) };
}
