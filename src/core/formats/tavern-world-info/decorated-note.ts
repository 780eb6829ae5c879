import { splitDecorators, type DecoratorBlock } from '../../lore/decorator-block';
import { readDecorators, type EntryDecorators } from '../../lore/decorators';
import type { EntryProperties } from '../../lore/entry-fields';
import type { ChatSpan } from '../../lore/field-kinds';
import type { ImportRemark } from '../import-remark';

/** A note whose decorators were moved into properties, for programs that do not know them. */
export interface PlainNote {
  readonly properties: EntryProperties;
  readonly text: string;
  readonly remarks: readonly ImportRemark[];
}

/** For ever, in messages: a timer that long outlives every chat. */
const FOR_EVER: ChatSpan = { count: 1_000_000, unit: 'messages' };

/** Decorators that SillyTavern obeys itself. It knows them at the very start, each on a line of its own. */
const TAVERN_LINES = ['activate', 'dont_activate'];

/** Moves what decorators say into properties, and remarks what no property can say. Two lines that SillyTavern knows stay. */
export function withoutDecorators(properties: EntryProperties, body: string): PlainNote {
  const block = splitDecorators(body);
  if (!block) return { properties, text: body, remarks: [] };
  const { decorators, properties: said, excludeKeys } = readDecorators(block, { path: '', line: 1 });
  const own = { ...properties, ...said };
  const moved = {
    ...own,
    ...movedTimers(own, decorators),
    ...movedKeys(
      own,
      decorators,
      excludeKeys.map(({ text }) => text),
    ),
  };
  const lines = block.lines.filter((line) => TAVERN_LINES.includes(line.name) && !line.isFallback);
  const kept = [...new Set(lines.map((line) => `@@${line.name}\n`))].join('');
  const text = block.rest.replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '');
  return {
    properties: moved,
    text: `${kept}${block.head.trim() === '' ? '' : block.head}${text}`,
    remarks: remarksOn(block, decorators, own),
  };
}

function movedTimers({ sticky, cooldown, delay }: EntryProperties, decorators: EntryDecorators): EntryProperties {
  const { keepActivateAfterMatch, dontActivateAfterMatch, activateOnlyAfter } = decorators;
  return {
    ...(keepActivateAfterMatch && !sticky ? { sticky: FOR_EVER } : {}),
    ...(dontActivateAfterMatch && !cooldown ? { cooldown: FOR_EVER } : {}),
    ...(activateOnlyAfter !== undefined && !delay ? { delay: { count: activateOnlyAfter, unit: 'messages' } } : {}),
  };
}

/** There is room for one more list of keys, if the note has no secondary ones. */
function movedKeys(own: EntryProperties, decorators: EntryDecorators, exclude: readonly string[]): EntryProperties {
  if ((own.refineKeys ?? []).length > 0) return {};
  const texts = (keys: readonly { readonly text: string }[]): readonly string[] => keys.map(({ text }) => text);
  const [additional, ...more] = decorators.additionalKeys;
  if (additional && more.length === 0) return { refineKeys: texts(additional), selectiveLogic: 'and_any' };
  if (exclude.length > 0) return { refineKeys: exclude, selectiveLogic: 'not_any' };
  const all = texts(decorators.excludeKeysAll);
  return all.length > 0 ? { refineKeys: all, selectiveLogic: 'not_all' } : {};
}

const EXACT = new Set(['scan_depth', 'role', 'depth', 'end', 'position', 'probability', 'order', 'priority']);
const SWITCHES = new Set(['match_full_word', 'match_partial_word', 'unrecursive', 'recursive', 'no_recursive_search']);
const NEAR: ReadonlyMap<string, string> = new Map([
  ['activate_only_after', 'It became a delay, which counts the messages of both sides.'],
  ['keep', 'It became a very long sticky.'],
  ['keep_activate_after_match', 'It became a very long sticky.'],
  ['dont_activate_after_match', 'It became a very long cooldown.'],
]);
const KEY_LISTS = new Set(['additional_keys', 'exclude_keys', 'exclude_keys_all']);

function remarksOn(block: DecoratorBlock, decorators: EntryDecorators, own: EntryProperties): readonly ImportRemark[] {
  const names = [...new Set(block.lines.filter((line) => !line.isFallback).map((line) => line.name))];
  return names
    .filter((name) => !TAVERN_LINES.includes(name))
    .map((name) => ({ field: `@@${name}`, sentence: sentenceFor(name, decorators, own) }));
}

function sentenceFor(name: string, decorators: EntryDecorators, own: EntryProperties): string {
  const near = NEAR.get(name);
  if (near !== undefined) return near;
  if (EXACT.has(name) || SWITCHES.has(name) || name === 'constant' || name === 'case_sensitive')
    return 'It became a field of the entry.';
  if (KEY_LISTS.has(name) && (own.refineKeys ?? []).length === 0 && decorators.additionalKeys.length < 2)
    return 'One such list became the secondary keys.';
  return 'The other program has nothing like it; it is left out.';
}
