import { booleanOf } from '../../lore/field-kinds';
import { splitAtCommas } from '../../lore/split-at-commas';

/** How one field of a World Info entry is read. */
export interface TavernField<Value> {
  /** What SillyTavern's editor gives the field in a new entry. */
  readonly fallback: Value;
  /** The value, or undefined for one that SillyTavern does not write there. */
  readonly read: (value: unknown) => Value | undefined;
}

function field<Value>(fallback: Value, read: (value: unknown) => Value | undefined): TavernField<Value> {
  return { fallback, read };
}

/** Tools write booleans as numbers and as words. */
export function readBoolean(value: unknown): boolean | undefined {
  if (value === 0 || value === '0') return false;
  if (value === 1 || value === '1') return true;
  if (typeof value === 'string') return booleanOf(value.trim());
  return typeof value === 'boolean' ? value : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

/** `40%` is 40. */
function readPercent(value: unknown): number | undefined {
  return readNumber(typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value);
}

/** Numbers are texts too: a tool that reads tables writes a name of digits as one. */
function readText(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' ? value : undefined;
}

/** A text, perhaps in lines of its own. */
function readLines(value: unknown): string | undefined {
  return Array.isArray(value) ? readTexts(value)?.join('\n') : readText(value);
}

/** Names in one text, perhaps as a list. */
function readNames(value: unknown): string | undefined {
  return Array.isArray(value) ? readTexts(value)?.join(', ') : readText(value);
}

/** A list of texts; where a tool wrote one text, its commas separate. Nulls in it vanish, and so does what is no text. */
function readTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return splitAtCommas(value);
  if (!Array.isArray(value)) return typeof value === 'number' ? [String(value)] : undefined;
  const texts = itemsIn(value).map(itemText);
  const known = texts.filter((text) => text !== undefined);
  return known.length > 0 || texts.length === 0 ? known : undefined;
}

/** What is in a list and in the lists in it, but for nulls. */
function itemsIn(value: readonly unknown[]): readonly unknown[] {
  return value.flat(4).filter((item: unknown) => item !== null && item !== undefined);
}

function itemText(item: unknown): string | undefined {
  return typeof item === 'boolean' ? String(item) : readText(item);
}

/** What of a list is no text, and so is not read. */
export function lostItems(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? itemsIn(value).filter((item) => itemText(item) === undefined) : [];
}

/** `true` is the first level. */
function readLevel(value: unknown): number | undefined {
  return typeof value === 'boolean' ? Number(value) : readNumber(value);
}

/** Words that other tools write for numbers of SillyTavern, folded: letter case, `-`, `_` and blanks do not count. */
function wordOrNumber(words: Readonly<Record<string, number>>): (value: unknown) => number | undefined {
  const known = new Map(Object.entries(words));
  return (value) =>
    (typeof value === 'string' ? known.get(value.toLowerCase().replace(/[-_\s]/g, '')) : undefined) ??
    readNumber(value);
}

/** The places that character books have, and SillyTavern's own names of all. */
export const readPosition = wordOrNumber({
  ...{ beforechar: 0, before: 0, afterchar: 1, after: 1, antop: 2, anbottom: 3 },
  ...{ atdepth: 4, depth: 4, inchat: 4, emtop: 5, embottom: 6, outlet: 7 },
});
const readRole = wordOrNumber({ system: 0, user: 1, assistant: 2 });
const readLogic = wordOrNumber({ andany: 0, notall: 1, notany: 2, andall: 3 });

/** Whom an entry is for. */
export interface TavernCharacterFilter {
  /** Whether those named are kept out, instead of being the only ones. */
  readonly isExclude: boolean;
  /** File names of cards, without ending. */
  readonly names: readonly string[];
  /** Ids of tags. */
  readonly tags: readonly string[];
}

/** For everyone. */
export const NO_FILTER: TavernCharacterFilter = { isExclude: false, names: [], tags: [] };

/** The value as a record, if it is one. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
}

function readFilter(value: unknown): TavernCharacterFilter | undefined {
  const filter = asRecord(value);
  const names = readTexts(filter?.['names'] ?? []);
  const tags = readTexts(filter?.['tags'] ?? []);
  if (!filter || !names || !tags) return undefined;
  return { isExclude: readBoolean(filter['isExclude']) ?? false, names, tags };
}

const no = field(false, readBoolean);
const yes = field(true, readBoolean);
const noText = field('', readText);
const noTexts = field<readonly string[]>([], readTexts);
/** Null means that the global setting holds, or none. */
const unsetNumber = field<number | null>(null, readNumber);
const unsetBoolean = field<boolean | null>(null, readBoolean);
const number = (fallback: number): TavernField<number> => field(fallback, readNumber);

/** Every field of an entry as SillyTavern 1.19 writes it, by its own spelling. The reader walks this table. */
export const tavernFields = {
  uid: number(0),
  key: noTexts,
  keysecondary: noTexts,
  comment: noText,
  content: field('', readLines),
  constant: no,
  vectorized: no,
  selective: yes,
  selectiveLogic: field(0, readLogic),
  addMemo: no,
  order: number(100),
  position: field(0, readPosition),
  disable: no,
  ignoreBudget: no,
  excludeRecursion: no,
  preventRecursion: no,
  delayUntilRecursion: field(0, readLevel),
  matchPersonaDescription: no,
  matchCharacterDescription: no,
  matchCharacterPersonality: no,
  matchCharacterDepthPrompt: no,
  matchScenario: no,
  matchCreatorNotes: no,
  probability: field(100, readPercent),
  useProbability: yes,
  depth: number(4),
  outletName: noText,
  group: field('', readNames),
  groupOverride: no,
  groupWeight: number(100),
  scanDepth: unsetNumber,
  caseSensitive: unsetBoolean,
  matchWholeWords: unsetBoolean,
  useGroupScoring: unsetBoolean,
  automationId: noText,
  role: field(0, readRole),
  sticky: unsetNumber,
  cooldown: unsetNumber,
  delay: unsetNumber,
  triggers: noTexts,
  characterFilter: field(NO_FILTER, readFilter),
  displayIndex: unsetNumber,
  extensions: field<Readonly<Record<string, unknown>>>({}, asRecord),
} as const;

export type TavernFieldName = keyof typeof tavernFields;

/** A World Info entry with all its fields. */
export type TavernEntry = {
  readonly [Name in TavernFieldName]: (typeof tavernFields)[Name] extends TavernField<infer Value> ? Value : never;
};
