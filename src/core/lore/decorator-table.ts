import { entryFields, positions, type EntryProperties, type Position } from './entry-fields';
import { bool, choice, integer, percentage, text, type FieldKind } from './field-kinds';
import { wordList } from './list-kinds';
import type { YamlValue } from './yaml-value';

/** The prompts of the user that a decorator may ask to switch off. */
export const uiPrompts = ['post_history_instructions', 'system_prompt'] as const;
export type UiPrompt = (typeof uiPrompts)[number];

/** What decorators say that no property says. */
export interface DecoratorGates {
  /** Matches whatever the keys say. */
  readonly activate: boolean;
  /** Never matches unless `activate` is there too. */
  readonly dontActivate: boolean;
  /** Needs at least so many messages of the AI. */
  readonly activateOnlyAfter: number | undefined;
  /** The number of messages of the AI must be a multiple of this (0 is one). */
  readonly activateOnlyEvery: number | undefined;
  /** Once matched, matches in every later turn. */
  readonly keepActivateAfterMatch: boolean;
  /** Once matched, never matches again in this chat. */
  readonly dontActivateAfterMatch: boolean;
  /** The greeting that must be active: its index, or any. */
  readonly isGreeting: number | 'any' | undefined;
  /** The name of the icon that the user must have chosen. */
  readonly isUserIcon: string | undefined;
  /** The first to be dropped when the budget is full. */
  readonly ignoreOnMaxContext: boolean;
  /** The depth counted from the oldest message, for `in_chat`. */
  readonly reverseDepth: number | undefined;
  /** A prompt of the user that the entry asks to switch off. */
  readonly disableUiPrompt: UiPrompt | undefined;
}

/** What one accepted line does. */
export interface DecoratorEffect {
  readonly properties?: EntryProperties;
  readonly gates?: Partial<DecoratorGates>;
  readonly place?: { readonly position?: Position; readonly depth?: number; readonly reverseDepth?: number };
  /** Every line of `additional` is one condition of its own; those of the others add up. */
  readonly keys?: { readonly list: 'additional' | 'exclude' | 'excludeAll'; readonly words: readonly string[] };
}

/** One decorator. */
export interface DecoratorRow {
  /** What is written after the name, for documentation. */
  readonly form: string;
  readonly meaning: string;
  /** Whether it is obeyed here. What is not gives way to its fallback, else it is kept and reported. */
  readonly isExecuted: boolean;
  /** Rows of one slot say the same thing: the first line counts. Lines without a slot add up. */
  readonly slot: string | undefined;
  /** What a value says, or what was expected in its place. */
  readonly read: (value: string) => DecoratorEffect | { readonly expected: string };
}

interface RowOptions {
  readonly slot?: string;
  readonly repeats?: boolean;
  readonly isExecuted?: boolean;
}

function row<Value>(
  argument: FieldKind<Value>,
  effect: (value: Value) => DecoratorEffect,
  meaning: string,
  options: RowOptions = {},
): (name: string) => DecoratorRow {
  return (name) => ({
    form: argument.form,
    meaning,
    isExecuted: options.isExecuted ?? true,
    slot: options.repeats === true ? undefined : (options.slot ?? name),
    read: (written) => {
      const value: YamlValue = written === '' ? { kind: 'null' } : { kind: 'scalar', text: written, quoted: false };
      const reading = argument.read(value);
      if (reading.value !== undefined && !reading.complaint) return effect(reading.value);
      return { expected: reading.complaint?.expected ?? whatIsMissing(argument) };
    },
  });
}

function whatIsMissing(argument: FieldKind<unknown>): string {
  return argument.read({ kind: 'scalar', text: '', quoted: true }).complaint?.expected ?? argument.form;
}

const nothing: FieldKind<true> = {
  id: 'nothing',
  form: '',
  read: (value) =>
    value.kind === 'null' || bool.read(value).value === true
      ? { value: true }
      : { complaint: { code: 'value-not-understood', expected: 'nothing', written: '' } },
};

const greeting: FieldKind<number | 'any'> = {
  id: 'greeting',
  form: 'nothing, or a number from 0',
  read: (value) => (value.kind === 'null' ? { value: 'any' } : integer(0).read(value)),
};

const words: FieldKind<readonly string[]> = {
  ...wordList,
  form: 'words with commas',
  read: (value) => {
    const reading = wordList.read(value);
    return reading.value?.length === 0 ? {} : reading;
  },
};

/** Anchors of the card specification; our own words for places are taken too. */
const placeWords: FieldKind<Position> = {
  ...choice(positions, { before_desc: 'before_char', after_desc: 'after_char' }),
  form: '`before_desc`, `after_desc`, or as the property',
};

const wholeNumber = integer();
const fromZero = integer(0);
const kept = { isExecuted: false } as const;
const noEffect = (): DecoratorEffect => ({});

function gate(gates: Partial<DecoratorGates>): () => DecoratorEffect {
  return () => ({ gates });
}

function set(properties: EntryProperties): () => DecoratorEffect {
  return () => ({ properties });
}

