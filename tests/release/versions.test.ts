import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root, runScript } from './repository';

const outside = /(^|\/)(node_modules|dist|artifacts|coverage|demo-vault|__fixtures__|fixtures|\.[^/]+)(\/|$)/;

/** JSON files of the project with a version of their own at the top. */
function carriers(): readonly string[] {
  const folders = ['.', 'src', 'e2e', 'tests', 'docs'];
  const paths = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: folder !== '.' && folder !== 'e2e', encoding: 'utf8' }).map((name) =>
      join(folder, name).replaceAll('\\', '/'),
    ),
  );
  return paths.filter((path) => path.endsWith('.json') && !outside.test(path) && hasVersion(path)).sort();
}

function hasVersion(path: string): boolean {
  const value: unknown = JSON.parse(readFileSync(join(root, path), 'utf8'));
  return typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';
}

const told = runScript('check-versions.mjs');
const places = told.out
  .trim()
  .split('\n')
  .map((line) => line.split('  '));

it('every place that carries the version names the same one', () => {
  expect(told).toMatchObject({ code: 0, err: '' });
  expect(new Set(places.map(([version]) => version)).size).toBe(1);
});

it('no file carries a version that the release script does not know', () => {
  const known = places.map(([, path]) => path);
  expect(carriers().filter((path) => !known.includes(path))).toEqual([]);
  expect(carriers().length).toBe(known.length - 1);
});

it('a version that the files do not name is refused, with each of them', () => {
  const { code, err } = runScript('check-versions.mjs', '9.9.9');
  expect(code).toBe(1);
  for (const [, path] of places) expect(err).toContain(path);
  expect(err).toContain('CHANGELOG.md');
});

it('the changelog tells of the version that is being made, in the form that the release script reads', () => {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const heads = [...changelog.matchAll(/^## (.*)$/gm)].map(([, head]) => head ?? '');
  expect(heads[0]).toBe('[Unreleased]');
  expect(heads.slice(1).filter((head) => !/^\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}$/.test(head))).toEqual([]);
});
