import { strFromU8 } from 'fflate';
import { fileLimits } from '../limits';
import { byteReader, hasBytes, latinText } from './byte-reader';
import { inflate } from './inflate';

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** A text that a picture carries. */
export interface PngText {
  /** Lower case. */
  readonly keyword: string;
  readonly text: string;
}

/** Whether the bytes are those of a PNG picture. */
export function isPng(bytes: Uint8Array): boolean {
  return hasBytes(bytes, 0, SIGNATURE);
}

/**
 * The texts of a picture under some keywords, in its order. A picture that breaks off gives those before the break.
 *
 * @param keywords Lower case; letter case does not count. No other text is unpacked.
 * @throws FileProblem for a packed text that is damaged or too large.
 */
export function pngTexts(bytes: Uint8Array, keywords: readonly string[]): readonly PngText[] {
  const { u32be } = byteReader(bytes);
  const texts: PngText[] = [];
  for (let at = SIGNATURE.length; at + 12 <= bytes.length;) {
    const size = u32be(at);
    const kind = latinText(bytes.subarray(at + 4, at + 8));
    const text = textOf(kind, bytes.subarray(at + 8, at + 8 + size), keywords);
    if (text) texts.push(text);
    at += size + 12;
  }
  return texts;
}

function textOf(kind: string, data: Uint8Array, keywords: readonly string[]): PngText | undefined {
  if (kind !== 'tEXt' && kind !== 'zTXt' && kind !== 'iTXt') return undefined;
  const [word, rest] = cutAtZero(data);
  const keyword = latinText(word).toLowerCase();
  if (!keywords.includes(keyword)) return undefined;
  if (kind === 'tEXt') return { keyword, text: latinText(rest) };
  if (kind === 'zTXt') return { keyword, text: latinText(unpacked(rest.subarray(1))) };
  // Two flags, then language and translated keyword, each with its zero.
  const [, translated] = cutAtZero(rest.subarray(2));
  const [, text] = cutAtZero(translated);
  return { keyword, text: strFromU8(rest[0] === 1 ? unpacked(text) : text) };
}

function unpacked(packed: Uint8Array): Uint8Array {
  return inflate(packed, 'zlib', fileLimits.pictureTextBytes);
}

function cutAtZero(data: Uint8Array): readonly [before: Uint8Array, after: Uint8Array] {
  const zero = data.indexOf(0);
  return zero < 0 ? [data, new Uint8Array()] : [data.subarray(0, zero), data.subarray(zero + 1)];
}
