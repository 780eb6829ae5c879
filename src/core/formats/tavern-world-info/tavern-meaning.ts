import { splitDecorators } from '../../lore/decorator-block';
import type { ImportRemark } from '../import-remark';
import { isForNoGeneration, isTimedConstant, unknownTriggers } from './entry-properties';
import type { TavernEntry } from './tavern-entry';

/**
 * The entry's comment, else its first key, else its number.
 *
 * @param number The entry's own number, unless it is counted otherwise.
 * @param others What another program may have called it.
 */
export function titleOf({ comment, key, uid }: TavernEntry, number = uid, others: readonly string[] = []): string {
  const names = [comment, ...others, ...key].map((name) => name.replace(/\s+/g, ' ').trim());
  return names.find((name) => name !== '') ?? `Entry ${String(number)}`;
}

/**
 * The text, untouched; a constant with timers gets `@@activate` before it.
 * `@@dont_activate` keeps a constant out in both programs, so `@@activate` must not be put before it.
 */
export function bodyOf(entry: TavernEntry): string {
  if (!isTimedConstant(entry)) return entry.content;
  const decorators = splitDecorators(entry.content)?.lines.map((line) => line.name) ?? [];
  const isKeptOut = decorators.includes('dont_activate') && !decorators.includes('activate');
  return isKeptOut ? entry.content : `@@activate\n${entry.content}`;
}

const CODES = { position: 7, role: 2, selectiveLogic: 3 } as const;

/** What a note says otherwise than the entry, or without effect. */
export function remarksOn(entry: TavernEntry): readonly ImportRemark[] {
  const remarks: ImportRemark[] = [];
  const remark = (field: keyof TavernEntry, sentence: string): void => void remarks.push({ field, sentence });
  for (const [name, most] of [
    ['position', CODES.position],
    ['role', CODES.role],
    ['selectiveLogic', CODES.selectiveLogic],
  ] as const) {
    const code = entry[name];
    if (!Number.isInteger(code) || code < 0 || code > most) remark(name, `There is no ${String(code)}; 0 is used.`);
  }
  if (!Number.isInteger(entry.order)) remark('order', 'It is rounded to a whole number.');
  if (entry.position === CODES.position && entry.outletName.trim() === '')
    remark('outletName', 'No outlet is named: SillyTavern prints the text nowhere, here it stands at the usual place.');
  if (isTimedConstant(entry))
    remark('constant', 'It has timers, which constants of notes do not obey: it has @@activate.');
  if (entry.vectorized) remark('vectorized', 'It is kept, not executed.');
  const odd = unknownTriggers(entry);
  if (odd.length > 0) remark('triggers', `There are no generations of the kind ${odd.join(', ')}; it is left out.`);
  if (isForNoGeneration(entry)) remark('triggers', 'It is for no generation that exists, so it is switched off.');
  return remarks;
}
