import { randomBytes, randomInt } from 'node:crypto';
import type { RandomSource } from '../../core/ports/random';

/** The system's source of random values. */
export const nodeRandom: RandomSource = {
  token: (bytes) => randomBytes(bytes).toString('base64url'),
  integer: (below) => randomInt(below),
};
