import type { YamlValue } from './yaml-value';

/** What was wrong with a value. */
export interface Complaint {
  /** Not understood: the default holds. Out of range: the nearest allowed value holds. An item: it alone is left out. */
  readonly code: 'value-not-understood' | 'value-out-of-range' | 'item-not-understood';
  /** What may be written, as a part of a sentence: "a whole number". */
  readonly expected: string;
  /** What the user wrote, in one line. */
  readonly written: string;
}

/** A value that was read, perhaps with a complaint; without `value` the default holds. */
export interface FieldReading<Value> {
  readonly value?: Value;
  readonly complaint?: Complaint;
}

/** How values of properties and decorators are read. One kind serves many of them. */
export interface FieldKind<Value> {
  /** Names the kind for property suggestions. */
  readonly id: string;
  /** What the user may write, for documentation. */
  readonly form: string;
  /** Every word that may be written, where there are only a few. */
  readonly words?: readonly string[];
  readonly read: (value: YamlValue) => FieldReading<Value>;
  /** Joins values that were written under two names of one property; without it the first one counts. */
  merge?(first: Value, second: Value): Value;
}

/** A reading that says what was expected instead. */
export function misunderstood(value: YamlValue, expected: string): FieldReading<never> {
  return { complaint: { code: 'value-not-understood', expected, written: shortText(value) } };
}

function moved<Value>(value: Value, written: string, expected: string): FieldReading<Value> {
  return { value, complaint: { code: 'value-out-of-range', expected, written } };
}

const LONGEST_SHORT_TEXT = 60;

/** The text of a value in one line, for messages. */
export function shortText(value: YamlValue): string {
  switch (value.kind) {
    case 'null':
      return '';
    case 'scalar':
      return value.text
        .slice(0, 2 * LONGEST_SHORT_TEXT)
        .replace(/\s+/g, ' ')
        .slice(0, LONGEST_SHORT_TEXT);
    case 'list':
      return `[${value.items.slice(0, 10).map(shortText).join(', ')}]`.slice(0, LONGEST_SHORT_TEXT);
    case 'map':
      return value.pairs
        .slice(0, 10)
        .map((pair) => `${pair.name}: ${shortText(pair.value)}`)
        .join(', ')
        .slice(0, LONGEST_SHORT_TEXT);
  }
}

/** A single value, also when it is written as a list of one. */
function single(value: YamlValue): string | undefined {
  if (value.kind === 'scalar') return value.text.trim();
  const [only, ...more] = value.kind === 'list' ? value.items : [];
  return only?.kind === 'scalar' && more.length === 0 ? only.text.trim() : undefined;
}

/** Free text in one value. */
export const text: FieldKind<string> = {
  id: 'text',
  form: 'text',
  read: (value) => {
    if (value.kind === 'null') return {};
    const written = single(value);
    return written === undefined ? misunderstood(value, 'one text') : { value: written };
  },
};

const TRUE = new Set(['true', 'yes', 'on', 'y']);
const FALSE = new Set(['false', 'no', 'off', 'n']);

/** What a text means as a boolean, or undefined. YAML 1.1's words count, quoted or not, in any case. */
export function booleanOf(written: string): boolean | undefined {
  const word = written.toLowerCase();
  if (TRUE.has(word)) return true;
  return FALSE.has(word) ? false : undefined;
}

export const bool: FieldKind<boolean> = {
  id: 'boolean',
  form: '`true` or `false`',
  words: ['true', 'false'],
  read: (value) => {
    if (value.kind === 'null') return {};
    const meaning = booleanOf(single(value) ?? '');
    return meaning === undefined ? misunderstood(value, 'true or false') : { value: meaning };
  },
};

/** Whole numbers are kept between these bounds, so that no sum or product leaves the exact range. */
const FARTHEST = 1_000_000_000;

/** A whole number in a range; what lies outside is moved to its edge and reported, and so are fractions. */
export function integer(smallest = -FARTHEST, largest = FARTHEST): FieldKind<number> {
  const form = rangeForm(smallest, largest);
  return {
    id: 'integer',
    form,
    read: (value) => {
      if (value.kind === 'null') return {};
      const written = single(value) ?? '';
      if (!/^[-+]?\d[\d_]*(?:\.\d*)?(?:e\+?\d+)?$/i.test(written)) return misunderstood(value, 'a whole number');
      const number = Number(written.replaceAll('_', ''));
      const nearest = Math.round(Math.min(Math.max(number, smallest), largest));
      return nearest === number ? { value: nearest } : moved(nearest, written, form);
    },
  };
}

