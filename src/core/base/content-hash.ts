const PAIR_BITS = 16;
const UNIT = 2 ** -53;

function rotate(value: number, bits: number): number {
  return (value << bits) | (value >>> (32 - bits));
}

// The finalizer of MurmurHash3: every bit of the input reaches every bit of the result.
function mix(value: number): number {
  let mixed = value;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** Two lanes of 32 bits, each fed two code units a step; their last mixing crosses over. */
function hash64(text: string): readonly [high: number, low: number] {
  let first = 0x9e3779b9;
  let second = 0x243f6a88;
  for (let at = 0; at < text.length; at += 2) {
    // Past the end charCodeAt is NaN, which counts as 0; the length below tells "a" from "a\0".
    const pair = text.charCodeAt(at) | (text.charCodeAt(at + 1) << PAIR_BITS);
    first = Math.imul(rotate(first, 5) ^ pair, 0x27d4eb2f);
    second = Math.imul(rotate(second, 11) ^ pair, 0x165667b1);
  }
  const high = mix(first ^ text.length);
  const low = mix(second ^ high);
  return [mix(high ^ rotate(low, 16)), low];
}

function hex(value: number): string {
  return value.toString(16).padStart(8, '0');
}

/**
 * A fast 64-bit fingerprint of a text as 16 hexadecimal digits, equal on every platform. It finds out whether a text
 * changed and names cache entries; it is no protection against someone who wants two texts to collide.
 */
export function contentHash(text: string): string {
  const [high, low] = hash64(text);
  return hex(high) + hex(low);
}

/**
 * A number in [0, 1), evenly spread and always the same for the same parts. Parts are kept apart and numbers differ from
 * their text: `('a', 'b')`, `('ab')`, `(1)` and `('1')` are four different seeds.
 */
export function seededUnit(...parts: readonly (string | number)[]): number {
  const [high, low] = hash64(parts.map(seedPart).join(''));
  return (high * 0x200000 + (low >>> 11)) * UNIT;
}

function seedPart(part: string | number): string {
  const text = String(part);
  return `${typeof part === 'number' ? 'n' : 's'}${String(text.length)}:${text}`;
}
