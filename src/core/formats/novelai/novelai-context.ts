import type { EntryProperties } from '../../lore/entry-fields';
import type { FieldReader, Fields } from '../field-reader';
import { mirrored, rankOf, rankProperties } from '../foreign-numbers';

/** What NovelAI gives a new entry. */
const USUAL_CONTEXT = {
  prefix: '',
  suffix: '\n',
  tokenBudget: 2048,
  reservedTokens: 0,
  budgetPriority: 400,
  trimDirection: 'trimBottom',
  insertionType: 'newline',
  maximumTrimType: 'sentence',
  insertionPosition: -1,
} as const;

/** The lowest place that is counted in messages here. */
const FARTHEST_LINE = -20;

/** Rank and place of an entry from its `contextConfig`; what has no counterpart is remarked and left over. */
export function readContext(context: FieldReader): EntryProperties {
  const priority = context.number('budgetPriority');
  const place = readPlace(context);
  context.keep('prefix', [USUAL_CONTEXT.prefix], 'Notes have no prefix; write it into the text.');
  context.keep('suffix', ['', USUAL_CONTEXT.suffix], 'Notes have no suffix; write it into the text.');
  context.keep('tokenBudget', [USUAL_CONTEXT.tokenBudget, 1], 'Notes have no budget of their own.');
  context.keep('reservedTokens', [USUAL_CONTEXT.reservedTokens], 'Notes reserve no tokens.');
  context.keep('trimDirection', [USUAL_CONTEXT.trimDirection, 'doNotTrim'], 'Entries are never cut here.');
  context.keep('maximumTrimType', [USUAL_CONTEXT.maximumTrimType]);
  return { ...rankProperties(priority === undefined ? {} : { priority: mirrored(priority) }), ...place };
}

/** NovelAI's usual place is no wish; places close to the end become depths, all others stand before the chat. */
function readPlace(context: FieldReader): EntryProperties {
  const at = context.see('insertionPosition') ?? USUAL_CONTEXT.insertionPosition;
  const place = placeOf(at, context.see('insertionType') ?? USUAL_CONTEXT.insertionType);
  if (place.position === 'in_chat') {
    const depth = String(place.depth ?? 0);
    context.remark('insertionPosition', `NovelAI counts lines from the end; here it is depth ${depth}, in messages.`);
  } else if (place.position !== undefined) {
    context.remark('insertionPosition', 'Notes have no such place; the text stands before the chat.');
  }
  if (place.position !== 'before' || at === 0) context.drop('insertionPosition');
  context.keep('insertionType', [USUAL_CONTEXT.insertionType]);
  return place;
}

function placeOf(at: unknown, unit: unknown): EntryProperties {
  if (typeof at !== 'number' || at === USUAL_CONTEXT.insertionPosition) return {};
  const isNear = Number.isInteger(at) && at < 0 && at >= FARTHEST_LINE;
  return isNear && unit === 'newline' ? { position: 'in_chat', depth: -at - 1 } : { position: 'before' };
}

/**
 * The `contextConfig` of an entry of ours.
 *
 * @param kept What an import left over of it: its place counts as long as the note still stands there.
 * @param remark Is told what becomes of places that NovelAI does not have.
 */
export function writeContext(
  properties: EntryProperties,
  kept: Fields,
  remark: (field: string, sentence: string) => void,
): Fields {
  return {
    ...USUAL_CONTEXT,
    ...kept,
    budgetPriority: mirrored(rankOf(properties).priority),
    ...(stillStandsThere(properties, kept) ? {} : writePlace(properties, remark)),
  };
}

function stillStandsThere({ position, depth }: EntryProperties, kept: Fields): boolean {
  const place = placeOf(kept['insertionPosition'], kept['insertionType'] ?? USUAL_CONTEXT.insertionType);
  return place.position === position && (position !== 'in_chat' || place.depth === depth);
}

/** What in_chat means where no depth is written. */
const USUAL_DEPTH = 4;

function writePlace(
  { position, depth = USUAL_DEPTH }: EntryProperties,
  remark: (field: string, sentence: string) => void,
): Fields {
  const at = (insertionPosition: number): Fields => ({ insertionPosition, insertionType: USUAL_CONTEXT.insertionType });
  if (position === 'before') return at(0);
  if (position === 'in_chat') {
    const line = Math.max(-depth - 1, FARTHEST_LINE);
    if (depth === 0) remark('position', "The end is NovelAI's usual place, which is read as no place at all.");
    remark('depth', `NovelAI counts lines, not messages; it is written as line ${String(line)}.`);
    return at(line);
  }
  remark('position', 'NovelAI has no such place; the entry gets the usual one.');
  return at(USUAL_CONTEXT.insertionPosition);
}
