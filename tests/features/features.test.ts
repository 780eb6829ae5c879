import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { formats } from '../../src/core/formats/formats';
import { deviations } from '../conformance/deviations';
import { readVectors } from '../conformance/vectors';
import { featureTable, proofsPage, withTable } from './feature-table';
import { features, type Proof } from './features';
import { testTitles } from './test-titles';

const root = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string): string => readFileSync(root + path, 'utf8');

const vectors = new Set(
  ['world-info-vectors.json', 'further-vectors.json'].flatMap((file) => readVectors(file).map(({ name }) => name)),
);
const deviating = new Set(deviations.flatMap(({ results }) => Object.keys(results)));

/** Why a proof proves nothing, or undefined. */
function complaint(proof: Proof): string | undefined {
  if ('golden' in proof) {
    return existsSync(`${root}tests/golden/${proof.golden}.spec.md`) ? undefined : `no golden example ${proof.golden}`;
  }
  if ('vector' in proof) {
    if (!vectors.has(proof.vector)) return `no vector “${proof.vector}”`;
    return deviating.has(proof.vector) ? `“${proof.vector}” is a deviation` : undefined;
  }
  if (!existsSync(root + proof.file)) return `no file ${proof.file}`;
  return testTitles(read(proof.file)).has(proof.test) ? undefined : `no test “${proof.test}” in ${proof.file}`;
}

test('the table in the README is that of the list', async () => {
  await expect(withTable(read('README.md'), featureTable(features))).toMatchFileSnapshot('../../README.md');
});

test('the page of proofs is that of the list', async () => {
  await expect(proofsPage(features)).toMatchFileSnapshot('../../docs/features.md');
});

test('every proof names a test, a golden example or a vector that is there', () => {
  expect(features.flatMap(({ proofs }) => proofs.flatMap((proof) => complaint(proof) ?? []))).toEqual([]);
});

test('what Lorehearth has is proved, and what it has not is not', () => {
  const wrong = features.filter(({ lorehearth, proofs }) => (lorehearth === 'no') !== (proofs.length === 0));
  expect(wrong.map(({ what }) => what)).toEqual([]);
});

test('the table also tells what the others have and Lorehearth has not', () => {
  const missing = features.filter(({ lorehearth }) => lorehearth === 'no');
  expect(missing.filter(({ deeplore }) => deeplore === 'yes').length).toBeGreaterThan(0);
  expect(missing.filter(({ worldInfo }) => worldInfo === 'yes').length).toBeGreaterThan(0);
});

test('numbers in the table are those of the code', () => {
  const row = features.find(({ what }) => what.startsWith('Imports'));
  expect(row?.lorehearth).toBe(`${String(formats.length)} formats`);
});

test.each([
  ["test('a fact', go)", ['a fact']],
  ["describe('a thing', () => { it('does', go); })", ['a thing', 'does']],
  ["it.each([['a title', 1]])('%s is so', go)", ['%s is so']],
  ["run('a fact', go); // test('another', go)", []],
])('the titles of %s are %j', (source, titles) => {
  expect([...testTitles(source)]).toEqual(titles);
});

test('a proof that is none is told', () => {
  expect(complaint({ file: 'tests/features/features.test.ts', test: 'never written' })).toContain('no test');
  expect(complaint({ file: 'tests/no-such.test.ts', test: 'x' })).toContain('no file');
  expect(complaint({ golden: 'timers/never' })).toContain('no golden');
  expect(complaint({ vector: 'never recorded' })).toContain('no vector');
});
