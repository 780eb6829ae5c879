// Tokens per UTF-16 code unit, from the first code unit of each range on. Calibrated with the o200k_base encoding on
// prose in about twenty languages; spaces belong to the word that follows them.
const SPACE = 0;
const BREAK = 0.3;
const SIGN = 0.62;
const DIGIT = 0.5;
const LETTER = 0.26;
const RANGES: readonly (readonly [from: number, weight: number])[] = [
  [0x00, BREAK],
  [0x20, SPACE],
  [0x21, SIGN],
  [0x30, DIGIT],
  [0x3a, SIGN],
  [0x41, LETTER],
  [0x5b, SIGN],
  [0x61, LETTER],
  [0x7b, SIGN],
  [0x80, 0.9], // signs of Latin-1
  [0xc0, 1], // Latin letters with accents
  [0x370, 0.45], // Greek
  [0x400, 0.385], // Cyrillic
  [0x530, 0.45], // Hebrew, Arabic, Indic scripts, Thai
  [0x1e00, 1], // more Latin letters with accents, old Greek
  [0x2000, 0.9], // quotation marks, dashes, symbols
  [0x3040, 0.85], // kana
  [0x3400, 1.5], // rare Han
  [0x4e00, 1], // Han
  [0xa000, 0.9],
  [0xac00, 0.92], // Hangul
  [0xd800, 0.8], // surrogates: emoji need about 1.6 tokens
  [0xe000, 1],
];

function weightOf(unit: number): number {
  let weight = 0;
  for (const [from, value] of RANGES) {
    if (unit < from) return weight;
    weight = value;
  }
  return weight;
}

const WEIGHTS = Float32Array.from({ length: 0x80 }, (_, unit) => weightOf(unit));

/** About how many tokens a text has, from its characters alone: within a third for prose of a few sentences. */
export function estimateTokens(text: string): number {
  let sum = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    sum += WEIGHTS[unit] ?? weightOf(unit);
  }
  return text === '' ? 0 : Math.max(1, Math.round(sum));
}
