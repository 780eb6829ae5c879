import { seededUnit } from '../../core/base/content-hash';
import type { RandomSource } from '../../core/ports/random';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Values that look random and are the same in every run for one seed. Not for secrets. */
export class SeededRandom implements RandomSource {
  #draws = 0;

  constructor(private readonly seed: string = 'seed') {}

  token(bytes: number): string {
    const bits = bytes * 8;
    let token = '';
    for (let at = 0; at < bits; at += 6) {
      // The last character holds what is left of the bits; the others of its six are zero.
      const spare = Math.max(0, at + 6 - bits);
      token += ALPHABET.charAt(this.integer(64 >> spare) << spare);
    }
    return token;
  }

  integer(below: number): number {
    if (!Number.isSafeInteger(below) || below < 1) throw new RangeError('There is no whole number in this range.');
    this.#draws += 1;
    return Math.floor(seededUnit(this.seed, this.#draws) * below);
  }
}
