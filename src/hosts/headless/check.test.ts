import { fileURLToPath } from 'node:url';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkVault } from './check-command';
import { UsageError } from './open-vault';
import { printCheck } from './print-check';
import { printTests } from './print-tests';
import { testVault } from './test-command';

const vault = fileURLToPath(new URL('../../../demo-vault', import.meta.url));
let data = '';

beforeAll(async () => (data = await mkdtemp(join(tmpdir(), 'lorehearth-check-'))));
afterAll(() => rm(data, { recursive: true, force: true }));

test('the check of the demo vault tells each problem with note, line, code and fix', async () => {
  const report = await checkVault({ vault, data });
  expect(report.counts).toEqual({ error: 4, warning: 4, info: 2, ignored: 0 });
  const text = printCheck(report);
  expect(text).toContain('Deliberate problems/Contradictory gates.md\n  ✗ 6: The entry requires and excludes');
  expect(text).toContain('(key-swallowed) [one click mends it: remove the key]');
  expect(text.endsWith('4 errors, 4 warnings, 2 hints.')).toBe(true);
});

test('a vault without fault has no problems', () => {
  const empty = { problems: [], unused: [], counts: { error: 0, warning: 0, info: 0, ignored: 2 }, codes: [] };
  expect(printCheck(empty)).toBe('No problems, 2 ignored.');
});

test('a folder that is not there is a mistake of the user', async () => {
  await expect(checkVault({ vault: join(data, 'none') })).rejects.toThrow(UsageError);
});

test('the lore tests of the demo vault pass', async () => {
  const run = await testVault({ vault, data });
  expect(printTests(run)).toMatch(/\n\n14 passed, 0 failed\.$/);
});

test('a failed test says what was promised, why it does not hold, and what is in instead', () => {
  const text = printTests({
    items: [
      {
        ...{ name: 'Fox', path: 'Fox.md', line: 4, state: 'failed', injected: ['Owl'], tokens: 12 },
        checks: [{ kind: 'fires', subject: 'Fox', met: false, why: 'None of its keys stands in the scanned text.' }],
      },
    ],
    problems: [{ path: 'Owl.md', line: 9, message: 'A test has no "fire".' }],
    ...{ passed: 0, failed: 2 },
  });
  expect(text.split('\n')).toEqual([
    '✗ Fox  (Fox.md:4)',
    '    "Fox" must be in: None of its keys stands in the scanned text.',
    '    In the turn: Owl (12 tokens)',
    '! Owl.md:9 is no test. A test has no "fire".',
    '',
    '0 passed, 2 failed.',
  ]);
});