function rangeForm(smallest: number, largest: number): string {
  if (smallest === -FARTHEST) return 'a whole number';
  const end = largest === FARTHEST ? 'or more' : `to ${withThousands(largest)}`;
  return `${String(smallest)} ${end}`;
}

function withThousands(number: number): string {
  return String(number).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** A stretch of a chat. */
export interface ChatSpan {
  readonly count: number;
  /** Turns are replies of the AI; messages are all messages. */
  readonly unit: 'turns' | 'messages';
}

const SPAN_UNITS = {
  turns: /^(\S+)\s+(?:turns?|reply|replies)$/i,
  messages: /^(\S+)\s+messages?$/i,
} as const;

/** A stretch of a chat: `3` counts in the first of the units, `6 messages` in the unit that it names. */
export function span(...units: readonly ['turns', 'messages'] | readonly ['messages']): FieldKind<ChatSpan> {
  const count = integer(0);
  const [own] = units;
  const form = units.map((unit) => (unit === own ? '0 or more' : `\`N ${unit}\``)).join(', or ');
  return {
    id: 'span',
    form,
    read: (value) => {
      if (value.kind === 'null') return {};
      const written = single(value) ?? '';
      const unit = units.find((one) => SPAN_UNITS[one].test(written));
      const number = unit === undefined ? written : (SPAN_UNITS[unit].exec(written)?.[1] ?? '');
      const reading = count.read({ kind: 'scalar', text: number, quoted: false });
      if (reading.value === undefined) return misunderstood(value, `a number of ${units.join(' or ')}`);
      return { ...reading, value: { count: reading.value, unit: unit ?? own } };
    },
  };
}

function share(written: string): { readonly number: number; readonly isPercent: boolean } | undefined {
  const match = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%?)$/i.exec(written);
  return match ? { number: Number(match[1]), isPercent: match[2] === '%' } : undefined;
}

/** A chance: `0.25`, `25`, `25%`. Above 1 it is a percentage; `1` means always. */
export const chance: FieldKind<number> = {
  id: 'chance',
  form: '`0.25`, `25` or `25%`; `1` is always',
  read: (value) => {
    if (value.kind === 'null') return {};
    const written = single(value) ?? '';
    const read = share(written);
    if (!read) return misunderstood(value, 'a chance such as 0.25 or 25%');
    const part = read.isPercent || read.number > 1 ? read.number / 100 : read.number;
    if (part < 0) return moved(0, written, '0% to 100%');
    return part > 1 ? moved(1, written, '0% to 100%') : { value: part };
  },
};

/** A chance in percent, with or without the sign: `1` is one in a hundred. */
export const percentage: FieldKind<number> = {
  id: 'percentage',
  form: '0 to 100',
  read: (value) => {
    const read = share(single(value) ?? '');
    if (!read || read.number < 0 || read.number > 100) return misunderstood(value, 'a percentage from 0 to 100');
    return { value: read.number / 100 };
  },
};

/** One of a few words; letter case, `-`, `_` and spaces do not count. `codes` are other spellings. */
export function choice<const Word extends string>(
  words: readonly Word[],
  codes: Readonly<Record<string, Word>> = {},
): FieldKind<Word> {
  const fold = (word: string): string => word.toLowerCase().replace(/[-_\s]/g, '');
  const meanings = new Map<string, Word>(Object.entries(codes).map(([code, word]) => [fold(code), word]));
  for (const word of words) meanings.set(fold(word), word);
  return {
    id: 'choice',
    form: words.map((word) => `\`${word}\``).join(', '),
    words,
    read: (value) => {
      if (value.kind === 'null') return {};
      const word = meanings.get(fold(single(value) ?? ''));
      return word === undefined ? misunderstood(value, `one of ${words.join(', ')}`) : { value: word };
    },
  };
}

/** `true` is level 1, a number its own level, `false` or 0 none. */
export const recursionLevel: FieldKind<number> = {
  id: 'level',
  form: '`true`, `false` or a level from 1',
  read: (value) => {
    if (value.kind === 'null') return {};
    const written = single(value) ?? '';
    if (/^\d+$/.test(written)) return integer(0, 1_000).read(value);
    const meaning = booleanOf(written);
    return meaning === undefined ? misunderstood(value, 'true, false or a level') : { value: meaning ? 1 : 0 };
  },
};
