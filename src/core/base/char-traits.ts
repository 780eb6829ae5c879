/** A letter, digit or mark of a script that separates words by spaces (and every decimal digit). */
export const SPACED = 1;
/** A letter of a script that is written without spaces between words, or with particles joined to them. */
export const UNSPACED = 2;
/** White space. */
export const SPACE = 4;
/** A combining mark: stays with the character before it. */
export const MARK = 8;
/** Normalization may merge the character with the one before it. */
export const JOINS = 16;
/** Invisible and without meaning for a comparison: folding leaves it out. */
export const IGNORED = 32;

// Tells a computed entry of the table from an empty one.
const KNOWN = 128;

const UNSPACED_SCRIPTS =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Yi}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tai_Le}\p{scx=New_Tai_Lue}\p{scx=Tai_Tham}\p{scx=Tai_Viet}]/u;

// Letters that compose with a letter before them although they are no marks: conjoining vowels and finals of Hangul, and three of Kirat Rai.
const COMPOSING_FIRST = /^[\p{M}\u1160-\u11ff\ud7b0-\ud7fb\u{16d63}\u{16d67}\u{16d68}]/u;

// Tag characters tell the flags of England and Scotland apart, so they stay.
const TAGS = /[\u{e0020}-\u{e007f}]/u;

function letterTraits(character: string): number {
  if (/\p{Nd}/u.test(character)) return SPACED;
  if (!/[\p{Alphabetic}\p{M}]/u.test(character)) return 0;
  return UNSPACED_SCRIPTS.test(character) && !/\p{M}/u.test(character) ? UNSPACED : SPACED;
}

function computeTraits(codePoint: number): number {
  const character = String.fromCodePoint(codePoint);
  let traits = KNOWN | letterTraits(character);
  if (/\p{M}/u.test(character)) traits |= MARK;
  if (COMPOSING_FIRST.test(character.normalize('NFKC'))) traits |= JOINS;
  if (/\p{Default_Ignorable_Code_Point}/u.test(character) && !TAGS.test(character)) return traits | IGNORED;
  return /\p{White_Space}/u.test(character) ? traits | SPACE : traits;
}

// A memo of facts that never change, filled as characters are met: 64 KB instead of a start-up cost.
const unitTraits = new Uint8Array(0x10000);

/** The traits (bits above) of one UTF-16 code unit; surrogates have none. */
export function traitsOfUnit(unit: number): number {
  const known = unitTraits[unit] ?? 0;
  return known === 0 ? (unitTraits[unit] = computeTraits(unit)) : known;
}

/** The traits (bits above) of a code point. */
export function traitsOfCodePoint(codePoint: number): number {
  return codePoint < 0x10000 ? traitsOfUnit(codePoint) : computeTraits(codePoint);
}

/** Whether a code unit is half of a character beyond the first plane. */
export function isSurrogate(unit: number): boolean {
  return (unit & 0xf800) === 0xd800;
}
