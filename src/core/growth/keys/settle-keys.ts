import { readEntryKey } from '../../lore/entry-key';
import type { KeyReason } from '../job-result';
import type { KeysAnswer } from './keys-answer';

/** Keys of an entry at most. */
const MOST_KEYS = 20;
const LONGEST_KEY = 100;

/**
 * What becomes of the keys when a model's answer is taken in: patterns of the user stay unless the model wants them
 * gone, and the model makes none of its own; what cannot be a key is left out. Without a key that stays or comes, all stay.
 *
 * @param today The keys as they are written in the note.
 */
export function settleKeys(today: readonly string[], { keys, removed }: KeysAnswer): readonly KeyReason[] {
  const known = new Map(today.map((key) => [folded(key), key]));
  const gone = new Map(removed.map(({ key, reason }) => [folded(key), reason]));
  const wanted = new Map(
    keys.filter(({ key }) => isKey(key, known)).map(({ key, reason }) => [folded(key), { key, reason }]),
  );
  const stays = (key: string): boolean => wanted.has(folded(key)) || (isPattern(key) && !gone.has(folded(key)));
  const added = [...wanted].flatMap(([form, { key, reason }]): readonly KeyReason[] =>
    known.has(form) ? [] : [{ key: key.trim(), change: 'added', reason }],
  );
  const room = Math.max(0, MOST_KEYS - today.filter(stays).length);
  const settled = today.map((key): KeyReason => {
    if (stays(key)) return { key, change: 'kept', reason: wanted.get(folded(key))?.reason ?? '' };
    return { key, change: 'removed', reason: gone.get(folded(key)) ?? 'The model leaves it out.' };
  });
  const all = [...settled, ...added.slice(0, room)];
  return all.some(({ change }) => change !== 'removed')
    ? all
    : today.map((key) => ({ key, change: 'kept', reason: '' }));
}

function isKey(written: string, known: ReadonlyMap<string, string>): boolean {
  if (known.has(folded(written))) return true;
  const reading = readEntryKey(written);
  if (reading.kind !== 'key' || reading.key.kind !== 'literal') return false;
  // A single letter stands everywhere, and a sentence nowhere.
  const letters = Array.from(written.trim()).length;
  return (
    written.trim().length <= LONGEST_KEY && (letters > 1 || /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(written))
  );
}

function isPattern(key: string): boolean {
  const reading = readEntryKey(key);
  return reading.kind === 'key' && reading.key.kind !== 'literal';
}

function folded(key: string): string {
  return key.normalize('NFC').trim().toLowerCase();
}
