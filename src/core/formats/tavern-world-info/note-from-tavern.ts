import type { ImportRemark } from '../import-remark';
import { printNote } from '../print-note';
import { entryProperties } from './entry-properties';
import { readTavernEntry, type TavernReading } from './read-tavern-entry';
import { bodyOf, remarksOn, titleOf } from './tavern-meaning';

/** How entries of one book become notes. */
export interface NoteOptions {
  /** The tag that makes a note an entry, without `#`. */
  readonly loreTag: string;
  /** How many kinds of books SillyTavern considers after this one (`bookRank`); 0 for a book on its own. */
  readonly rank?: number;
  /** The name of a tag by SillyTavern's id; ids stay as they are without it. */
  readonly tagName?: (id: string) => string;
}

/** The note of one entry. */
export interface TavernNote {
  /** The entry's comment, else its first key, else its number. */
  readonly title: string;
  readonly source: string;
  readonly remarks: readonly ImportRemark[];
}

/** The note that says what a World Info entry says, or undefined for what is no entry. The entry's text stays as it is. */
export function noteFromTavern(value: unknown, options: NoteOptions): TavernNote | undefined {
  const reading = readTavernEntry(value);
  if (!reading) return undefined;
  const { entry } = reading;
  const title = titleOf(entry);
  const { rank = 0, tagName = (id: string) => id } = options;
  const source = printNote({
    tags: [options.loreTag],
    properties: { title, ...entryProperties(entry, { rank, tagName }) },
    otherProperties: leftovers(reading),
    body: bodyOf(entry),
  });
  return { title, source, remarks: [...reading.remarks, ...remarksOn(entry)] };
}

/** What notes have no property for is kept under SillyTavern's own names, for the way back. */
function leftovers({ entry, unknown }: TavernReading): Record<string, unknown> {
  const kept = {
    ...(entry.vectorized ? { vectorized: true } : {}),
    ...(Object.keys(entry.extensions).length === 0 ? {} : { extensions: entry.extensions }),
    ...unknown,
  };
  return Object.keys(kept).length === 0 ? {} : { sillytavern: kept };
}
