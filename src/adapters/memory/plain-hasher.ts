import type { Hasher } from '../../core/ports/hasher';

const BLOCK = 64;
const ROUNDS = 64;

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let number = 2; primes.length < count; number += 1) {
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  }
  return primes;
}

function fraction(value: number): number {
  return ((value - Math.floor(value)) * 2 ** 32) | 0;
}

// FIPS 180-4: the first 32 bits of the fractions of the roots of the first primes.
const PRIMES = firstPrimes(ROUNDS);
const ROUND_CONSTANTS = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** The bytes, a one bit, zeros, and the length in bits, together whole blocks. */
function padded(bytes: Uint8Array): DataView {
  const blocks = Math.ceil((bytes.length + 9) / BLOCK);
  const view = new DataView(new ArrayBuffer(blocks * BLOCK));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  view.setUint8(bytes.length, 0x80);
  view.setUint32(view.byteLength - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(view.byteLength - 4, bytes.length << 3);
  return view;
}

function at(words: readonly number[], index: number): number {
  return words[index] ?? 0;
}

function schedule(data: DataView, block: number): number[] {
  const words: number[] = [];
  for (let round = 0; round < 16; round += 1) words.push(data.getInt32(block + round * 4));
  for (let round = 16; round < ROUNDS; round += 1) {
    const early = at(words, round - 15);
    const late = at(words, round - 2);
    const small = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const large = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words.push((at(words, round - 16) + small + at(words, round - 7) + large) | 0);
  }
  return words;
}

function compress(state: readonly number[], words: readonly number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let round = 0; round < ROUNDS; round += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const mixedA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const next = (h + mixedE + choice + at(ROUND_CONSTANTS, round) + at(words, round)) | 0;
    [a, b, c, d, e, f, g, h] = [(next + mixedA + majority) | 0, a, b, c, (d + next) | 0, e, f, g];
  }
  return [a, b, c, d, e, f, g, h].map((word, index) => (word + at(state, index)) | 0);
}

/** SHA-256 in plain script, for hosts and tests without a crypto module. Slow. */
export const plainHasher: Hasher = {
  sha256(text) {
    const data = padded(new TextEncoder().encode(text));
    let state: readonly number[] = START;
    for (let block = 0; block < data.byteLength; block += BLOCK) state = compress(state, schedule(data, block));
    return state.map((word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  },
  equal: (a, b) => a === b,
};
