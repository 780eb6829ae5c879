import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { printJUnit } from './print-junit';
import { testExitCodes, testOnce, watchTests } from './test-command';

let root = '';
const fox = (key: string): string =>
  `---\ntags: [lorebook]\nkeys: [${key}]\n---\nA fox.\n\n\`\`\`lore-test\nname: The fox comes\ntext: A fox!\n\`\`\`\n`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lorehearth-test-'));
  await mkdir(join(root, 'vault/Lorehearth'), { recursive: true });
  await writeFile(join(root, 'vault/Fox.md'), fox('fox'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const options = (more: object = {}) => ({ vault: join(root, 'vault'), data: join(root, 'data'), json: false, ...more });

async function run(more: object = {}) {
  const printed: string[] = [];
  const complained: string[] = [];
  const code = await testOnce(
    options(more),
    (line) => void printed.push(line),
    (line) => void complained.push(line),
  );
  return { code, printed, complained };
}

describe('lorehearth test ends with', () => {
  test('0 when every test passes', async () => {
    expect(await run()).toEqual({
      code: testExitCodes.passed,
      printed: ['✓ The fox comes\n\n1 passed, 0 failed.'],
      complained: [],
    });
  });

  test('0 when there is no test', async () => {
    await writeFile(join(root, 'vault/Fox.md'), '---\ntags: [lorebook]\nkeys: [fox]\n---\nA fox.\n');
    expect(await run()).toMatchObject({ code: 0, printed: ['There are no lore tests.'] });
  });

  test('1 when one fails', async () => {
    await writeFile(join(root, 'vault/Fox.md'), fox('wolf'));
    const { code, printed } = await run();
    expect([code, printed[0]?.split('\n')[0]]).toEqual([testExitCodes.failed, '✗ The fox comes  (Fox.md:8)']);
  });

  test('1 when one cannot be read', async () => {
    await writeFile(join(root, 'vault/Lorehearth/lore-tests.yaml'), 'tests: [{ text: x, fire: Fox }]');
    expect((await run()).code).toBe(testExitCodes.failed);
  });

  test('2 when there is no vault', async () => {
    const { code, printed, complained } = await run({ vault: join(root, 'none') });
    expect([code, printed]).toEqual([testExitCodes.unusable, []]);
    expect(complained.join()).toContain('There is no folder');
  });
});

test('JSON holds every check, and JUnit is written besides', async () => {
  const junit = join(root, 'out.xml');
  const { printed } = await run({ json: true, junit });
  expect(JSON.parse(printed.join())).toMatchObject({
    passed: 1,
    failed: 0,
    items: [{ name: 'The fox comes', path: 'Fox.md', line: 8 }],
  });
  expect(await readFile(junit, 'utf8')).toContain('<testsuite name="lore tests" tests="1" failures="0" errors="0">');
});

test('JUnit tells what failed and what is no test, with nothing that XML forbids', () => {
  const xml = printJUnit({
    items: [
      {
        ...{ name: 'A <b> & "c"', path: 'Fox.md', line: 4, state: 'failed', injected: ['Owl'], tokens: 12 },
        checks: [{ kind: 'fires', subject: 'Fox', met: false, why: 'No\u0007 key.' }],
      },
      {
        ...{ name: 'Gone', path: 'Fox.md', line: 9, state: 'broken', injected: [], tokens: 0, checks: [] },
        sentence: 'No file.',
      },
    ],
    problems: [{ path: 'Owl.md', line: 2, message: 'A test has no "fire".' }],
    ...{ passed: 0, failed: 3 },
  });
  expect(xml).toContain('tests="3" failures="1" errors="2"');
  expect(xml).toContain('name="A &lt;b&gt; &amp; &quot;c&quot;"');
  expect(xml).toContain('<failure message="&quot;Fox&quot; must be in: No  key.">');
  expect(xml).toContain('<error message="No file."/>');
  const parsed = new RegExp(/<testcase/g);
  expect(xml.match(parsed)).toHaveLength(3);
});

test('watching runs the tests again when a note or the file of tests changes, until it is ended', async () => {
  const runs: { passed: number; failed: number }[] = [];
  const end = await watchTests(
    options({ json: true }),
    (line) => void runs.push(JSON.parse(line) as (typeof runs)[number]),
  );
  expect(runs.at(-1)).toMatchObject({ passed: 1, failed: 0 });
  const until = (passed: number, failed: number) =>
    vi.waitFor(() => expect(runs.at(-1)).toMatchObject({ passed, failed }), { timeout: 20_000, interval: 50 });
  await writeFile(join(root, 'vault/Fox.md'), fox('wolf'));
  await until(0, 1);
  await writeFile(join(root, 'vault/Lorehearth/lore-tests.yaml'), 'tests: [{ text: A wolf, fires: Fox }]');
  await until(1, 1);
  await end();
}, 60_000);
