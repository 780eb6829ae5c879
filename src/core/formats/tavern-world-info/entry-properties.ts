import {
  generationTypes,
  selectiveLogics,
  type EntryProperties,
  type GenerationType,
  type Position,
  type Role,
  type ScanSource,
  type SelectiveLogic,
} from '../../lore/entry-fields';
import type { ChatSpan } from '../../lore/field-kinds';
import type { TavernEntry, TavernFieldName } from './tavern-entry';
import { noteKey } from './tavern-key';

/** SillyTavern's numbers for places, in its order. */
export const POSITIONS: readonly Position[] = [
  'before_char',
  'after_char',
  'author_note_top',
  'author_note_bottom',
  'in_chat',
  'examples_top',
  'examples_bottom',
  'outlet',
];
/** Its numbers for roles. */
export const ROLES: readonly Role[] = ['system', 'user', 'assistant'];
/** Its numbers for the logic of secondary keys. */
export const LOGICS: readonly SelectiveLogic[] = ['and_any', 'not_all', 'not_any', 'and_all'];

/** Its flags for texts that are searched besides the chat. */
export const SOURCES: readonly (readonly [TavernFieldName, ScanSource])[] = [
  ['matchPersonaDescription', 'persona'],
  ['matchCharacterDescription', 'character'],
  ['matchCharacterPersonality', 'personality'],
  ['matchScenario', 'scenario'],
  ['matchCharacterDepthPrompt', 'character_note'],
  ['matchCreatorNotes', 'creator_notes'],
];

/** Books that SillyTavern considers before others keep that rank by so much in the priority; its editor allows orders up to 9,999. */
const RANK_STEP = 10_000;
/** Both programs give a new entry 100; their numbers point in opposite directions. */
export const MIRROR = 200;

/** What decides about the properties besides the entry itself. */
export interface PropertyContext {
  /** How many kinds of books SillyTavern considers after the entry's own; see `bookRank`. */
  readonly rank: number;
  /** The name of a tag by its id; characters are asked for names. */
  readonly tagName: (id: string) => string;
}

/** The properties that say in a note what the fields say in World Info; what has its default in both is left out. */
export function entryProperties(entry: TavernEntry, context: PropertyContext): EntryProperties {
  return {
    ...keyProperties(entry),
    ...scanProperties(entry),
    ...switches(entry),
    ...numbers(entry, context.rank),
    ...placement(entry),
    ...timers(entry),
    ...groupProperties(entry),
    ...filters(entry, context),
    ...(entry.automationId === '' ? {} : { automationId: entry.automationId }),
  };
}

/** Whether the entry is constant and has timers. Constants of notes have none: such an entry is one with `@@activate`. */
export function isTimedConstant({ constant, sticky, cooldown, delay }: TavernEntry): boolean {
  return constant && [sticky, cooldown, delay].some((count) => (count ?? 0) > 0);
}

/** Kinds of generation that do not exist. */
export function unknownTriggers({ triggers }: TavernEntry): readonly string[] {
  return triggers.filter((name) => !generationTypes.some((type) => type === name));
}

/** Whether the entry names kinds of generation and none of them exists. */
export function isForNoGeneration(entry: TavernEntry): boolean {
  return entry.triggers.length > 0 && unknownTriggers(entry).length === entry.triggers.length;
}

function keyProperties(entry: TavernEntry): EntryProperties {
  const write = (keys: readonly string[]): readonly string[] =>
    keys.filter((key) => key.trim() !== '').map((key) => noteKey(key, entry.caseSensitive === true));
  const keys = write(entry.key);
  const refineKeys = write(entry.selective ? entry.keysecondary : []);
  if (refineKeys.length === 0) return { keys };
  const selectiveLogic = LOGICS[entry.selectiveLogic] ?? selectiveLogics[0];
  return { keys, refineKeys, ...(selectiveLogic === 'and_any' ? {} : { selectiveLogic }) };
}

