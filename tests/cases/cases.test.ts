import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import knownCases from './cases.json';
import { casesPage, type KnownCase } from './cases-page';
import { namedTests } from './named-tests';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cases: readonly KnownCase[] = knownCases;

/** Test files below a folder; those of packages, and these here, are not ours to count. */
function testFiles(folder: string): readonly string[] {
  return readdirSync(root + folder, { recursive: true, encoding: 'utf8' })
    .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter((path) => /\.(?:test|contract)\.ts$/.test(path) && !/node_modules|^tests\/cases\//.test(path))
    .sort();
}

const tests = ['src', 'tests', 'e2e']
  .flatMap(testFiles)
  .flatMap((file) => namedTests(file, readFileSync(root + file, 'utf8')));

test('the page in docs/ says where each case is tested', async () => {
  await expect(casesPage(cases, tests)).toMatchFileSnapshot('../../docs/cases.md');
});

test('every case has a test, or the step that brings it is named', () => {
  const tested = new Set(tests.map((one) => one.id));
  expect(cases.filter(({ id, later }) => later === undefined && !tested.has(id))).toEqual([]);
});

test('every test that names a case names one that is listed, and says something', () => {
  const known = new Set(cases.map(({ id }) => id));
  expect(tests.filter(({ id, name }) => !known.has(id) || name === '')).toEqual([]);
});

test('the list has each case once, in order, and tells what it is about in two to five words', () => {
  const ids = cases.map(({ id }) => id);
  expect(ids).toEqual([...new Set(ids)].sort());
  expect(cases.filter(({ area }) => !/^\S+(?: \S+){0,4}$/.test(area))).toEqual([]);
});

test.each([
  ["test('BR-001 a fact', go)", ['a fact']],
  ["test.each([['BR-001a first', 1], ['BR-001b second', 2]])('%s', go)", ['first', 'second']],
  ["test.each([['path', 'BR-001']])('takes %s (%s)', go)", ['takes %s (%s)']],
  ["const rows = [['BR-001', 'keys: a']];", ['keys: a']],
  ['test(`BR-001 in ${place} and so on`, go)', ['in … and so on']],
  ["describe('BR-001: a thing', go); it('does (BR-001)', go)", ['a thing', 'does']],
  ['// BR-001 is only spoken of', []],
])('in %s the names are %j', (source, names) => {
  expect(namedTests('x.test.ts', source).map((one) => one.name)).toEqual(names);
});
