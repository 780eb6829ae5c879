import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'obsidian-test-mocks/obsidian';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { panels } from '../src/ui/panels';
import { createMockApp } from './support/obsidian-app';
import { runBundle, type RunBundle } from './support/obsidian-bundle';
import { pluginManifest } from './support/obsidian-plugin';

/** What the review of community plugins asks for, as far as it can be seen in what the app is given. */
const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');

let code: string;
let bundle: RunBundle;
let plugin: Plugin;

beforeAll(() => {
  if (!existsSync(join(root, 'dist/main.js'))) throw new Error('dist/main.js is missing. Run `npm run build` first.');
  code = textOf('dist/main.js');
  bundle = runBundle(join(root, 'dist/main.js'));
  plugin = new bundle.Plugin(createMockApp({}, 'Eldoria').asOriginalType__(), pluginManifest) as unknown as Plugin;
  plugin.load();
}, 60_000);
afterAll(() => plugin.unload());

describe('main.js', () => {
  // The bundle is megabytes long: what is found is told, never the text.
  const found = (pattern: RegExp): readonly string[] => [...code.matchAll(pattern)].map(([text]) => text);

  it.each([
    ['eval', /(?<![.\w$])eval\(/g],
    ['code made from text', /new Function\b|[=(,:]\s*Function\s*[;,)(]/g],
    ['HTML set from text', /\.(innerHTML|outerHTML)\s*=(?!=)|\.insertAdjacentHTML\(|document\.write\(/g],
    [
      'style or link elements',
      /createElement\(["'`](style|link|script)["'`]\)|createEl\(["'`](style|link|script)["'`]/g,
    ],
    ['a source map', /sourceMappingURL/g],
    ['storage that all vaults share', /\b(localStorage|sessionStorage|indexedDB)\b/g],
    ['a hand on its own leaves while unloading', /detachLeavesOfType/g],
    ['the global app', /(?<![.\w$])(window|globalThis)\.app\b/g],
    ['packages fetched while running', /https?:\/\/(unpkg|cdn|esm|jsdelivr|cdnjs)[\w.]*/g],
  ])('is without %s', (_, pattern) => {
    expect(found(pattern)).toEqual([]);
  });

  it('is small enough for Obsidian Sync', () => {
    expect(Buffer.byteLength(code)).toBeLessThan(5_000_000);
  });

  it('speaks on the console only to warn, or where a library is asked to', () => {
    const calls = [...code.matchAll(/console\.(log|info)\(/g)].map(({ index }) => code.slice(index - 40, index));
    expect(calls.filter((before) => !/"debug"|LOG_TOKENS/.test(before))).toEqual([]);
  });

  it('asks for Node, and so says that it is for desktops only', () => {
    expect(code).toMatch(/require\("(node:)?(http|fs|fs\/promises|path)"\)/);
    expect(pluginManifest.isDesktopOnly).toBe(true);
  });
});

describe('manifest.json', () => {
  const shape = z.strictObject({
    id: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
    name: z.string().regex(/^[A-Za-z0-9+() -]+$/),
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    minAppVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
    description: z
      .string()
      .min(10)
      .max(250)
      .regex(/^[A-Z][A-Za-z0-9 .,!?'"-]*\.$/),
    author: z.string().min(1),
    isDesktopOnly: z.literal(true),
  });

  it('has the fields that are allowed and no other, in the form that is asked for', () => {
    const manifest = shape.parse(JSON.parse(textOf('manifest.json')));
    const words = `${manifest.id} ${manifest.name} ${manifest.description}`;
    expect(words).not.toMatch(/obsidian|plugin|obsi-|sidian\b/i);
    expect(textOf('dist/manifest.json')).toBe(textOf('manifest.json'));
  });

  it('asks for the version of the app that versions.json names', () => {
    const versions = z.record(z.string(), z.string()).parse(JSON.parse(textOf('versions.json')));
    expect(versions[pluginManifest.version]).toBe(pluginManifest.minAppVersion);
  });
});

describe('commands', () => {
  const names = new Set(panels.map(({ label }) => label));
  const brands = new Set(['SillyTavern', 'Librarian', 'Scribe', 'AI', 'Lorehearth']);
  const commands = (): readonly { id: string; name: string; hotkeys?: unknown }[] => [...plugin.commands__.values()];

  it('have no keyboard shortcut of their own', () => {
    expect(commands().length).toBeGreaterThan(30);
    expect(commands().filter(({ hotkeys }) => hotkeys !== undefined)).toEqual([]);
  });

  it('have ids and names without the plugin’s own, and without “command”', () => {
    expect(commands().filter(({ id, name }) => /lorehearth|command/i.test(`${id} ${name}`))).toEqual([]);
  });

  it('have one name each', () => {
    const all = commands().map(({ name }) => name.toLowerCase());
    expect(all.filter((name, at) => all.indexOf(name) !== at)).toEqual([]);
  });

  it('are written as sentences are, but for the names of panels and products', () => {
    const wrong = commands().filter(({ name }) => {
      const [first = '', ...words] = name.split(' ');
      const isPanel = [...names].some((label) => name.endsWith(` ${label}`));
      const capitals = words.filter((word) => /^[A-Z]/.test(word) && !brands.has(word));
      return !/^[A-Z]/.test(first) || (capitals.length > 0 && !isPanel);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });
});

describe('icons', () => {
  it('are those of the Lucide version that Obsidian has', () => {
    const icons = join(root, 'node_modules/lucide-static/icons');
    expect(JSON.parse(textOf('package.json'))).toMatchObject({ devDependencies: { 'lucide-static': '0.446.0' } });
    expect(panels.map(({ lucide }) => lucide).filter((name) => !existsSync(join(icons, `${name}.svg`)))).toEqual([]);
  });
});

describe('styles.css', () => {
  const css = (): string => textOf('dist/styles.css').replaceAll(/\/\*[\s\S]*?\*\//g, '');

  it('fetches nothing and overrides nothing by force', () => {
    expect(css().match(/@import|https?:\/\/|!important|@font-face/g) ?? []).toEqual([]);
  });

  it('reaches nothing outside of Lorehearth’s own elements', () => {
    const selectors = preludes(css()).filter((prelude) => !prelude.startsWith('@'));
    expect(selectors.length).toBeGreaterThan(300);
    expect(selectors.flatMap(parts).filter((one) => !/\.(lh-|lorehearth)|\.svelte-/.test(one))).toEqual([]);
  });
});

/** What stands before each block that is no step of an animation and does not lie in another rule. */
function preludes(css: string): readonly string[] {
  const open: string[] = [];
  const found: string[] = [];
  for (const [, text = '', brace] of css.matchAll(/([^{}]*)([{}])/g)) {
    if (brace === '}') {
      open.pop();
      continue;
    }
    const prelude = (text.split(';').at(-1) ?? '').trim();
    const inRule = open.some((outer) => !outer.startsWith('@') || outer.startsWith('@keyframes'));
    if (!inRule) found.push(prelude);
    open.push(prelude);
  }
  return found;
}

/** The selectors of a list, parted at commas outside of brackets. */
function parts(list: string): readonly string[] {
  let depth = 0;
  const at: string[] = [''];
  for (const sign of list) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) at.push('');
    else at.push(`${at.pop() ?? ''}${sign}`);
  }
  return at.map((one) => one.trim());
}

describe('the repository', () => {
  it('has a licence that is recognized, and the pages that a listing counts', () => {
    expect(textOf('LICENSE')).toMatch(/^MIT License\n\nCopyright \(C\) \d{4} by .+\n\nPermission is hereby granted/);
    expect(['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'].filter((path) => !existsSync(join(root, path)))).toEqual(
      [],
    );
    expect(textOf('.gitignore')).toMatch(/^dist\/$/m);
  });

  it('says in its README what the plugin touches', () => {
    const [, section = ''] = textOf('README.md').split('## What it touches');
    for (const word of [
      'Network',
      'Keys',
      'Files',
      'Accounts',
      'telemetry',
      '127.0.0.1',
      '27673',
      'Outside the vault',
    ]) {
      expect(section, word).toContain(word);
    }
  });
});
