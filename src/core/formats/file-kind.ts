import { objectsIn } from './field-reader';
import { asRecord } from './tavern-world-info/tavern-entry';

/** What a file can be: the id of the one format that reads it. */
export type FileKind =
  | 'sillytavern'
  | 'ccv2'
  | 'ccv3'
  | 'chub'
  | 'saucepan'
  | 'botbooru'
  | 'risuai'
  | 'novelai'
  | 'agnai'
  | 'koboldai'
  | 'aidungeon'
  | 'janitorai';

type Fields = Readonly<Record<string, unknown>>;
type Rule<Subject> = readonly [FileKind, (subject: Subject) => boolean];

const JANITOR_FIELDS = [
  'activationMode',
  'keysRaw',
  'keywordsRaw',
  'inclusionGroupRaw',
  'keyMatchPriority',
  'minMessages',
  'insertion_order',
];

/** Objects, told by what they say of themselves first, then by their fields. */
const OBJECTS: readonly Rule<Fields>[] = [
  ['ccv3', (file) => file['spec'] === 'lorebook_v3' || file['spec'] === 'chara_card_v3'],
  ['ccv2', (file) => file['spec'] === 'chara_card_v2' || has(asRecord(file['data']), 'character_book')],
  ['novelai', (file) => isVersion(file['lorebookVersion'])],
  ['novelai', (file) => has(file, 'storyContainerVersion') || has(file, 'scenarioVersion')],
  ['agnai', (file) => file['kind'] === 'memory'],
  ['risuai', (file) => (file['type'] === 'risu' && Array.isArray(file['data'])) || file['type'] === 'risuModule'],
  ['koboldai', (file) => Array.isArray(file['worldinfo'])],
  [
    'aidungeon',
    (file) => ['worldInfo', 'storyCards', 'story_cards', 'cards'].some((name) => Array.isArray(file[name])),
  ],
  ['janitorai', (file) => file['type'] === 'lorebook' && typeof file['script'] === 'string'],
  ['saucepan', (file) => objectsIn(file['content']).some((item) => has(item, 'title') && has(item, 'text'))],
  ['botbooru', (file) => has(file, 'lorebook_json') || has(file, 'companion_lorebooks')],
  ['chub', (file) => has(asRecord(file['definition']), 'embedded_lorebook')],
  ['chub', (file) => entriesOf(file).some((item) => has(item, 'key') && has(item, 'keys'))],
  ['sillytavern', (file) => asRecord(file['entries']) !== undefined],
  ['agnai', (file) => objectsIn(file['entries']).some((item) => has(item, 'keywords') && has(item, 'entry'))],
  ['ccv2', (file) => objectsIn(file['entries']).some((item) => has(item, 'keys'))],
  ['sillytavern', (file) => objectsIn(file['entries']).some((item) => has(item, 'key'))],
  ['ccv2', (file) => Array.isArray(file['entries']) && file['entries'].length === 0],
];

/** Bare lists, told by fields of their items. */
const ITEMS: readonly Rule<Fields>[] = [
  ['janitorai', (item) => JANITOR_FIELDS.filter((name) => has(item, name)).length >= 2],
  ['aidungeon', (item) => has(item, 'keys') && has(item, 'entry')],
  ['aidungeon', (item) => has(item, 'keys') && (has(item, 'value') || has(item, 'useForCharacterCreation'))],
  ['risuai', (item) => typeof item['key'] === 'string' && has(item, 'insertorder')],
  ['ccv2', (item) => (has(item, 'keys') || Array.isArray(item['key'])) && has(item, 'content')],
];

/**
 * Which format a file is of, or undefined for none: the first rule that fits decides, so that no two formats can claim
 * one file.
 */
export function fileKind(value: unknown): FileKind | undefined {
  const file = asRecord(value);
  if (file) return OBJECTS.find(([, fits]) => fits(file))?.[0];
  const items = objectsIn(value);
  return ITEMS.find(([, fits]) => items.some(fits))?.[0];
}

function has(record: Fields | undefined, name: string): boolean {
  return record !== undefined && Object.hasOwn(record, name);
}

function entriesOf(file: Fields): readonly Fields[] {
  const entries = asRecord(file['entries']);
  return objectsIn(entries ? Object.values(entries) : file['entries']);
}

function isVersion(value: unknown): boolean {
  return typeof value === 'number' || (typeof value === 'string' && /^\d+$/.test(value));
}
