import { afterEach, describe, expect, test } from 'vitest';
import { nodeTimer } from '../node/node-timer';
import { startPatternThread } from '../node/thread-pattern-worker';
import { StoppablePatternRunner } from './stoppable-pattern-runner';

const runner = new StoppablePatternRunner(startPatternThread, nodeTimer);
afterEach(() => runner.close());

const find = (source: string, text: string, flags = ''): ReturnType<typeof runner.run> =>
  runner.run(source, flags, text, 20, 200);

describe('patterns in a worker', () => {
  test('are found with their places', async () => {
    expect(await find('drag\\w+', 'A Dragon and a dragonfly', 'i')).toEqual({
      kind: 'found',
      ranges: [
        [2, 8],
        [15, 24],
      ],
    });
  });

  test.each(['(a+)+$', '(a|aa)+$', '(a*)*b', '([a-zA-Z]+)*$', '(.*a){12}$'])(
    'BR-030 %s is stopped, and the next pattern runs',
    async (source) => {
      expect(await find(source, `${'a'.repeat(40)}!`)).toEqual({ kind: 'stopped' });
      expect(await find('lamp', 'the lamp')).toEqual({ kind: 'found', ranges: [[4, 8]] });
    },
  );

  test('that cannot be compiled fail with the reason', async () => {
    expect(await find('(', 'text')).toMatchObject({ kind: 'failed' });
  });

  test('give at most as many matches as asked for', async () => {
    expect(await runner.run('a', '', 'aaaaaa', 2, 200)).toEqual({
      kind: 'found',
      ranges: [
        [0, 1],
        [1, 2],
      ],
    });
  });

  test('asked for at once are answered each', async () => {
    const outcomes = await Promise.all(['a', 'b', 'c'].map((source) => find(source, 'abc')));
    expect(outcomes).toEqual([0, 1, 2].map((at) => ({ kind: 'found', ranges: [[at, at + 1]] })));
  });
});
