import { expect, test } from 'vitest';
import { entryProblem, problemKinds, type ProblemCode } from './entry-problem';

const codes = Object.keys(problemKinds).filter((code): code is ProblemCode => code in problemKinds);

test.each(codes)('%s says what is wrong in whole sentences', (code) => {
  const problem = entryProblem(code, { path: 'Lore/n.md', line: 7 }, 'The text', 'The detail');
  expect(problem).toMatchObject({
    code,
    path: 'Lore/n.md',
    line: 7,
    text: 'The text',
    severity: problemKinds[code].severity,
  });
  expect(problem.message).toMatch(/^["A-Z]/);
  expect(problem.message).not.toMatch(/undefined|\s\s/);
});

test('the user’s text is shortened, and no character is cut in half', () => {
  expect(entryProblem('note-unreadable', { path: 'n.md', line: 1 }, 'x'.repeat(200)).text).toBe(`${'x'.repeat(120)}…`);
  expect(entryProblem('note-unreadable', { path: 'n.md', line: 1 }, `${'x'.repeat(119)}🐉🐉`).text).toBe(
    `${'x'.repeat(119)}…`,
  );
});
