import { mkdir, mkdtemp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { installBridge, type BridgeInstallation } from './bridge-installer';

const manifest = (version: string, name = 'Lorehearth'): string => JSON.stringify({ display_name: name, version });
const bridge = (version = '2.0.0'): Record<string, string> => ({
  'manifest.json': manifest(version),
  'index.js': `export const version = '${version}';`,
  'i18n/de-de.json': '{}',
});

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'lorehearth-tavern-'));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function tree(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, name)), { recursive: true });
    await writeFile(join(root, name), text);
  }
}

const tavern = (user = 'default-user', data = 'data'): Record<string, string> => ({
  'package.json': '{"name":"sillytavern","version":"1.19.0"}',
  'server.js': '',
  'public/scripts/extensions/third-party/.gitkeep': '',
  [`${data}/${user}/settings.json`]: '{}',
  [`${data}/${user}/characters/Mara.png`]: '',
  [`${data}/_storage/a`]: '',
});

const install = (folder = '.', user?: string): Promise<BridgeInstallation> =>
  installBridge({ folder: join(root, folder), files: bridge(), ...(user === undefined ? {} : { user }) });

const read = (name: string): Promise<string> => readFile(join(root, name), 'utf8');

describe('where the extension lands', () => {
  it.each([
    ['the program folder', '.', 'data/default-user/extensions'],
    ['the data folder', 'data', 'data/default-user/extensions'],
    ['the user’s folder', 'data/default-user', 'data/default-user/extensions'],
    ['the user’s extensions folder', 'data/default-user/extensions', 'data/default-user/extensions'],
    ['the folder for all users', 'public/scripts/extensions/third-party', 'public/scripts/extensions/third-party'],
  ])('takes %s', async (_, chosen, extensions) => {
    await tree({ ...tavern(), 'data/default-user/extensions/other/manifest.json': '{}' });
    const done = await install(chosen);
    expect(done).toEqual({
      kind: 'installed',
      folder: join(root, extensions, 'lorehearth'),
      version: '2.0.0',
      before: { kind: 'new' },
    });
    expect(await read(`${extensions}/lorehearth/index.js`)).toBe(bridge()['index.js']);
    expect(await read(`${extensions}/lorehearth/i18n/de-de.json`)).toBe('{}');
  });

  it('follows the data folder of the configuration', async () => {
    await tree({ ...tavern('default-user', 'elsewhere'), 'config.yaml': 'dataRoot: ./elsewhere\nport: 8000\n' });
    await install();
    expect(await readdir(join(root, 'elsewhere/default-user/extensions'))).toEqual(['lorehearth']);
  });

  it('takes the folder above data when the program lives elsewhere', async () => {
    await tree({ 'config.yaml': 'dataRoot: ./data', 'data/default-user/settings.json': '{}' });
    expect((await install()).kind).toBe('installed');
  });

  it('makes the default user’s folder in a program that was never started', async () => {
    await tree({ 'package.json': '{"name":"sillytavern"}' });
    await install();
    expect(await readdir(join(root, 'data/default-user/extensions/lorehearth'))).toContain('manifest.json');
  });

  it('takes the named user', async () => {
    await tree({ ...tavern(), ...tavern('mara') });
    await install('.', 'mara');
    expect(await readdir(join(root, 'data/mara/extensions'))).toEqual(['lorehearth']);
    expect(await readdir(join(root, 'data/default-user'))).not.toContain('extensions');
  });
});

describe('an update', () => {
  it('replaces the old copy as a whole and touches nothing else', async () => {
    await tree({
      ...tavern(),
      'data/default-user/extensions/lorehearth/manifest.json': manifest('1.0.0'),
      'data/default-user/extensions/lorehearth/stale.js': 'old',
      'data/default-user/extensions/other/manifest.json': '{}',
    });
    expect(await install()).toMatchObject({ kind: 'installed', before: { kind: 'replaced', version: '1.0.0' } });
    expect((await readdir(join(root, 'data/default-user/extensions/lorehearth'))).sort()).toEqual([
      'i18n',
      'index.js',
      'manifest.json',
    ]);
    expect((await readdir(join(root, 'data/default-user/extensions'))).sort()).toEqual(['lorehearth', 'other']);
    expect((await readdir(join(root, 'data/default-user'))).sort()).toEqual([
      'characters',
      'extensions',
      'settings.json',
    ]);
  });

  it.each([
    ['another extension', { 'lorehearth/manifest.json': manifest('1.0.0', 'Something else') }, 'holds something else'],
    ['a folder without a manifest', { 'lorehearth/notes.txt': 'mine' }, 'holds something else'],
    ['a file', { lorehearth: 'mine' }, 'is a file'],
    [
      'a copy that was installed from a URL',
      { 'lorehearth/manifest.json': manifest('1.0.0'), 'lorehearth/.git/HEAD': 'ref' },
      'installed from a URL',
    ],
  ])('leaves %s alone', async (_, there, sentence) => {
    const files = Object.fromEntries(
      Object.entries<string>(there).map(([name, text]) => [`data/default-user/extensions/${name}`, text]),
    );
    await tree({ ...tavern(), ...files });
    const done = await install();
    expect(done.kind === 'refused' ? done.sentence : '').toContain(sentence);
    for (const [name, text] of Object.entries(files)) expect(await read(name)).toBe(text);
  });

  it('leaves a link alone', async () => {
    await tree({ ...tavern(), 'workshop/manifest.json': manifest('0.0.1') });
    await mkdir(join(root, 'data/default-user/extensions'));
    await symlink(join(root, 'workshop'), join(root, 'data/default-user/extensions/lorehearth'));
    const done = await install();
    expect(done.kind === 'refused' ? done.sentence : '').toContain('is a link');
    expect(await read('workshop/manifest.json')).toBe(manifest('0.0.1'));
  });
});

describe('a wrong folder', () => {
  it('that does not exist is named', async () => {
    expect(await install('nowhere')).toEqual({
      kind: 'refused',
      sentence: `There is no folder ${join(root, 'nowhere')}.`,
    });
  });

  it('that is a file is named', async () => {
    await tree({ 'notes.txt': '' });
    expect(await install('notes.txt')).toEqual({
      kind: 'refused',
      sentence: `${join(root, 'notes.txt')} is not a folder.`,
    });
  });

  it('that holds something else says what to choose', async () => {
    await tree({ 'package.json': '{"name":"something"}', 'data/a.txt': '' });
    const done = await install();
    expect(done.kind === 'refused' ? done.sentence : '').toContain('Choose the folder that holds SillyTavern’s');
    expect((await readdir(root)).sort()).toEqual(['data', 'package.json']);
  });

  it('without the named user lists the users', async () => {
    await tree({ ...tavern(), ...tavern('mara') });
    const done = await install('.', 'nobody');
    expect(done.kind === 'refused' ? done.sentence : '').toContain('Its users: default-user, mara.');
  });

  it('cannot be reached through a user name with a path in it', async () => {
    await tree(tavern());
    expect((await install('.', '../..')).kind).toBe('refused');
  });
});

it('says so when the build carries no extension', async () => {
  await tree(tavern());
  expect(await installBridge({ folder: root, files: {} })).toEqual({
    kind: 'refused',
    sentence: 'This build of Lorehearth carries no SillyTavern extension.',
  });
});

it('reports a folder that cannot be written', async () => {
  await tree({ ...tavern(), 'data/default-user/extensions': 'a file in the way' });
  const done = await install();
  expect(done.kind === 'refused' ? done.sentence : '').toContain('could not be written');
});
