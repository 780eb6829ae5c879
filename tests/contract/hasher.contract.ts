import { describe, expect, it } from 'vitest';
import type { Hasher } from '../../src/core/ports/hasher';

// The first three are examples of FIPS 180-4; the others were computed with the sha256sum program.
const DIGESTS = [
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
  ['Маяк 灯台 😀', '56fe55dc9d59387ae8747061973ae16d89e51b609bb1e319221a449e5e55c194'],
  ['a'.repeat(55), '9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318'],
  ['a'.repeat(64), 'ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb'],
  ['a'.repeat(1_000), '41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3'],
] as const;

/** What every hasher has to do. */
export function describeHasher(title: string, hasher: Hasher): void {
  describe(title, () => {
    it.each(DIGESTS)('gives the SHA-256 of the UTF-8 bytes of %j', (text, digest) => {
      expect(hasher.sha256(text)).toBe(digest);
    });

    it.each([
      ['', ''],
      ['secret', 'secret'],
      ['Маяк', 'Маяк'],
      ['\ud800', '\ud800'],
    ])('says that %j and %j are equal', (a, b) => {
      expect(hasher.equal(a, b)).toBe(true);
    });

    it.each([
      ['', 'a'],
      ['secret', 'Secret'],
      ['secret', 'secret '],
      ['é', 'e\u0301'],
      ['\ud800', '\ufffd'],
      ['\ud800', '\ud801'],
    ])('says that %j and %j are not equal', (a, b) => {
      expect(hasher.equal(a, b)).toBe(false);
      expect(hasher.equal(b, a)).toBe(false);
    });
  });
}
