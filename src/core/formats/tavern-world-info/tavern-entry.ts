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

function readBoolean(value: unknown): boolean | undefined {
  if (value === 0 || value === 'false') return false;
  if (value === 1 || value === 'true') return true;
  return typeof value === 'boolean' ? value : undefined;
}

function readNumber(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** A list of texts; where a tool wrote one text, its commas separate. Nulls in it vanish. */
function readTexts(value: unknown): readonly string[] | undefined {
  if (typeof value === 'string') return splitAtCommas(value);
  if (!Array.isArray(value)) return undefined;
  const items = value.filter((item) => item !== null);
  const texts = items.map((item) => (typeof item === 'number' ? String(item) : readText(item)));
  return texts.every((text) => text !== undefined) ? texts : undefined;
}

/** `true` is the first level. */
function readLevel(value: unknown): number | undefined {
  return typeof value === 'boolean' ? Number(value) : readNumber(value);
}

/** The places that character books have, in their words. */
const PLACE_WORDS: ReadonlyMap<unknown, number> = new Map([
  ['before_char', 0],
  ['after_char', 1],
]);

function readPosition(value: unknown): number | undefined {
  return PLACE_WORDS.get(value) ?? readNumber(value);
}

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
  content: noText,
  constant: no,
  vectorized: no,
  selective: yes,
  selectiveLogic: number(0),
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
  probability: number(100),
  useProbability: yes,
  depth: number(4),
  outletName: noText,
  group: noText,
  groupOverride: no,
  groupWeight: number(100),
  scanDepth: unsetNumber,
  caseSensitive: unsetBoolean,
  matchWholeWords: unsetBoolean,
  useGroupScoring: unsetBoolean,
  automationId: noText,
  role: number(0),
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
