import { readFileSync } from 'node:fs';
import { runInThisContext } from 'node:vm';
import * as obsidian from 'obsidian';
import { Setting, ToggleComponent, type App } from 'obsidian-test-mocks/obsidian';
import ts from 'typescript';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import type * as published from '../../../docs/lorehearth-api';
import { chatOf, requestFor } from '../../../tests/support/lore-vault';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { createPlugin, loadPlugin, ShownNotices, type LoadedPlugin } from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import type { Hook, SelectionHook } from '../../core/pipeline/hook';
import type { LorehearthApi, LorehearthEvent } from './lorehearth-api';
import type { LorehearthSettingsTab } from './settings-tab';

// The first load compiles the whole server, and a test that were given up would go on and answer the next one's question.
vi.setConfig({ testTimeout: 120_000 });

const notes = {
  'Places/Keep.md': '---\nkeys: [keep]\n---\n#lorebook\nThe keep has no gate.',
  'Spoilers/Heir.md': '---\nkeys: [keep]\n---\n#lorebook\nThe miller is the heir.',
};

let app: App;
let notices: ShownNotices;
let loaded: LoadedPlugin | undefined;

beforeEach(() => {
  app = createMockApp(notes);
  notices = new ShownNotices();
  // A hook that is passed over is logged.
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => {
  loaded?.plugin.unload();
  loaded = undefined;
  vi.restoreAllMocks();
});

type PluginClass = new (app: obsidian.App, manifest: obsidian.PluginManifest) => obsidian.Plugin;

function otherPlugin(id = 'dice', name = 'Dice', of: PluginClass = class extends obsidian.Plugin {}): obsidian.Plugin {
  const manifest = { id, name, version: '1.0.0', author: 'A', minAppVersion: '1.0.0', description: 'D.' };
  const plugin = new of(app.asOriginalType__(), manifest);
  plugin.load();
  return plugin;
}

const withoutSpoilers = (id = 'dice:test'): SelectionHook => ({
  id,
  stage: 'selection',
  permissions: ['change-selection'],
  run: ({ entries }) => entries.filter((entry) => !entry.path.startsWith('Spoilers/')),
});

let turns = 0;
async function titles(text = 'Mara: the keep'): Promise<readonly string[]> {
  turns += 1;
  const result = await loaded
    ?.host()
    ?.engine.generate(requestFor(chatOf(text), { generationId: `turn ${String(turns)}` }), 10_000);
  return result?.trace.entries.filter((entry) => entry.injected).map((entry) => entry.title) ?? [];
}

const question = (): HTMLElement | undefined =>
  notices.open.map((notice) => notice.messageEl).find((element) => element.textContent.includes('asks to'));

function answer(text: 'Allow' | 'Deny'): void {
  const button = [...(question()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === text);
  if (button === undefined) throw new Error(`no button ${text}`);
  button.click();
}

describe('a hook of another plugin', () => {
  it('is asked once the user allowed it, and the notice comes once', async () => {
    loaded = await loadPlugin(app);
    const dice = otherPlugin();
    loaded.plugin.api.registerHook(dice, withoutSpoilers());
    await until(() => question() !== undefined, 'a question');
    expect(question()?.textContent).toContain('Dice asks to change which lore is selected.');
    expect(await titles()).toEqual(['Keep', 'Heir']);
    answer('Allow');
    expect(question()).toBeUndefined();
    expect(await titles()).toEqual(['Keep']);
    loaded.plugin.api.registerHook(dice, withoutSpoilers('dice:second'));
    await Promise.resolve();
    expect(question()).toBeUndefined();
  });

  it('is left out when the user denied it, and the same is not asked again', async () => {
    loaded = await loadPlugin(app);
    const stop = loaded.plugin.api.registerHook(otherPlugin(), withoutSpoilers());
    await until(() => question() !== undefined, 'a question');
    answer('Deny');
    expect(await titles()).toEqual(['Keep', 'Heir']);
    stop();
    loaded.plugin.api.registerHook(otherPlugin(), withoutSpoilers());
    await Promise.resolve();
    expect(question()).toBeUndefined();
  });

  it('goes when its plugin unloads', async () => {
    loaded = await loadPlugin(app);
    const dice = otherPlugin();
    loaded.plugin.api.registerHook(dice, withoutSpoilers());
    await loaded.host()?.grants.decide({ id: 'dice', name: 'Dice' }, ['change-selection'], true);
    expect(await titles()).toEqual(['Keep']);
    dice.unload();
    expect(await titles()).toEqual(['Keep', 'Heir']);
    expect(loaded.host()?.engine.generations(undefined, 1)[0]?.hooks).toEqual([]);
  });

  it('may come before the app’s layout is ready', async () => {
    loaded = createPlugin(app);
    loaded.plugin.load();
    loaded.plugin.api.registerHook(otherPlugin(), withoutSpoilers());
    app.workspace.setLayoutReady__();
    await until(() => loaded?.plugin.api.status()?.index.kind === 'ready', 'an index');
    await until(() => question() !== undefined, 'a question');
    answer('Allow');
    expect(await titles()).toEqual(['Keep']);
  });

  it('that fails three times in a row is paused with a notice', async () => {
    loaded = await loadPlugin(app);
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const failing: Hook = {
      id: 'dice:bad',
      stage: 'selection',
      permissions: [],
      run: () => {
        throw new Error('no');
      },
    };
    loaded.plugin.api.registerHook(otherPlugin(), failing);
    for (let turn = 0; turn < 4; turn++) await titles();
    expect(notices.texts).toEqual([
      'Lorehearth does not ask dice:bad any more, because it failed three times in a row.',
    ]);
    expect(rowOf('Dice: hooks').setting.descEl.textContent).toContain('is not asked any more');
  });

  it.each([
    ['another plugin’s id', () => otherPlugin(), withoutSpoilers('other:test'), 'starts with "dice:"'],
    ['no plugin', () => ({ manifest: { id: 'dice' } }), withoutSpoilers(), 'Hand over your plugin first'],
    ['no hook', () => otherPlugin(), {}, 'has a function "run"'],
  ])('with %s is refused in words', async (_, owner, hook, words) => {
    loaded = await loadPlugin(app);
    const { api } = loaded.plugin;
    const register = (...parts: unknown[]): unknown => Reflect.apply(Reflect.get(api, 'registerHook'), api, parts);
    expect(() => register(owner(), hook)).toThrow(words);
  });

  it('has an id of its own', async () => {
    loaded = await loadPlugin(app);
    const dice = otherPlugin();
    const stop = loaded.plugin.api.registerHook(dice, withoutSpoilers());
    expect(() => loaded?.plugin.api.registerHook(dice, withoutSpoilers())).toThrow('already');
    stop();
    expect(() => loaded?.plugin.api.registerHook(dice, withoutSpoilers())).not.toThrow();
  });

  it('cannot be added to a plugin that was switched off', async () => {
    const gone = await loadPlugin(app);
    gone.plugin.unload();
    expect(() => gone.plugin.api.registerHook(otherPlugin(), withoutSpoilers())).toThrow('switched off');
  });
});

describe('the settings', () => {
  it('say that no plugin has asked', () => {
    loaded = createPlugin(app);
    loaded.plugin.load();
    expect(rowOf('No plugin').setting.descEl.textContent).toBe('');
  });

  it('say which hooks are skipped, and give and take each permission', async () => {
    loaded = await loadPlugin(app);
    loaded.plugin.api.registerHook(otherPlugin(), {
      ...withoutSpoilers(),
      permissions: ['read-lore', 'change-selection'],
    });
    await until(() => question() !== undefined, 'a question');
    const state = rowOf('Dice: hooks');
    expect(state.setting.descEl.textContent).toBe(
      'dice:test is skipped until it may read the texts of lore notes and change which lore is selected.',
    );
    toggleOf('Dice: read-lore').onClick();
    toggleOf('Dice: change-selection').onClick();
    expect(state.setting.descEl.textContent).toBe('dice:test is asked about the selection.');
    expect(await titles()).toEqual(['Keep']);
    toggleOf('Dice: change-selection').onClick();
    expect(loaded.host()?.grants.allowed('dice')).toEqual(['read-lore']);
    expect(await titles()).toEqual(['Keep', 'Heir']);
    state.stop();
  });

  it('keep what was decided about a plugin that is gone', async () => {
    loaded = await loadPlugin(app);
    const dice = otherPlugin();
    loaded.plugin.api.registerHook(dice, withoutSpoilers());
    await until(() => question() !== undefined, 'a question');
    dice.unload();
    expect(rowOf('Dice: hooks').setting.descEl.textContent).toBe('It has no hook at the moment.');
    toggleOf('Dice: change-selection').onClick();
    expect(loaded.host()?.grants.allowed('dice')).toEqual(['change-selection']);
  });
});

describe('events', () => {
  it('tell of turns and of the index, without texts, until the plugin unloads', async () => {
    loaded = await loadPlugin(app);
    const dice = otherPlugin();
    const events: LorehearthEvent[] = [];
    loaded.plugin.api.on(dice, (event) => events.push(event));
    await titles();
    expect(events).toMatchObject([{ kind: 'generation-finished', chat: 'chat', turn: 1, injected: 2 }]);
    const parts = ['chat', 'id', 'injected', 'kind', 'tokens', 'turn'];
    expect(Object.keys(events[0] ?? {}).sort()).toEqual(parts);
    await loaded.host()?.engine.refresh();
    expect(events.map((event) => event.kind)).toContain('index-changed');
    dice.unload();
    const before = events.length;
    await titles();
    expect(events).toHaveLength(before);
  });

  it('of a listener that throws harm nobody', async () => {
    loaded = await loadPlugin(app);
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    loaded.plugin.api.on(otherPlugin(), () => {
      throw new Error('no');
    });
    expect(await titles()).toEqual(['Keep', 'Heir']);
    expect(warn).toHaveBeenCalled();
  });
});

describe('what is published', () => {
  it('has the types that the plugin has', () => {
    expectTypeOf<LorehearthApi>().toExtend<published.LorehearthApi>();
    expectTypeOf<published.LorehearthApi>().toExtend<LorehearthApi>();
    expectTypeOf<published.Hook>().toExtend<Hook>();
    expectTypeOf<Hook>().toExtend<published.Hook>();
  });

  it.each(['before', 'after'])('has an example that works when it is loaded %s Lorehearth', async (when) => {
    const running = { plugins: {} as Record<string, unknown> };
    Reflect.set(app, 'plugins', running);
    const Guard = example();
    if (when === 'before') otherPlugin('spoiler-guard', 'Spoiler guard', Guard);
    loaded = createPlugin(app);
    running.plugins['lorehearth'] = loaded.plugin;
    loaded.plugin.load();
    app.workspace.setLayoutReady__();
    await until(() => loaded?.plugin.api.status()?.index.kind === 'ready', 'an index');
    if (when === 'after') otherPlugin('spoiler-guard', 'Spoiler guard', Guard);
    await until(() => question() !== undefined, 'a question');
    answer('Allow');
    expect(await titles()).toEqual(['Keep']);
    expect(await titles('Mara: spoiler: the keep')).toEqual(['Keep', 'Heir']);
  });
});

/** The plugin that the documentation shows. */
function example(): PluginClass {
  const page = readFileSync('docs/plugin-api.md', 'utf8');
  const source = /```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module = { exports: {} as { default?: PluginClass } };
  const run = runInThisContext(`(function (require, exports) { ${outputText} })`) as (
    require: () => unknown,
    exports: object,
  ) => void;
  run(() => obsidian, module.exports);
  if (module.exports.default === undefined) throw new Error('the example exports no plugin');
  return module.exports.default;
}

type Item = obsidian.SettingDefinitionItem;

/** Draws a row of the settings that draws itself. */
function rowOf(name: string): { readonly setting: Setting; readonly stop: () => void } {
  const tab = loaded?.mock.settingTabs__[0] as LorehearthSettingsTab | undefined;
  const flat = (items: readonly Item[]): readonly Item[] =>
    items.flatMap((item) => [item, ...('items' in item ? flat(item.items ?? []) : [])]);
  const row = flat(tab?.getSettingDefinitions() ?? []).find((item) => 'name' in item && item.name === name);
  if (row === undefined || !('render' in row) || row.render === undefined) throw new Error(`no row ${name}`);
  const setting = Setting.create__(createDiv());
  const stop = row.render(setting.asOriginalType__(), undefined as never);
  return { setting, stop: stop ?? (() => undefined) };
}

function toggleOf(name: string): ToggleComponent {
  const components: unknown = Reflect.get(rowOf(name).setting, 'components');
  const toggle = Array.isArray(components) ? components.find((one) => one instanceof ToggleComponent) : undefined;
  if (!(toggle instanceof ToggleComponent)) throw new Error(`no toggle in ${name}`);
  return toggle;
}
