import { expect, it } from 'vitest';
import { SeededRandom } from '../../src/adapters/memory/seeded-random';
import { nodeRandom } from '../../src/adapters/node/node-random';
import { describeRandom } from './random.contract';

describeRandom('nodeRandom', () => nodeRandom);
describeRandom('SeededRandom', () => new SeededRandom());

it('SeededRandom gives the same values for the same seed, and others for another', () => {
  const draw = (seed: string): string => {
    const random = new SeededRandom(seed);
    return `${random.token(12)} ${String(random.integer(1_000_000))}`;
  };
  expect(draw('a')).toBe(draw('a'));
  expect(draw('a')).not.toBe(draw('b'));
});
