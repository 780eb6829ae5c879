import { expect, test } from 'vitest';
import { hookText } from './hook-text';

const hook = { id: 'dice:mood', outcome: 'changed', added: 0, removed: 0, changed: 0, tokens: 0, milliseconds: 12 };

test.each([
  [{ added: 2, removed: 1, tokens: 30 }, 'dice:mood added 2, removed 1 (+30 tokens, 12 ms).'],
  [{ changed: 1, tokens: -1 }, 'dice:mood rewrote 1 (−1 token, 12 ms).'],
  [{ outcome: 'unchanged' }, 'dice:mood changed nothing (12 ms).'],
  [{ outcome: 'failed' }, 'dice:mood failed and was passed over.'],
  [{ outcome: 'timed-out' }, 'dice:mood did not answer in time and was passed over.'],
  [{ outcome: 'not-permitted' }, 'dice:mood was not asked: it lacks a permission.'],
  [{ outcome: 'paused' }, 'dice:mood was not asked: it failed three times in a row.'],
  [{ outcome: 'aborted' }, 'dice:mood was not waited for.'],
])('%j reads %s', (part, text) => {
  expect(hookText({ ...hook, ...part })).toBe(text);
});
