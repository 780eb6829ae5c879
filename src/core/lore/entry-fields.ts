import { bool, chance, choice, integer, recursionLevel, span, text, type FieldKind } from './field-kinds';
import { choices, entryList, nameList, values, wordList } from './list-kinds';
import { foldPropertyName, writtenPropertyName } from './property-name';

/** Where injected text lands. */
export const positions = [
  'before',
  'after',
  'in_chat',
  'before_char',
  'after_char',
  'author_note_top',
  'author_note_bottom',
  'examples_top',
  'examples_bottom',
  'outlet',
] as const;
export type Position = (typeof positions)[number];

/** SillyTavern's numbers for the same places. */
const positionCodes = {
  '0': 'before_char',
  '1': 'after_char',
  '2': 'author_note_top',
  '3': 'author_note_bottom',
  '4': 'in_chat',
  '5': 'examples_top',
  '6': 'examples_bottom',
  '7': 'outlet',
} as const;

export const roles = ['system', 'user', 'assistant'] as const;
export type Role = (typeof roles)[number];

export const selectiveLogics = ['and_any', 'and_all', 'not_any', 'not_all'] as const;
export type SelectiveLogic = (typeof selectiveLogics)[number];

export const scanSources = [
  'persona',
  'character',
  'personality',
  'scenario',
  'character_note',
  'creator_notes',
] as const;
export type ScanSource = (typeof scanSources)[number];

/** The kinds of generation that SillyTavern distinguishes. */
export const generationTypes = ['normal', 'continue', 'impersonate', 'swipe', 'regenerate', 'quiet'] as const;
export type GenerationType = (typeof generationTypes)[number];

/** One property that entries know. */
export interface EntryField<Value> {
  readonly kind: FieldKind<Value>;
  /** Other names of the property. */
  readonly aliases: readonly string[];
  /** What it does, in one sentence for the user. */
  readonly meaning: string;
  /** What holds when it is not written, for the documentation. */
  readonly fallback: string;
}

function field<Value>(
  kind: FieldKind<Value>,
  fallback: string,
  meaning: string,
  aliases: readonly string[] = [],
): EntryField<Value> {
  return { kind, aliases, meaning, fallback };
}

