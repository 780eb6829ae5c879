import type { App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createMockApp, fileAt } from '../../../tests/support/obsidian-app';
import { loadPlugin, ShownNotices, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { turnedWords } from './follow-tests';

// The first load compiles the whole server, and tests wait for a quiet moment.
vi.setConfig({ testTimeout: 40_000 });

const fox = (key: string): string =>
  `---\nkeys: [${key}]\n---\n#lorebook\nA fox.\n\n\`\`\`lore-test\nname: The fox comes\ntext: A fox!\n\`\`\`\n`;

let app: App;
let loaded: LoadedPlugin;
let notices: ShownNotices;

beforeEach(() => {
  app = createMockApp({ 'Fox.md': fox('fox') });
  notices = new ShownNotices();
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
});

it('says when a lore test turns red after a save and when it is green again; the status bar counts red ones', async () => {
  loaded = await loadPlugin(app, { testOnSave: true });
  await app.vault.modify(fileAt(app, 'Fox.md'), fox('wolf'));
  const told = (): readonly string[] => notices.texts.filter((text) => text.startsWith('Lore test'));
  await until(() => told().length > 0, 'a notice', 20_000);
  expect(told()).toEqual(['Lore test “The fox comes” does not pass.']);
  await until(() => loaded.statusText() === '○ 1 entry · 1 red test', 'the status');
  await app.vault.modify(fileAt(app, 'Fox.md'), fox('fox'));
  await until(() => told().length > 1, 'a second notice', 20_000);
  expect(told().at(-1)).toBe('Lore test “The fox comes” passes again.');
  await until(() => loaded.statusText() === '○ 1 entry', 'the status');
});

it('names a few of many, and says nothing where nothing turned', () => {
  loaded = { plugin: { unload: () => undefined } } as unknown as LoadedPlugin;
  expect(turnedWords({ turnedRed: [], turnedGreen: [] })).toBeUndefined();
  expect(turnedWords({ turnedRed: ['a', 'b', 'c', 'd', 'e'], turnedGreen: ['f'] })).toBe(
    'Lore tests “a”, “b”, “c” and 2 more do not pass. Lore test “f” passes again.',
  );
});
