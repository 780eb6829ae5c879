import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { root, runScript, TestRepository } from './repository';

const built = join(root, 'dist/sillytavern');
const aside = mkdtempSync(join(tmpdir(), 'lorehearth-branch-'));
const folder = join(aside, 'branch');
const manifestShape = z.object({ js: z.string(), css: z.string(), version: z.string(), auto_update: z.boolean() });
const names = ['LICENSE', 'README.md', 'index.js', 'manifest.json', 'style.css'];

beforeAll(() => {
  if (!existsSync(built)) throw new Error('dist/sillytavern is missing. Run `npm run build` before this test.');
  expect(runScript('bridge-branch.mjs', folder)).toMatchObject({ code: 0, err: '' });
});
afterAll(() => rmSync(aside, { recursive: true, force: true }));

const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('the branch that SillyTavern installs from', () => {
  it('has the manifest at its root, and all that it names', () => {
    const manifest = manifestShape.parse(JSON.parse(textOf('manifest.json')));
    expect(readdirSync(folder).sort()).toEqual(names);
    expect([manifest.js, manifest.css].filter((name) => !existsSync(join(folder, name)))).toEqual([]);
  });

  it('holds the same bytes as the bridge that Lorehearth installs itself', () => {
    for (const name of readdirSync(built))
      expect(textOf(name) === readFileSync(join(built, name), 'utf8'), name).toBe(true);
    expect(readdirSync(built).filter((name) => !names.includes(name))).toEqual([]);
  });

  it('names no path of the machine that built it', () => {
    const machine = [root, root.replace(/\/$/, ''), tmpdir(), process.env['HOME'] ?? '/root'];
    for (const name of names)
      expect(
        machine.filter((path) => path !== '/' && textOf(name).includes(path)),
        name,
      ).toEqual([]);
    expect(names.filter((name) => /sourceMappingURL/.test(textOf(name)))).toEqual([]);
  });

  it('is never written over what lies there', () => {
    const { code, err } = runScript('bridge-branch.mjs', folder);
    expect(code).toBe(1);
    expect(err).toContain('not empty');
  });
});

describe('the commit for the branch', () => {
  let repository: TestRepository | undefined;
  afterEach(() => repository?.remove());

  function start(): TestRepository {
    repository = new TestRepository('# Changelog\n');
    cpSync(built, join(repository.folder, 'dist/sillytavern'), { recursive: true });
    repository.write('.gitignore', 'dist/\n*.js\n');
    repository.commit('ignore what is built');
    return repository;
  }

  const commitOf = (one: TestRepository, name: string): string => {
    const { code, out, err } = one.script(
      'bridge-branch.mjs',
      join(one.folder, '..', `${name}-${String(process.pid)}`),
      '--commit',
    );
    rmSync(join(one.folder, '..', `${name}-${String(process.pid)}`), { recursive: true, force: true });
    expect({ code, err }).toEqual({ code: 0, err: '' });
    return out.trim();
  };

  it('stands alone at first, later on the one before, and changes neither branch nor files', () => {
    const one = start();
    const head = one.git('rev-parse', 'HEAD');
    const first = commitOf(one, 'first');
    expect(one.git('ls-tree', '--name-only', first).split('\n').sort()).toEqual(names);
    expect(one.git('rev-list', '--count', first)).toBe('1');

    one.git('update-ref', 'refs/remotes/origin/sillytavern', first);
    expect(commitOf(one, 'same')).toBe(first);

    one.write('dist/sillytavern/index.js', '// another\n');
    const second = commitOf(one, 'second');
    expect(one.git('rev-parse', `${second}^`)).toBe(first);
    expect(one.git('show', `${second}:index.js`)).toBe('// another');
    expect([one.git('rev-parse', 'HEAD'), one.git('status', '--porcelain')]).toEqual([head, '']);
  });
});

describe('the files of a release', () => {
  const assets = join(aside, 'assets');

  it('are those three that Obsidian takes, the bridge as a zip, and the program', () => {
    expect(runScript('release-assets.mjs', assets)).toMatchObject({ code: 0, err: '' });
    expect(readdirSync(assets).sort()).toEqual(
      ['lorehearth-cli.cjs', 'lorehearth-sillytavern.zip', 'main.js', 'manifest.json', 'styles.css'].sort(),
    );
    for (const [asset, file] of [
      ['main.js', 'main.js'],
      ['manifest.json', 'manifest.json'],
      ['styles.css', 'styles.css'],
      ['lorehearth-cli.cjs', 'cli.cjs'],
    ] as const) {
      expect(readFileSync(join(assets, asset)).equals(readFileSync(join(root, 'dist', file))), asset).toBe(true);
    }
  });

  it('have the bridge in a folder of the zip, ready to be put beside other extensions, and the zip is the same each time', () => {
    const zip = readFileSync(join(assets, 'lorehearth-sillytavern.zip'));
    const inside = unzipSync(new Uint8Array(zip));
    expect(Object.keys(inside).sort()).toEqual(names.map((name) => `lorehearth/${name}`));
    for (const name of names)
      expect(Buffer.from(inside[`lorehearth/${name}`]!).equals(readFileSync(join(folder, name))), name).toBe(true);
    const again = join(aside, 'again');
    runScript('release-assets.mjs', again);
    expect(zip.equals(readFileSync(join(again, 'lorehearth-sillytavern.zip')))).toBe(true);
  });
});
