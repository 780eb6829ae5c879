import type { EntryProperties } from '../../lore/entry-fields';
import type { ChatSpan } from '../../lore/field-kinds';
import { LOGICS, MIRROR, POSITIONS, ROLES, SOURCES } from './entry-properties';
import { tavernFieldNames } from './read-tavern-entry';
import { tavernFields, type TavernEntry } from './tavern-entry';

/** A note as far as a World Info entry is made of it. */
export interface NoteWords {
  readonly title: string;
  readonly properties: EntryProperties;
  readonly text: string;
}

/** Which of a note's two numbers a single one says: the place in the text, or who survives the budget. */
export type NumberChoice = 'place' | 'place-if-written';

const DEFAULT_NUMBER = 100;
/** A turn is a message of each side. */
const MESSAGES_PER_TURN = 2;

/** The World Info entry that says what a note says, as near as it can. The opposite of `entryProperties`. */
export function tavernFromProperties(note: NoteWords, uid: number, choice: NumberChoice): TavernEntry {
  return {
    ...emptyEntry(),
    uid,
    displayIndex: uid,
    addMemo: true,
    comment: note.title,
    content: note.text,
    ...keyFields(note),
    ...scanFields(note.properties),
    ...switches(note.properties),
    ...placement(note.properties, choice),
    ...timers(note.properties),
    ...groupFields(note.properties),
    ...filters(note.properties),
    automationId: note.properties.automationId ?? '',
    ...timedConstant(note),
  };
}

/** What SillyTavern's editor gives a new entry. */
function emptyEntry(): TavernEntry {
  // Each row of the table gives its name a type of its own; a loop over rows cannot show that to the compiler.
  return Object.fromEntries(tavernFieldNames().map((name) => [name, tavernFields[name].fallback])) as TavernEntry;
}

/** Without keys, title and aliases are the keys of a note; aliases are keys anyway. */
function keyFields({ title, properties }: NoteWords): Partial<TavernEntry> {
  const { keys, aliases = [], refineKeys, excludeKeys, selectiveLogic } = properties;
  const key = [...new Set([...(keys ?? [title]), ...aliases])];
  if (refineKeys && refineKeys.length > 0)
    return { key, keysecondary: refineKeys, selectiveLogic: LOGICS.indexOf(selectiveLogic ?? 'and_any') };
  if (excludeKeys && excludeKeys.length > 0)
    return { key, keysecondary: excludeKeys, selectiveLogic: LOGICS.indexOf('not_any') };
  return { key };
}

function scanFields({ caseSensitive, wholeWords, scanDepth, scanSources = [] }: EntryProperties): Partial<TavernEntry> {
  return {
    caseSensitive: caseSensitive ?? null,
    matchWholeWords: wholeWords ?? null,
    scanDepth: scanDepth ?? null,
    ...Object.fromEntries(SOURCES.map(([flag, source]) => [flag, scanSources.includes(source)])),
  };
}

function switches(properties: EntryProperties): Partial<TavernEntry> {
  return {
    disable: properties.enabled === false,
    constant: properties.constant === true,
    preventRecursion: properties.excludeRecursion === true,
    excludeRecursion: properties.notRecursable === true,
    delayUntilRecursion: properties.delayUntilRecursion ?? 0,
    ignoreBudget: properties.ignoreBudget === true,
  };
}

/** In front of and behind the main prompt is, in World Info, in front of and behind the character. */
function placement(properties: EntryProperties, choice: NumberChoice): Partial<TavernEntry> {
  const { position = 'after', depth, role = 'system', outlet = '' } = properties;
  const near = position === 'before' ? 'before_char' : position === 'after' ? 'after_char' : position;
  return {
    position: POSITIONS.indexOf(near),
    ...(depth === undefined ? {} : { depth }),
    role: ROLES.indexOf(role),
    outletName: outlet,
    order: orderOf(properties, choice),
  };
}

/** Outlets are printed with the biggest number first, other places with the smallest. */
function orderOf({ position, priority = DEFAULT_NUMBER, order }: EntryProperties, choice: NumberChoice): number {
  if (order === undefined && choice === 'place-if-written') return MIRROR - priority;
  const place = order ?? priority;
  return position === 'outlet' ? MIRROR - place : place;
}

/** Constants of notes do not obey timers; SillyTavern's would. */
function timers({ constant, sticky, cooldown, delay, probability = 1 }: EntryProperties): Partial<TavernEntry> {
  return {
    ...(constant === true ? {} : { sticky: messages(sticky), cooldown: messages(cooldown), delay: messages(delay) }),
    probability: Number((probability * 100).toPrecision(12)),
  };
}

const ACTIVATE = '@@activate\n';

/** A constant with timers came in with `@@activate` instead, and goes out as it was. */
function timedConstant({ properties, text }: NoteWords): Partial<TavernEntry> {
  const { sticky, cooldown, delay, constant } = properties;
  const hasTimers = [sticky, cooldown, delay].some((span) => (span?.count ?? 0) > 0);
  const content = text.slice(ACTIVATE.length);
  if (!hasTimers || constant === true || !text.startsWith(ACTIVATE) || content.startsWith('@@')) return {};
  return { constant: true, content };
}

function messages(span: ChatSpan | undefined): number | null {
  if (!span || span.count === 0) return null;
  return span.unit === 'turns' ? span.count * MESSAGES_PER_TURN : span.count;
}

function groupFields({
  group = '',
  groupWeight = 100,
  groupOverride,
  groupScoring,
}: EntryProperties): Partial<TavernEntry> {
  return { group, groupWeight, groupOverride: groupOverride === true, useGroupScoring: groupScoring ?? null };
}

/** World Info can name those who are meant or those who are not; the first counts. */
function filters(properties: EntryProperties): Partial<TavernEntry> {
  const { characters = [], characterTags = [], charactersExclude = [], characterTagsExclude = [] } = properties;
  const isExclude = characters.length + characterTags.length === 0;
  const names = isExclude ? charactersExclude : characters;
  const tags = isExclude ? characterTagsExclude : characterTags;
  return {
    triggers: properties.triggers ?? [],
    characterFilter: { isExclude: isExclude && names.length + tags.length > 0, names, tags },
  };
}
