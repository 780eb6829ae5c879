import { strFromU8 } from 'fflate';
import { byteReader, hasBytes } from './byte-reader';

/** The text of a file: UTF-8, or UTF-16 where a mark or the zeros between its signs tell so. Without the mark. */
export function decodeText(bytes: Uint8Array): string {
  if (hasBytes(bytes, 0, [0xff, 0xfe])) return utf16(bytes.subarray(2), false);
  if (hasBytes(bytes, 0, [0xfe, 0xff])) return utf16(bytes.subarray(2), true);
  if (bytes.length > 3 && bytes[0] !== 0 && bytes[1] === 0 && bytes[3] === 0) return utf16(bytes, false);
  if (bytes.length > 3 && bytes[0] === 0 && bytes[1] !== 0 && bytes[2] === 0) return utf16(bytes, true);
  return strFromU8(bytes).replace(/^\uFEFF/, '');
}

const STEP = 4_096;

function utf16(bytes: Uint8Array, isBigEndian: boolean): string {
  const { u16le } = byteReader(bytes);
  const unitAt = (at: number): number => {
    const unit = u16le(at);
    return isBigEndian ? (unit >> 8) | ((unit & 0xff) << 8) : unit;
  };
  let text = '';
  const count = Math.floor(bytes.length / 2);
  for (let start = 0; start < count; start += STEP) {
    const units = Array.from({ length: Math.min(STEP, count - start) }, (_, index) => unitAt(2 * (start + index)));
    text += String.fromCharCode(...units);
  }
  return text;
}