function scanProperties(entry: TavernEntry): EntryProperties {
  const scanSources = SOURCES.filter(([flag]) => entry[flag] === true).map(([, source]) => source);
  return {
    ...(entry.caseSensitive === null ? {} : { caseSensitive: entry.caseSensitive }),
    ...(entry.matchWholeWords === null ? {} : { wholeWords: entry.matchWholeWords }),
    ...(entry.scanDepth === null ? {} : { scanDepth: whole(entry.scanDepth) }),
    ...(scanSources.length === 0 ? {} : { scanSources }),
  };
}

function switches(entry: TavernEntry): EntryProperties {
  const level = whole(entry.delayUntilRecursion);
  return {
    ...(entry.disable || isForNoGeneration(entry) ? { enabled: false } : {}),
    ...(entry.constant && !isTimedConstant(entry) ? { constant: true } : {}),
    ...(entry.preventRecursion ? { excludeRecursion: true } : {}),
    ...(entry.excludeRecursion ? { notRecursable: true } : {}),
    ...(level > 0 ? { delayUntilRecursion: level } : {}),
    ...(entry.ignoreBudget ? { ignoreBudget: true } : {}),
  };
}

/** One number decides in World Info; a bigger one is considered first and printed later, but in outlets printed first. */
function numbers({ order, position }: TavernEntry, rank: number): EntryProperties {
  const own = Math.round(order);
  const priority = MIRROR - own - rank * RANK_STEP;
  const printed = POSITIONS[position] === 'outlet' ? MIRROR - own : own;
  return { ...(priority === 100 ? {} : { priority }), ...(printed === priority ? {} : { order: printed }) };
}

function placement({ position: code, depth, role, outletName }: TavernEntry): EntryProperties {
  const position = POSITIONS[code] ?? 'before_char';
  if (position === 'in_chat') return { position, depth: whole(depth), role: ROLES[role] ?? 'system' };
  return { position, ...(position === 'outlet' && outletName.trim() !== '' ? { outlet: outletName.trim() } : {}) };
}

function timers(entry: TavernEntry): EntryProperties {
  const sticky = messages(entry.sticky);
  const cooldown = messages(entry.cooldown);
  const delay = messages(entry.delay);
  const chance = Math.min(Math.max(entry.probability, 0), 100) / 100;
  return {
    ...(sticky ? { sticky } : {}),
    ...(cooldown ? { cooldown } : {}),
    ...(delay ? { delay } : {}),
    ...(entry.useProbability && chance < 1 ? { probability: chance } : {}),
  };
}

/** World Info counts in messages. */
function messages(written: number | null): ChatSpan | undefined {
  const count = whole(written ?? 0);
  return count > 0 ? { count, unit: 'messages' } : undefined;
}

function groupProperties(entry: TavernEntry): EntryProperties {
  const group = entry.group.trim();
  if (group === '') return {};
  const groupWeight = whole(entry.groupWeight);
  return {
    group,
    ...(groupWeight === 100 ? {} : { groupWeight }),
    ...(entry.groupOverride ? { groupOverride: true } : {}),
    ...(entry.useGroupScoring === null ? {} : { groupScoring: entry.useGroupScoring }),
  };
}

function filters({ triggers, characterFilter }: TavernEntry, { tagName }: PropertyContext): EntryProperties {
  const { isExclude, names, tags } = characterFilter;
  const known = triggers.filter((name): name is GenerationType => generationTypes.some((type) => type === name));
  return {
    ...(known.length === 0 ? {} : { triggers: known }),
    ...(names.length === 0 ? {} : isExclude ? { charactersExclude: names } : { characters: names }),
    ...(tags.length === 0
      ? {}
      : isExclude
        ? { characterTagsExclude: tags.map(tagName) }
        : { characterTags: tags.map(tagName) }),
  };
}

/** Numbers of messages, levels and weights are whole and not negative in notes. */
function whole(count: number): number {
  return Math.max(0, Math.round(count));
}
