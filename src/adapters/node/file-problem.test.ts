import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { errorCode, fileProblem, saysGone } from './file-problem';

describe('file problems', () => {
  it('knows the code and a sentence of an error of the system', async () => {
    const error: unknown = await readFile('/no/such/file').catch((cause: unknown) => cause);
    expect(errorCode(error)).toBe('ENOENT');
    expect(saysGone(error)).toBe(true);
    expect(fileProblem(error)).toBe('It does not exist.');
  });

  it.each([
    [{ code: 'EACCES' }, 'Access was denied.'],
    [{ code: 'EODD' }, 'The system reported EODD.'],
    [{ code: 7 }, 'The system reported an unknown error.'],
    [new Error('/secret/path'), 'The system reported an unknown error.'],
    [undefined, 'The system reported an unknown error.'],
    ['text', 'The system reported an unknown error.'],
  ])('tells %j as %j', (error, sentence) => {
    expect(fileProblem(error)).toBe(sentence);
    expect(saysGone(error)).toBe(false);
  });
});
