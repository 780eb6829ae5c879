import { isTitle } from '../words/name-words';
import type { CasedMention } from './cased-mentions';
import type { MessageNames } from './message-names';
import { nameStem } from './name-stem';
import type { WordUse } from './word-use';
import type { CasedWord } from './words';

/** What a name looks like: decisions about one teach something about others of the same look. */
export const nameShapes = ['words', 'titled', 'word', 'opening', 'acronym', 'marked', 'repeated'] as const;
export type NameShape = (typeof nameShapes)[number];

/** One use of a name in a message. */
export interface NameUse {
  /** As it is written. */
  readonly form: string;
  /** What its words have in common with other forms of it, titles and particles left out. */
  readonly stems: readonly string[];
  readonly shape: NameShape;
  /** Offsets in the message's text. */
  readonly start: number;
  readonly end: number;
}

/** The uses of names in a message, now that it is known how the chat uses its words. */
export function nameUses(names: MessageNames, use: WordUse): readonly NameUse[] {
  const cased = names.cased.flatMap((mention) => casedUse(mention, use) ?? []);
  const uncased = names.uncased.map(({ text, start, isStrong }): NameUse => {
    return { form: text, stems: [text], shape: isStrong ? 'marked' : 'repeated', start, end: start + text.length };
  });
  return [...cased, ...uncased];
}

function casedUse({ words, isDetermined }: CasedMention, use: WordUse): NameUse | undefined {
  const kept = trimmed(words, use);
  const named = kept.filter((word) => word.isCapital && !isTitle(word.folded));
  const [first] = named;
  const [start, end] = [kept[0], kept.at(-1)];
  if (first === undefined || start === undefined || end === undefined) return undefined;
  const isTitled = kept.some((word) => word.isCapital && isTitle(word.folded));
  const isSingle = named.length === 1 && kept.length === (isTitled ? 2 : 1);
  if (isSingle && !isTitled && ((isDetermined && use.isGerman) || !use.isName(first))) return undefined;
  return {
    form: kept.map(({ text }) => text).join(' '),
    stems: named.map(({ text }) => nameStem(text)),
    shape: shapeOf({ isSingle, isTitled, first, isInside: use.isInside(first) }),
    start: start.start,
    end: end.end,
  };
}

/** Without words in front that only begin the sentence, and without those behind that are no part of a name. */
function trimmed(words: readonly CasedWord[], use: WordUse): readonly CasedWord[] {
  let from = 0;
  while (from < words.length && mayGo(words[from], words[from + 1], use)) from++;
  let to = words.length;
  while (to > from && mayGo(words[to - 1], undefined, use)) to--;
  return words.slice(from, to);
}

function mayGo(word: CasedWord | undefined, next: CasedWord | undefined, use: WordUse): boolean {
  return word !== undefined && (!word.isCapital || (use.isOpener(word, next) && !isTitle(word.folded)));
}

interface Look {
  readonly isSingle: boolean;
  readonly isTitled: boolean;
  readonly first: CasedWord;
  readonly isInside: boolean;
}

function shapeOf({ isSingle, isTitled, first, isInside }: Look): NameShape {
  if (first.isShouted) return 'acronym';
  if (isTitled) return 'titled';
  if (!isSingle) return 'words';
  return isInside ? 'word' : 'opening';
}
