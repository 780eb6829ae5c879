import { splitDecorators } from '../../lore/decorator-block';
import type { EntryProperties, FieldName, Position } from '../../lore/entry-fields';
import { mirrored, rankOf } from '../foreign-numbers';

/** Properties that RisuAI has as decorators, and the lines that say them. */
export interface DecoratedProperty {
  readonly names: readonly FieldName[];
  readonly lines: readonly string[];
}

const PLACES: Partial<Readonly<Record<Position, string>>> = {
  before_char: 'before_desc',
  after_char: 'after_desc',
};

/** What of an entry RisuAI says with decorators. */
export function decoratedProperties(properties: EntryProperties): readonly DecoratedProperty[] {
  const { priority, order } = rankOf(properties);
  const { enabled, scanDepth, wholeWords, excludeRecursion, notRecursable, excludeKeys = [], delay } = properties;
  const lines: readonly (readonly [FieldName, boolean, string])[] = [
    ['enabled', enabled === false, '@@dont_activate'],
    ['scanDepth', scanDepth !== undefined, `@@scan_depth ${String(scanDepth)}`],
    ['wholeWords', wholeWords !== undefined, wholeWords === true ? '@@match_full_word' : '@@match_partial_word'],
    ['excludeRecursion', excludeRecursion === true, '@@unrecursive'],
    ['notRecursable', notRecursable === true, '@@no_recursive_search'],
    ['excludeKeys', excludeKeys.length > 0, `@@exclude_keys ${keyList(excludeKeys)}`],
    ['delay', delay !== undefined && delay.count > 0, `@@activate_only_after ${String(delay?.count)}`],
    ['priority', priority !== mirrored(order), `@@priority ${String(mirrored(priority))}`],
  ];
  const plain = lines.filter(([, isSaid]) => isSaid).map(([name, , line]) => ({ names: [name], lines: [line] }));
  return [...plain, ...placeLines(properties), ...logicLines(properties)];
}

function placeLines({ position, depth, role }: EntryProperties): readonly DecoratedProperty[] {
  const place = position === undefined ? undefined : PLACES[position];
  if (place !== undefined) return [{ names: ['position'], lines: [`@@position ${place}`] }];
  if (position !== 'in_chat') return [];
  return [
    { names: ['position', 'depth'], lines: [`@@depth ${String(depth ?? 4)}`] },
    ...(role === undefined ? [] : [{ names: ['role'] as const, lines: [`@@role ${role}`] }]),
  ];
}

/** RisuAI's secondary keys need one of them; the other rules are lists of their own. */
function logicLines({ selectiveLogic, refineKeys = [] }: EntryProperties): readonly DecoratedProperty[] {
  if (refineKeys.length === 0 || selectiveLogic === undefined || selectiveLogic === 'and_any') return [];
  const names = ['refineKeys', 'selectiveLogic'] as const;
  if (selectiveLogic === 'and_all')
    return [{ names, lines: refineKeys.map((key) => `@@additional_keys ${keyList([key])}`) }];
  const decorator = selectiveLogic === 'not_any' ? 'exclude_keys' : 'exclude_keys_all';
  return [{ names, lines: [`@@${decorator} ${keyList(refineKeys)}`] }];
}

/** Keys in one line. */
function keyList(keys: readonly string[]): string {
  return keys.join(', ').replace(/\s+/g, ' ');
}

/** The text with these lines before it, but for those whose decorator it has already. */
export function withDecorators(body: string, properties: readonly DecoratedProperty[]): string {
  const there = new Set(splitDecorators(body)?.lines.map((line) => line.name));
  const lines = properties.flatMap((property) => property.lines).filter((line) => !there.has(nameIn(line)));
  if (lines.length === 0) return body;
  return `${lines.join('\n')}\n${body}`;
}

function nameIn(line: string): string {
  return /^@@(\S+)/.exec(line)?.[1] ?? '';
}
