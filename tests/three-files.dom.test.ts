import { access, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tiktoken } from 'js-tiktoken/lite';
import o200k from 'js-tiktoken/ranks/o200k_base';
import type { Plugin } from 'obsidian-test-mocks/obsidian';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LorehearthPlugin } from '../src/hosts/obsidian/lorehearth-plugin';
import { createMockApp } from './support/obsidian-app';
import { runBundle, type RunBundle } from './support/obsidian-bundle';
import { ask, freePort, type HttpAnswer } from './support/obsidian-http';
import { pluginManifest } from './support/obsidian-plugin';
import { until } from './support/obsidian-until';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const threeFiles = ['main.js', 'manifest.json', 'styles.css'];
const text = 'Sheriff Mäder guards the Silver Keep. 銀の砦は山の上にある。'.repeat(7);

let folder: string;
let bundle: RunBundle;
let plugin: LorehearthPlugin;
let token: string;
/** What was asked of the file system while the plugin was loaded. */
let readAtLoad: readonly string[];

async function get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<HttpAnswer> {
  return ask(`${plugin.api.address() ?? ''}${path}`, { headers });
}

/** Whether a text is that of a built file. Compared here, since a difference would be printed with both texts. */
async function isFile(path: string, text: string): Promise<boolean> {
  return text !== '' && text === (await readFile(path, 'utf8'));
}

beforeAll(async () => {
  await access(join(dist, 'main.js')).catch(() => {
    throw new Error('dist/main.js is missing. Run `npm run build` before this test.');
  });
  folder = await mkdtemp(join(tmpdir(), 'lorehearth-three-files-'));
  for (const name of threeFiles) await cp(join(dist, name), join(folder, name));
  const app = createMockApp({ 'Keep.md': `---\nkeys: [silver keep]\n---\n#lorebook\n${text}` }, 'Eldoria');
  bundle = runBundle(join(folder, 'main.js'));
  plugin = new bundle.Plugin(app.asOriginalType__(), { ...pluginManifest, dir: '.obsidian/plugins/lorehearth' });
  (plugin as unknown as Plugin).data__ = {
    version: 1,
    vaultId: 'v',
    settings: { serve: true, port: await freePort() },
  };
  const before = bundle.paths.length;
  plugin.load();
  readAtLoad = bundle.paths.slice(before);
  app.workspace.setLayoutReady__();
  await until(
    () => plugin.api.status()?.index.kind === 'ready' && plugin.api.address() !== undefined,
    'a server',
    20_000,
  );
  token = app.secretStorage.getSecret('lorehearth-console-token') ?? '';
}, 60_000);

afterAll(async () => {
  plugin.unload();
  await rm(folder, { recursive: true, force: true });
});

describe('main.js, manifest.json and styles.css alone', () => {
  it('choose lore with an exact count of tokens', async () => {
    const answer = await ask(`${plugin.api.address() ?? ''}/v1/preview`, {
      headers: { authorization: `Bearer ${token}` },
      body: { text: 'We rode to the silver keep.' },
    });
    expect(answer.status).toBe(200);
    const { answer: lore } = JSON.parse(answer.text) as { answer: { injections: { text: string; tokens: number }[] } };
    const oracle = new Tiktoken(o200k);
    expect(lore.injections).toHaveLength(1);
    for (const injection of lore.injections) {
      expect(injection.text).toContain('銀の砦は山の上にある。');
      expect(injection.tokens).toBe(oracle.encode(injection.text, [], []).length);
    }
    expect(plugin.api.status()?.tokensExact).toBe(true);
  }, 30_000);

  it('are loaded without a look at the disk, so that the app starts as quickly as without them', () => {
    expect(readAtLoad).toEqual([]);
  });

  it('open the web console with all its files', async () => {
    const page = await get('/console/');
    expect(page.status).toBe(200);
    expect(page.header('content-type')).toContain('text/html');
    const names = [...page.text.matchAll(/(?:src|href)="(?:[^"]*\/)?([\w-]+\.(?:js|css))"/g)].map(
      (match) => match[1] ?? '',
    );
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      const file = await get(`/console/${name}`);
      expect(file.status, name).toBe(200);
      expect(await isFile(join(dist, 'console', name), file.text), name).toBe(true);
    }
  });

  it('install the SillyTavern extension', async () => {
    const tavern = join(folder, '..', `${folder.split('/').at(-1) ?? ''}-tavern`);
    await mkdir(join(tavern, 'data/default-user'), { recursive: true });
    await writeFile(join(tavern, 'package.json'), '{"name":"sillytavern"}');
    try {
      const done = await plugin.host?.installBridge(tavern, undefined);
      const installed = join(tavern, 'data/default-user/extensions/lorehearth');
      expect(done).toMatchObject({ kind: 'installed', folder: installed, version: pluginManifest.version });
      const names = await readdir(installed);
      expect(names.sort()).toEqual(['index.js', 'manifest.json', 'style.css']);
      for (const name of names) {
        const text = await readFile(join(installed, name), 'utf8');
        expect(await isFile(join(dist, 'sillytavern', name), text), name).toBe(true);
      }
    } finally {
      await rm(tavern, { recursive: true, force: true });
    }
  });

  it('are all that is there, and none of them is read', async () => {
    expect((await readdir(folder)).sort()).toEqual(threeFiles);
    const outsideTavern = bundle.paths.filter((path) => !path.startsWith(`${folder}-tavern`) && /^(\/|\.)/.test(path));
    expect(outsideTavern.filter((path) => path.startsWith(folder) || path.startsWith(root))).toEqual([]);
    expect(bundle.paths.some((path) => path.startsWith(`${folder}-tavern`))).toBe(true);
  });

  it('ask the app for nothing but its own module, its editor’s and Node’s', () => {
    expect(bundle.modules).toContain('obsidian');
    const others = bundle.modules.filter((name) => name === 'electron' || name.startsWith('@'));
    expect(others.filter((name) => !/^@codemirror\/(state|view)$/.test(name))).toEqual([]);
  });
});
