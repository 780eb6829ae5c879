import type { FieldReader } from '../field-reader';
import { distinct, literalKey, slashed } from '../foreign-keys';

/** Attributes that script packs write after the keys. */
const TAIL = /^#\[[^\]]*\]\s*$/;

/** Signs that keys of script packs have as patterns, and names hardly ever. */
const PATTERN_SIGN = /[()|[\]\\*+^$]/;

/** The keys of a card. What is meant by their blanks or by a script is remarked and left over as it was written. */
export function readCardKeys(fields: FieldReader): readonly string[] {
  const written = fields.see('keys');
  const pieces = fields.texts('keys', (text) => (isScripted(text) ? [text] : text.split(',')));
  const isScript = pieces.some(isScripted);
  const keys = pieces.map((piece) => (isScripted(piece) ? scriptedKey(piece) : literalKey(piece)));
  const hasBlanks = typeof written === 'string' && !isScript && blanksCount(written.split(','));
  if (isScript) fields.remark('keys', 'The attributes #[…] of a script are kept without effect.');
  if (hasBlanks) fields.remark('keys', 'Blanks around keys count in AI Dungeon; here keys are whole words.');
  if (isScript || hasBlanks) fields.leave('keys');
  return distinct(keys.filter((key) => key !== ''));
}

function isScripted(text: string): boolean {
  return tailStart(text) !== undefined;
}

/** Where the attributes begin, or undefined for a text without. */
function tailStart(text: string): number | undefined {
  const at = text.lastIndexOf('#[');
  return at >= 0 && TAIL.test(text.slice(at)) ? at : undefined;
}

function scriptedKey(text: string): string {
  const key = text.slice(0, tailStart(text)).trim();
  return (PATTERN_SIGN.test(key) ? slashed(key, 'i') : undefined) ?? literalKey(key);
}

/** A blank after every comma, or after none, is how people write lists. */
function blanksCount(pieces: readonly string[]): boolean {
  const [first = '', ...others] = pieces;
  const isLoose = others.length > 0 && others.every((piece) => /^ \S/.test(piece));
  const bare = isLoose ? [first, ...others.map((piece) => piece.slice(1))] : pieces;
  return bare.some((piece) => piece !== piece.trim() && piece.trim() !== '');
}
