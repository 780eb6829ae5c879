import { isTitle } from '../words/name-words';

/** A word of a script with capitals, as it stands in a text. */
export interface CasedWord {
  /** Without the mark of possession. */
  readonly text: string;
  /** Lower case. */
  readonly folded: string;
  readonly start: number;
  readonly end: number;
  readonly isCapital: boolean;
  /** All of its letters are capitals, and there are several. */
  readonly isShouted: boolean;
  /** A sentence, a quotation or a line begins with it. */
  readonly isFirst: boolean;
  /** It follows the word before directly, as parts of a name do. */
  readonly isJoined: boolean;
}

const WORD = /[\p{L}\p{M}]+(?:['’ʼ‐-][\p{L}\p{M}]+)*/gu;
const POSSESSIVE = /['’ʼ](?:s|S)$/;
const ENDS_SENTENCE = /[\n.!?…;:"“”«»„‟()[\]{}*_|]|(?:^|\s)['‘’](?=\S)/u;
const ABBREVIATED = /^\.[ \u00a0]$/;
const CASED = /[\p{Lu}\p{Lt}\p{Ll}]/u;
const CAPITAL = /^[\p{Lu}\p{Lt}]/u;

/** The words of a text that belong to scripts with capitals. */
export function casedWords(text: string): readonly CasedWord[] {
  const words: CasedWord[] = [];
  for (const match of text.matchAll(WORD)) {
    const [whole] = match;
    if (!CASED.test(whole)) continue;
    const bare = whole.replace(POSSESSIVE, '');
    const gap = text.slice(words.at(-1)?.end ?? 0, match.index);
    const isAfterShort = ABBREVIATED.test(gap) && isShort(words.at(-1));
    words.push({
      text: bare,
      folded: bare.toLowerCase().replaceAll('’', "'"),
      start: match.index,
      end: match.index + whole.length,
      isCapital: CAPITAL.test(bare),
      isShouted: isShouted(bare),
      isFirst: words.length === 0 || (!isAfterShort && ENDS_SENTENCE.test(gap)),
      isJoined: isAfterShort || /^[ \u00a0]$/.test(gap),
    });
  }
  return words;
}

/** A title or a letter, behind which a point ends no sentence. */
function isShort(word: CasedWord | undefined): boolean {
  return word !== undefined && word.isCapital && (word.text.length === 1 || isTitle(word.folded));
}

function isShouted(word: string): boolean {
  const letters = word.replace(/[^\p{L}]/gu, '');
  return letters.length > 1 && letters === letters.toUpperCase() && letters !== letters.toLowerCase();
}
