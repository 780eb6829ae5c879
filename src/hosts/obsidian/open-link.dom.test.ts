import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { loadPlugin, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { playTurn } from '../../../tests/support/obsidian-turn';
import { linkTarget } from './open-link';

beforeAll(() => import('./composition'), 120_000);

let app: App;
let loaded: LoadedPlugin;
beforeEach(async () => {
  app = createMockApp({
    'Keep.md': '---\nkeys: [silver keep]\n---\n#lorebook\nNo gate.',
    'A/Mill.md': '#lorebook',
    'B/Mill.md': '#lorebook',
  });
  loaded = await loadPlugin(app);
});
afterEach(() => loaded.plugin.unload());

const lead = (data: Record<string, string>) => linkTarget({ action: 'lorehearth', ...data }, loaded.host());
const idOf = (path: string): string => loaded.host()?.engine.entryByPath(path)?.id ?? '';

it('leads home without a panel', () => {
  expect(lead({})).toEqual({ panel: 'home' });
});

it('leads to an entry by its name, path or id', () => {
  const target = { panel: 'browse', entry: idOf('Keep.md') };
  for (const entry of ['Keep', 'Keep.md', idOf('Keep.md')]) expect(lead({ panel: 'browse', entry })).toEqual(target);
});

it('leads to why the entry is not in the last turn, or to the entry while there was none', async () => {
  expect(lead({ action: 'why', entry: 'Keep' })).toEqual({ panel: 'browse', entry: idOf('Keep.md') });
  await playTurn(loaded, 'To the silver keep.');
  const generation = loaded.host()?.engine.status().lastTurn?.id;
  expect(lead({ action: 'why', entry: 'Keep' })).toEqual({ panel: 'why', entry: idOf('Keep.md'), generation });
});

it('says why it leads nowhere', () => {
  expect(lead({ panel: 'shell' })).toBe('The address names a panel that is not known: shell.');
  expect(lead({ panel: 'browse', entry: 'Nobody' })).toBe('There is no entry “Nobody”.');
  expect(lead({ panel: 'browse', entry: 'Mill' })).toBe('“Mill” means several entries. The address needs a path.');
  expect(linkTarget({ action: 'why', entry: 'Keep' }, undefined)).toMatch(/starts/);
});

it('takes nothing but what it knows from an address', () => {
  const long = 'x'.repeat(5_000);
  expect(lead({ panel: 'why', generation: long, search: long, token: 'secret' })).toEqual({ panel: 'why' });
  expect(lead({ panel: long })).toMatch(/^.{0,120}$/);
});