/** Every property of an entry, by its name in code (written in notes as `snake_case`). Parser, printer, docs and suggestions walk this table. */
export const entryFields = {
  keys: field(
    wordList,
    'title and aliases',
    'Words that wake the entry; any one is enough. `/pattern/flags` is a regular expression, `[]` means no keys.',
    ['key', 'keyword', 'keywords'],
  ),
  aliases: field(wordList, '—', 'Other names of the note; they wake it too.', ['alias']),
  title: field(text, 'first heading, else file name', 'The name shown and injected.'),
  refineKeys: field(wordList, '—', 'Secondary keys that refine a hit of the keys.', ['secondary_keys']),
  selectiveLogic: field(
    choice(selectiveLogics, { '0': 'and_any', '1': 'not_all', '2': 'not_any', '3': 'and_all' }),
    'and_any',
    'How the secondary keys refine a hit.',
  ),
  excludeKeys: field(wordList, '—', 'Any of these words keeps the entry out.'),
  caseSensitive: field(bool, 'setting', 'Whether letter case counts for the keys.'),
  wholeWords: field(bool, 'setting', 'Whether keys match whole words only.', ['match_whole_words']),
  scanDepth: field(integer(0, 1_000_000), 'setting (4)', 'How many messages are searched; 0 searches none.'),
  scanSources: field(choices(scanSources), '—', 'Texts searched besides the messages.'),
  summary: field(text, '—', 'What the AI selection reads instead of the text.'),
  enabled: field(bool, 'true', 'Whether the entry may be used.'),
  constant: field(bool, 'false', 'Always selected.'),
  required: field(bool, 'false', 'Protected from budget and hooks once selected.'),
  bootstrap: field(bool, 'false', 'Always selected while the chat is new.'),
  seed: field(bool, 'false', 'Given to the AI selection as story context while the chat is new.'),
  guide: field(bool, 'false', 'A writing guide for the Librarian, never shown to the writing AI.'),
  priority: field(integer(), '100', 'Who survives the budget: lower is more important.'),
  order: field(integer(), 'priority', 'Place in the injected text: lower comes first.', ['insertion_order']),
  position: field(choice(positions, positionCodes), 'setting (after)', 'Where the text lands.'),
  depth: field(integer(0, 10_000), 'setting (4)', 'For `in_chat`: messages from the end.'),
  role: field(
    choice(roles, { '0': 'system', '1': 'user', '2': 'assistant' }),
    'setting (system)',
    'For `in_chat`: the role of the text.',
  ),
  outlet: field(text, '—', 'The outlet that shows the text.', ['outlet_name']),
  requires: field(entryList, '—', 'Entries that must be selected too.'),
  excludes: field(entryList, '—', 'Entries that must not be selected.'),
  cascadeLinks: field(entryList, '—', 'Entries that come along when this one is selected.'),
  excludeRecursion: field(bool, 'false', 'The text wakes no other entry.'),
  notRecursable: field(bool, 'false', 'Cannot be woken by the text of another entry.'),
  delayUntilRecursion: field(recursionLevel, '—', 'Found only in the text of other entries, from this level on.'),
  warmup: field(integer(0, 1_000_000), '—', 'Needs so many occurrences of its keys in its window.'),
  sticky: field(span('turns', 'messages'), '—', 'Stays selected for so many further turns.'),
  cooldown: field(span('turns', 'messages'), '—', 'Refused for so many turns after it was injected.'),
  delay: field(span('messages'), '—', 'Refused until the chat has so many messages.'),
  probability: field(chance, 'always', 'Chance to be used when it matched; equal on every swipe.'),
  group: field(text, '—', 'Inclusion group: one member is used.'),
  groupWeight: field(integer(0, 1_000_000), '100', 'Weight in the draw of the group.'),
  groupOverride: field(bool, 'false', 'Wins the group without a draw.'),
  groupScoring: field(bool, 'setting', 'The member with the most key hits wins the group.'),
  triggers: field(choices(generationTypes), 'all', 'The kinds of generation in which the entry may be used.'),
  characters: field(nameList, '—', 'Only with these active characters.'),
  charactersExclude: field(nameList, '—', 'Not with these active characters.'),
  characterTags: field(wordList, '—', 'Only with active characters that have one of these tags.'),
  characterTagsExclude: field(wordList, '—', 'Not with active characters that have one of these tags.'),
  knownBy: field(entryList, '—', 'Who knows it: refused when another character speaks.'),
  era: field(values, '—', 'The time in which it applies.'),
  location: field(values, '—', 'The place in which it applies.'),
  sceneType: field(values, '—', 'The kind of scene in which it applies.'),
  characterPresent: field(values, '—', 'Who must be present.'),
  ignoreBudget: field(bool, 'false', 'Is not limited by the budget; its text still counts for others.'),
  automationId: field(
    text,
    '—',
    'For SillyTavern: Quick Replies with this automation id run when the entry goes into the prompt.',
  ),
  type: field(text, 'nested tag', 'What kind of thing the note describes, for browsing.'),
  graph: field(bool, 'true', 'Whether the graph shows the note.'),
  locked: field(bool, 'false', 'No tool may change the note.'),
} as const;

/** The name of a property in code. */
export type FieldName = keyof typeof entryFields;

/** The properties of an entry that the user wrote and that were understood. What is absent has its default. */
export type EntryProperties = {
  readonly [Name in FieldName]?: (typeof entryFields)[Name] extends EntryField<infer Value> ? Value : never;
};

/** Every spelling of every property, folded → name in code. */
export const fieldsByFoldedName: ReadonlyMap<string, FieldName> = new Map(
  fieldNames().flatMap((name) =>
    [name, ...entryFields[name].aliases].map((spelling): [string, FieldName] => [foldPropertyName(spelling), name]),
  ),
);

/** All names in code, in the table's order. */
export function fieldNames(): readonly FieldName[] {
  return Object.keys(entryFields).filter((name): name is FieldName => name in entryFields);
}

/** How the property is written in notes. */
export function writtenName(name: FieldName): string {
  return writtenPropertyName(name);
}
