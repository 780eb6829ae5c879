import type { EntryProperties } from '../../lore/entry-fields';
import type { ImportRemark } from '../import-remark';
import type { ImportedEntry } from '../lorebook-format';
import { sourceIdOf } from '../source-id';
import { propertiesOf } from './note-words';
import { OWN_EXTENSION, readOwnExtension, type OwnWords } from './own-extension';
import type { TavernReading } from './read-tavern-entry';
import { isSame } from './same-value';
import { NO_FILTER, type TavernEntry } from './tavern-entry';
import { bodyOf, remarksOn, titleOf } from './tavern-meaning';
import { tavernFromProperties, type NumberChoice } from './tavern-from-properties';
import { dormantFields } from './tavern-leftovers';

/** An entry that was understood as one of World Info, whatever program it is from. */
export interface EntryReading extends TavernReading {
  /** The entry's own id in the file; empty for none. */
  readonly original: string;
  /** The number that decides about the budget, bigger is kept, where the file has one besides the order. */
  readonly priority?: number;
  /** What only the file's own format knows, under its name. */
  readonly leftovers?: Readonly<Record<string, unknown>>;
}

/** Where an entry was found. */
export interface EntryPlace {
  /** Id of the format. */
  readonly format: string;
  /** Name of the book. */
  readonly book: string;
  /** Counted from 0. */
  readonly index: number;
}

/** The note that says what an entry says. What the note has no property for is kept under `sillytavern`. */
export function importedTavernEntry(reading: EntryReading, { format, book, index }: EntryPlace): ImportedEntry {
  const { entry, original } = reading;
  const { [OWN_EXTENSION]: _, ...extensions } = entry.extensions;
  const own = ownWords(reading);
  const title = titleOf(entry, index + 1, otherNames(reading.unknown));
  const body = bodyOf(entry);
  const givenBack = tavernFromProperties({ title, properties: own.properties, text: body }, index, choiceOf(reading));
  const kept = {
    ...dormantFields(reading, givenBack),
    ...(Object.keys(extensions).length === 0 ? {} : { extensions }),
    ...reading.unknown,
  };
  return {
    sourceId: sourceIdOf({ format, book, original, firstKey: entry.key[0] ?? '', text: entry.content }),
    title,
    folder: [],
    properties: own.properties,
    leftovers: {
      ...own.otherProperties,
      ...(Object.keys(kept).length === 0 ? {} : { sillytavern: kept }),
      ...reading.leftovers,
    },
    body,
    remarks: [
      ...reading.remarks,
      ...remarksOn(entry),
      ...tagRemarks(entry),
      ...emptyRemarks(entry, own.properties),
      ...own.remarks,
    ],
  };
}

/** SillyTavern has no field for a name but the comment; other tools have. */
function otherNames({ name, title }: TavernReading['unknown']): readonly string[] {
  return [name, title].filter((text) => typeof text === 'string');
}

function choiceOf({ priority }: EntryReading): NumberChoice {
  return priority === undefined ? 'place-if-written' : 'place';
}

interface Understood {
  readonly properties: EntryProperties;
  readonly otherProperties: Readonly<Record<string, unknown>>;
  readonly remarks: readonly ImportRemark[];
}

/** What an export of ours wrote beside the fields counts as long as the fields are still those that it wrote. */
function ownWords(reading: EntryReading): Understood {
  const { entry, priority } = reading;
  const properties = propertiesOf(entry, priority);
  const own = readOwnExtension(entry.extensions);
  if (!own) return { properties, otherProperties: {}, remarks: [] };
  const { otherProperties } = own;
  if (isStillTrue(own, properties, reading)) return { properties: own.apply(properties), otherProperties, remarks: [] };
  const sentence = 'The entry was changed since it was exported from here: its own fields count.';
  return { properties, otherProperties, remarks: [{ field: `extensions.${OWN_EXTENSION}`, sentence }] };
}

function isStillTrue(own: OwnWords, properties: EntryProperties, reading: EntryReading): boolean {
  const { entry } = reading;
  const note = { title: entry.comment, properties: own.apply(properties), text: entry.content };
  const again = tavernFromProperties(note, entry.uid, choiceOf(reading));
  // Character books cannot name characters.
  const filter = isSame(entry.characterFilter, NO_FILTER) ? { characterFilter: NO_FILTER } : {};
  return isSame(propertiesOf({ ...again, ...filter }, reading.priority), properties);
}

/** A file holds no list of tags, so their ids are all that is known. */
function tagRemarks({ characterFilter }: TavernEntry): readonly ImportRemark[] {
  const sentence = 'SillyTavern names tags by ids; write the names of the tags in their place.';
  return characterFilter.tags.length === 0 ? [] : [{ field: 'characterFilter.tags', sentence }];
}

function emptyRemarks(
  { content }: { readonly content: string },
  { keys = [], constant }: EntryProperties,
): readonly ImportRemark[] {
  return [
    ...(keys.length > 0 || constant === true ? [] : [{ field: 'key', sentence: 'It has no keys: no word wakes it.' }]),
    ...(content.trim() === '' ? [{ field: 'content', sentence: 'It has no text: nothing is injected.' }] : []),
  ];
}
