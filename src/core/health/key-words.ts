import { traitsOfCodePoint, UNSPACED } from '../base/char-traits';
import { foldText } from '../base/fold-text';
import type { EntryKey } from '../lore/entry-key';
import type { LoreEntry } from '../lore/lore-entry';

/** A literal key as it is compared. */
export interface KeyWords {
  /** As written. */
  readonly key: string;
  /** Folded, with one blank between words. */
  readonly folded: string;
  /** Its words; of scripts without spaces its signs. */
  readonly words: readonly string[];
  /** Between the words: a blank, or nothing. */
  readonly gap: ' ' | '';
}

/** Longer keys are not looked into: they would take time and swallow nothing. */
const MOST_WORDS = 24;

/** The literal keys of an entry as they are compared; those with macros are left out. */
export function keyWords(entry: LoreEntry, keys: readonly EntryKey[], caseSensitive: boolean): readonly KeyWords[] {
  const isCased = entry.properties.caseSensitive ?? caseSensitive;
  return keys.flatMap((key) => (key.kind === 'literal' && !key.macros ? [wordsOf(key.text, isCased)] : []));
}

function wordsOf(key: string, caseSensitive: boolean): KeyWords {
  const folded = foldText(key, { caseSensitive }).text.trim().replace(/\s+/g, ' ');
  const gap = isUnspaced(folded) ? '' : ' ';
  return { key, folded, words: gap === '' ? Array.from(folded) : folded.split(' '), gap };
}

/** Whether a text is of a script that is written without spaces. */
export function isUnspaced(text: string): boolean {
  return Array.from(text).some((sign) => (traitsOfCodePoint(sign.codePointAt(0) ?? 0) & UNSPACED) !== 0);
}

/** The first of some keys that stands inside another one; not the key itself. */
export function swallowing({ folded, words, gap }: KeyWords, known: ReadonlyMap<string, string>): string | undefined {
  if (words.length < 2 || words.length > MOST_WORDS) return undefined;
  for (let start = 0; start < words.length; start++)
    for (let end = start + 1; end <= words.length; end++) {
      const part = words.slice(start, end).join(gap);
      const found = part === folded ? undefined : known.get(part);
      if (found !== undefined) return found;
    }
  return undefined;
}

/** Keys by their folded form. */
export function byFolded(keys: readonly KeyWords[]): ReadonlyMap<string, string> {
  return new Map(keys.map(({ folded, key }) => [folded, key]));
}
