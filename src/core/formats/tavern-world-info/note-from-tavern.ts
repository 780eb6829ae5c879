import { splitDecorators } from '../../lore/decorator-block';
import type { ImportRemark } from '../import-remark';
import { printNote } from '../print-note';
import { entryProperties, isForNoGeneration, isTimedConstant, unknownTriggers } from './entry-properties';
import { readTavernEntry, type TavernReading } from './read-tavern-entry';
import type { TavernEntry } from './tavern-entry';

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

function titleOf({ comment, key, uid }: TavernEntry): string {
  const names = [comment, ...key].map((name) => name.replace(/\s+/g, ' ').trim());
  return names.find((name) => name !== '') ?? `Entry ${String(uid)}`;
}

/** `@@dont_activate` keeps a constant out in both programs, so `@@activate` must not be put before it. */
function bodyOf(entry: TavernEntry): string {
  if (!isTimedConstant(entry)) return entry.content;
  const decorators = splitDecorators(entry.content)?.lines.map((line) => line.name) ?? [];
  const isKeptOut = decorators.includes('dont_activate') && !decorators.includes('activate');
  return isKeptOut ? entry.content : `@@activate\n${entry.content}`;
}

/** What notes have no property for is kept under SillyTavern's own names, for the way back. */
function leftovers({ entry, unknown }: TavernReading): Record<string, unknown> {
  const kept = {
    ...(entry.vectorized ? { vectorized: true } : {}),
    ...(entry.automationId === '' ? {} : { automationId: entry.automationId }),
    ...(Object.keys(entry.extensions).length === 0 ? {} : { extensions: entry.extensions }),
    ...unknown,
  };
  return Object.keys(kept).length === 0 ? {} : { sillytavern: kept };
}

const CODES = { position: 7, role: 2, selectiveLogic: 3 } as const;

function remarksOn(entry: TavernEntry): readonly ImportRemark[] {
  const remarks: ImportRemark[] = [];
  const remark = (field: keyof TavernEntry, sentence: string): void => void remarks.push({ field, sentence });
  for (const [name, most] of [
    ['position', CODES.position],
    ['role', CODES.role],
    ['selectiveLogic', CODES.selectiveLogic],
  ] as const) {
    const code = entry[name];
    if (!Number.isInteger(code) || code < 0 || code > most) remark(name, `There is no ${String(code)}; 0 is used.`);
  }
  if (!Number.isInteger(entry.order)) remark('order', 'It is rounded to a whole number.');
  if (entry.position === CODES.position && entry.outletName.trim() === '')
    remark('outletName', 'No outlet is named: SillyTavern prints the text nowhere, here it stands at the usual place.');
  if (isTimedConstant(entry))
    remark('constant', 'It has timers, which constants of notes do not obey: it has @@activate.');
  if (entry.vectorized) remark('vectorized', 'It is kept, not executed.');
  if (entry.automationId !== '') remark('automationId', 'It is kept, not executed.');
  const odd = unknownTriggers(entry);
  if (odd.length > 0) remark('triggers', `There are no generations of the kind ${odd.join(', ')}; it is left out.`);
  if (isForNoGeneration(entry)) remark('triggers', 'It is for no generation that exists, so it is switched off.');
  return remarks;
}
