import { Inflate, Unzlib } from 'fflate';
import { FileProblem, megabytes } from './file-problem';

/** Compressed bytes that are unpacked at once: a thousand times as much comes out at most. */
const STEP = 16 * 1024;

/** How the bytes are packed: bare as in archives, or with zlib's frame as in pictures. */
export type Packing = 'deflate' | 'zlib';

/**
 * Unpacks bytes, and stops as soon as more comes out than is allowed, whatever the file says of itself.
 *
 * @throws FileProblem for too much, and for what is no such data.
 */
export function inflate(packed: Uint8Array, packing: Packing, mostBytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let size = 0;
  const take = (part: Uint8Array): void => {
    size += part.length;
    if (size > mostBytes) throw new FileProblem(`A part of it unpacks to more than ${megabytes(mostBytes)}.`);
    parts.push(part);
  };
  const unpack = packing === 'zlib' ? new Unzlib(take) : new Inflate(take);
  try {
    for (let at = 0; at < packed.length; at += STEP) {
      unpack.push(packed.subarray(at, at + STEP), at + STEP >= packed.length);
    }
  } catch (error) {
    if (error instanceof FileProblem) throw error;
    throw new FileProblem('A packed part of it is damaged.');
  }
  return joined(parts, size);
}

function joined(parts: readonly Uint8Array[], size: number): Uint8Array {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
