import { confidences, type Confidence } from '../selection/confidence';
import { meaningOfFields, meaningOfText } from './item-meaning';
import type { Meaning, TitleIndex } from './title-index';

/** One item of a list of picks. */
export interface SelectionItem {
  readonly meaning: Meaning;
  /** What the model called it, in one short line; empty when it called it nothing. */
  readonly written: string;
  readonly confidence: Confidence;
  /** The model's own words; empty when it gave none. */
  readonly reason: string;
}

const LONGEST_NAME = 100;
const LONGEST_REASON = 500;
/** A model that says a number is sure from here on, and rather sure from the second. Of 1. */
const HIGH_FROM = 0.75;
const MEDIUM_FROM = 0.4;

const ID_FIELDS = [
  ...['id', 'number', 'index', 'no', 'n', 'entryid', 'entrynumber', 'entry', 'candidateid', 'candidatenumber'],
  ...['candidate', 'num', 'nr'],
];
const TITLE_FIELDS = ['title', 'name', 'entrytitle', 'entryname', 'label'];
const CONFIDENCE_FIELDS = ['confidence', 'score', 'relevance', 'certainty', 'priority'];
const REASON_FIELDS = ['reason', 'why', 'reasoning', 'explanation', 'rationale'];

/** Reads an item: a number, a text, or an object. Undefined for what says nothing. */
export function readSelectionItem(item: unknown, titles: TitleIndex): SelectionItem | undefined {
  if (typeof item === 'number') return bare(titles.numbered(item), String(item));
  if (typeof item === 'string') return item.trim() === '' ? undefined : bare(meaningOfText(item, titles), item);
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return undefined;
  const fields = new Map(Object.entries(item).map(([name, value]: [string, unknown]) => [plain(name), value]));
  const field = (names: readonly string[]): unknown => names.map((name) => fields.get(name)).find(isGiven);
  const named = [field(ID_FIELDS), field(TITLE_FIELDS)];
  const [id, title] = named.some(isGiven) ? named : foreignNames(item, titles);
  const reason = field(REASON_FIELDS);
  const written = [title, id].find((one) => typeof one === 'string' || typeof one === 'number');
  if (written === undefined) return undefined;
  return {
    meaning: meaningOfFields(id, title, titles),
    written: shortLine(String(written), LONGEST_NAME),
    confidence: readConfidence(field(CONFIDENCE_FIELDS)),
    reason: typeof reason === 'string' ? shortLine(reason, LONGEST_REASON) : '',
  };
}

/** The number and the title in fields whose names are no English: a whole number, and a text that is exactly a title. */
function foreignNames(item: object, titles: TitleIndex): readonly [unknown, unknown] {
  const values = Object.entries(item).flatMap(([name, value]: [string, unknown]) =>
    plain(name) === '' ? [value] : [],
  );
  const isTitle = (value: unknown): boolean => typeof value === 'string' && titles.exact(value).kind !== 'none';
  return [values.find((value) => Number.isInteger(value)), values.find(isTitle)];
}

function bare(meaning: Meaning, written: string): SelectionItem {
  return { meaning, written: shortLine(written, LONGEST_NAME), confidence: 'medium', reason: '' };
}

/** A word in any case, or a number of 1, 10 or 100; `medium` for anything else. */
function readConfidence(value: unknown): Confidence {
  const text = typeof value === 'string' ? value.trim().toLowerCase().slice(0, LONGEST_NAME) : '';
  const word = confidences.find((one) => text.split(/[^a-z]+/).includes(one));
  if (word) return word;
  const number = typeof value === 'number' ? value : numberIn(text);
  if (!(number >= 0)) return 'medium';
  const share = text.includes('%') ? number / 100 : number <= 1 ? number : number <= 10 ? number / 10 : number / 100;
  return share >= HIGH_FROM ? 'high' : share >= MEDIUM_FROM ? 'medium' : 'low';
}

/** The number at the start of a text: `0.9`, `0,9`, `85%`, and `4/5` as its share. */
function numberIn(text: string): number {
  const [, number = '', whole] = /^([-+]?[\d.,]+)(?:\s*\/\s*(\d+))?/.exec(text) ?? [];
  return Number.parseFloat(number.replace(',', '.')) / (whole === undefined ? 1 : Number(whole));
}

function shortLine(text: string, longest: number): string {
  const line = text
    .slice(0, longest * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > longest ? `${line.slice(0, longest - 1)}…` : line;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '');
}