const rows = {
  activate: row(nothing, gate({ activate: true }), 'Matches whatever the keys say.'),
  dont_activate: row(nothing, gate({ dontActivate: true }), 'Never matches, unless `@@activate` is there too.'),
  activate_only_after: row(
    fromZero,
    (activateOnlyAfter) => ({ gates: { activateOnlyAfter } }),
    'Needs at least so many messages of the AI.',
  ),
  activate_only_every: row(
    integer(1),
    (activateOnlyEvery) => ({ gates: { activateOnlyEvery } }),
    'Only when the number of messages of the AI is a multiple.',
  ),
  keep_activate_after_match: row(
    nothing,
    gate({ keepActivateAfterMatch: true }),
    'Once matched, matches in every later turn.',
    { slot: 'keep' },
  ),
  dont_activate_after_match: row(
    nothing,
    gate({ dontActivateAfterMatch: true }),
    'Once matched, never matches again in this chat.',
  ),
  probability: row(percentage, (probability) => ({ properties: { probability } }), 'As the property, in percent.'),
  scan_depth: row(fromZero, (scanDepth) => ({ properties: { scanDepth } }), 'As the property.'),
  role: row(entryFields.role.kind, (role) => ({ properties: { role } }), 'As the property.'),
  position: row(placeWords, (position) => ({ place: { position } }), 'Where the text lands; stronger than the depths.'),
  depth: row(wholeNumber, (depth) => ({ place: { depth } }), 'In the chat, so many messages from the end.'),
  end: row(nothing, () => ({ place: { depth: 0 } }), 'In the chat, after the newest message.', { slot: 'depth' }),
  reverse_depth: row(
    wholeNumber,
    (reverseDepth) => ({ place: { reverseDepth } }),
    'In the chat, so many messages from the start.',
  ),
  after: row(nothing, () => ({ place: { position: 'after_char' } }), 'As `@@position after_desc`.', {
    slot: 'position',
  }),
  order: row(wholeNumber, (order) => ({ properties: { order } }), 'As the property: lower comes first.'),
  priority: row(wholeNumber, (priority) => ({ properties: { priority } }), 'As the property: lower is more important.'),
  ignore_on_max_context: row(
    nothing,
    gate({ ignoreOnMaxContext: true }),
    'The first to be dropped when the budget is full.',
  ),
  additional_keys: row(
    words,
    (list) => ({ keys: { list: 'additional', words: list } }),
    'One of these must be found too. Each such line is one more condition.',
    { repeats: true },
  ),
  exclude_keys: row(
    words,
    (list) => ({ keys: { list: 'exclude', words: list } }),
    'Any of these keeps the entry out, besides those of the property.',
    { repeats: true },
  ),
  exclude_keys_all: row(
    words,
    (list) => ({ keys: { list: 'excludeAll', words: list } }),
    'All of these together keep the entry out.',
  ),
  match_full_word: row(nothing, set({ wholeWords: true }), 'Keys match whole words only.', { slot: 'whole words' }),
  match_partial_word: row(nothing, set({ wholeWords: false }), 'Keys match parts of words too.', {
    slot: 'whole words',
  }),
  case_sensitive: row(nothing, set({ caseSensitive: true }), 'Letter case counts for the keys.'),
  constant: row(nothing, set({ constant: true }), 'Always selected.'),
  recursive: row(nothing, set({ excludeRecursion: false }), 'The text may wake other entries.', { slot: 'recursion' }),
  unrecursive: row(nothing, set({ excludeRecursion: true }), 'The text wakes no other entry.', { slot: 'recursion' }),
  no_recursive_search: row(nothing, set({ notRecursable: true }), 'Cannot be woken by the text of another entry.'),
  is_greeting: row(
    greeting,
    (isGreeting) => ({ gates: { isGreeting } }),
    'Only while the chat began with this greeting (0 is the first).',
  ),
  is_user_icon: row(
    text,
    (isUserIcon) => ({ gates: { isUserIcon } }),
    'Only while the user’s icon has this name.',
    kept,
  ),
  disable_ui_prompt: row(
    choice(uiPrompts),
    (disableUiPrompt) => ({ gates: { disableUiPrompt } }),
    'Asks to switch a prompt of the user off.',
    kept,
  ),
  instruct_depth: row(fromZero, noEffect, 'A place counted in tokens, for plain-text prompts.', kept),
  reverse_instruct_depth: row(fromZero, noEffect, 'The same from the start.', kept),
  instruct_scan_depth: row(fromZero, noEffect, 'A scan depth counted in tokens, for plain-text prompts.', kept),
  inject_lore: row(text, noEffect, 'Puts the text into another entry.', kept),
  inject_at: row(text, noEffect, 'Puts the text into a section of the prompt.', kept),
  inject_replace: row(text, noEffect, 'Puts the text in place of another.', kept),
  inject_prepend: row(text, noEffect, 'Puts the text in front of another.', kept),
  use_regex: row(nothing, noEffect, 'Makes all keys patterns; write `/pattern/` instead.', kept),
} as const;

const OTHER_NAMES: Readonly<Record<string, DecoratorName>> = { keep: 'keep_activate_after_match' };

/** The name of a decorator that is known. */
export type DecoratorName = keyof typeof rows;

/** Every known decorator. Parser and documentation walk this table. */
export const decoratorTable: ReadonlyMap<string, DecoratorRow> = new Map(
  Object.entries(rows).map(([name, make]) => [name, make(name)]),
);

/** Finds a decorator by its exact name, in lower case. */
export function findDecorator(name: string): DecoratorRow | undefined {
  return decoratorTable.get(Object.hasOwn(OTHER_NAMES, name) ? (OTHER_NAMES[name] ?? name) : name);
}
