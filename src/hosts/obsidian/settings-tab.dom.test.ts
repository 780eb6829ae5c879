import type { SettingDefinitionControl, SettingDefinitionItem, SettingDefinitionPage } from 'obsidian';
import { Setting, type App } from 'obsidian-test-mocks/obsidian';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMockApp } from '../../../tests/support/obsidian-app';
import { ask, freePort } from '../../../tests/support/obsidian-http';
import {
  createPlugin,
  loadPlugin,
  press,
  serving,
  ShownNotices,
  type LoadedPlugin,
} from '../../../tests/support/obsidian-plugin';
import { until } from '../../../tests/support/obsidian-until';
import { settingNames, settingRow } from '../../core/settings/settings';
import type { LorehearthSettingsTab } from './settings-tab';

// The first load compiles the whole server.
vi.setConfig({ testTimeout: 20_000 });

let app: App;
let loaded: LoadedPlugin;
let notices: ShownNotices;

beforeEach(() => {
  app = createMockApp({ 'Keep.md': '#lorebook', 'Mill.md': '#canon' });
  notices = new ShownNotices();
});
afterEach(() => {
  loaded.plugin.unload();
  vi.restoreAllMocks();
});

const tabOf = ({ mock }: LoadedPlugin): LorehearthSettingsTab => mock.settingTabs__[0] as LorehearthSettingsTab;

/** Every item of the definitions with all that is nested in it. */
function flat(items: readonly SettingDefinitionItem[]): readonly SettingDefinitionItem[] {
  return items.flatMap((item) => [item, ...('items' in item ? flat(item.items ?? []) : [])]);
}

function controls(tab: LorehearthSettingsTab): readonly SettingDefinitionControl[] {
  return flat(tab.getSettingDefinitions()).filter(
    (item): item is SettingDefinitionControl => 'control' in item && item.control !== undefined,
  );
}

function controlOf(tab: LorehearthSettingsTab, key: string): SettingDefinitionControl['control'] {
  const found = controls(tab).find((definition) => definition.control.key === key);
  if (found === undefined) throw new Error(`no control ${key}`);
  return found.control;
}

/** Draws a row that draws itself. */
function render(tab: LorehearthSettingsTab, name: string): { setting: Setting; stop: () => void } {
  const row = flat(tab.getSettingDefinitions()).find((item) => 'name' in item && item.name === name);
  if (row === undefined || !('render' in row) || row.render === undefined) throw new Error(`no row ${name}`);
  const setting = Setting.create__(createDiv());
  const stop = row.render(setting.asOriginalType__(), undefined as never);
  return { setting, stop: stop ?? (() => undefined) };
}

const buttonsOf = (setting: Setting): readonly HTMLButtonElement[] => [...setting.controlEl.querySelectorAll('button')];

describe('the definitions', () => {
  beforeEach(() => {
    loaded = createPlugin(app);
    loaded.plugin.load();
  });

  it('hold every setting once, by its own name', () => {
    const keys = controls(tabOf(loaded)).map((definition) => definition.control.key);
    expect([...keys].sort()).toEqual([...settingNames()].sort());
  });

  it('give every setting a label, a sentence, a default and a validator', () => {
    for (const { name, desc, control } of controls(tabOf(loaded))) {
      expect(name).not.toBe('');
      expect(desc).toMatch(/\.$/);
      expect(control.defaultValue, control.key).toBeDefined();
      expect(control.validate, control.key).toBeTypeOf('function');
    }
  });

  it('name no page and no row of a page twice', () => {
    const pages = flat(tabOf(loaded).getSettingDefinitions()).filter(
      (item): item is SettingDefinitionPage => 'type' in item && item.type === 'page',
    );
    expect(new Set(pages.map((page) => page.name)).size).toBe(pages.length);
    for (const page of pages) {
      const names = flat(page.items ?? []).flatMap((item) => ('name' in item ? [item.name] : []));
      expect(new Set(names).size, page.name).toBe(names.length);
    }
  });

  it('accept every default', async () => {
    for (const { control } of controls(tabOf(loaded))) {
      expect(await control.validate?.(control.defaultValue as never), control.key).toBeUndefined();
    }
  });

  it.each([
    ['port', 80, 'whole number from 1024 to 65535'],
    ['scanDepth', 1.5, 'whole number'],
    ['loreTag', 'two words', 'not a usable text'],
    ['origins', 'http://a.example, not an origin', 'right form'],
    ['budgetKind', 'sometimes', 'is one of'],
  ])('refuse a wrong %s', async (key, value, words) => {
    expect(await controlOf(tabOf(loaded), key).validate?.(value as never)).toContain(words);
  });

  it('are made without reading anything, before the layout is ready', () => {
    const read = vi.spyOn(app.vault.adapter, 'read');
    tabOf(loaded).getSettingDefinitions();
    expect(read).not.toHaveBeenCalled();
  });

  it('show the defaults before the layout is ready', () => {
    expect(tabOf(loaded).getControlValue('scanDepth')).toBe(settingRow('scanDepth').default);
  });

  it('change nothing before the layout is ready, and say so', async () => {
    await tabOf(loaded).setControlValue('scanDepth', 9);
    expect(notices.texts).toEqual(['Lorehearth starts. Change the setting again in a moment.']);
    expect(tabOf(loaded).getControlValue('scanDepth')).toBe(4);
  });
});

describe('a change', () => {
  it('is stored, and the index follows it', async () => {
    loaded = await loadPlugin(app);
    await tabOf(loaded).setControlValue('loreTag', 'canon');
    await until(() => loaded.host()?.engine.entryByPath('Mill.md') !== undefined, 'the other tag');
    expect(loaded.mock.data__).toMatchObject({ settings: { loreTag: 'canon' } });
    expect(tabOf(loaded).getControlValue('loreTag')).toBe('canon');
  });

  it('of a list is read from its commas', async () => {
    loaded = await loadPlugin(app);
    await tabOf(loaded).setControlValue('origins', ' http://a.example , http://b.example:8000,');
    expect(loaded.host()?.engine.settings().origins).toEqual(['http://a.example', 'http://b.example:8000']);
    expect(tabOf(loaded).getControlValue('origins')).toBe('http://a.example, http://b.example:8000');
  });

  it('of a number is taken when the app hands it over as text', async () => {
    loaded = await loadPlugin(app);
    await tabOf(loaded).setControlValue('scanDepth', '12');
    expect(loaded.host()?.engine.settings().scanDepth).toBe(12);
  });

  it('that is not allowed changes nothing and is explained', async () => {
    loaded = await loadPlugin(app);
    await tabOf(loaded).setControlValue('scanDepth', -1);
    expect(loaded.host()?.engine.settings().scanDepth).toBe(4);
    expect(notices.texts).toEqual(['"Scan depth" is a whole number from 0 to 1000.']);
  });
});

describe('the server’s row', () => {
  it('says the true state while it is shown, and starts the server', async () => {
    loaded = await loadPlugin(app, { port: await freePort() });
    const { setting, stop } = render(tabOf(loaded), 'Server');
    expect(setting.descEl.textContent).toBe('The server is off.');
    expect(buttonsOf(setting)[0]?.textContent).toBe('Start');
    await press(setting, 'Start');
    await until(() => loaded.host()?.address !== undefined, 'a server');
    expect(setting.descEl.textContent).toBe(`Listening on ${loaded.host()?.address ?? ''}.`);
    expect(buttonsOf(setting)[0]?.textContent).toBe('Open web console');
    stop();
    await loaded.host()?.changeSettings({ serve: false });
    expect(setting.descEl.textContent).toContain('Listening');
  });
});

describe('pairing', () => {
  it('shows code and origin, and a click lets the client in', async () => {
    loaded = await loadPlugin(app, serving(await freePort()));
    const address = loaded.host()?.address ?? '';
    const { setting, stop } = render(tabOf(loaded), 'Pairing');
    expect(setting.descEl.textContent).toBe('No client waits.');
    const started = await ask(`${address}/v1/pair`, {
      body: { client: 'SillyTavern' },
      headers: { origin: 'http://192.168.0.7:8000' },
    });
    const { id, code } = JSON.parse(started.text) as { id: string; code: string };
    const spoken = `${code.slice(0, 3)} ${code.slice(3)}`;
    expect(setting.descEl.textContent).toContain('SillyTavern at http://192.168.0.7:8000');
    expect(setting.descEl.textContent).toContain(spoken);
    expect(notices.texts.filter((text) => text.includes(spoken))).toHaveLength(1);
    await press(setting, 'Allow');
    const collected = JSON.parse((await ask(`${address}/v1/pair/${id}`)).text) as { state: string; token: string };
    expect(collected.state).toBe('approved');
    expect(setting.descEl.textContent).toBe('No client waits.');
    expect(notices.open).toEqual([]);
    stop();
  });

  it('lists the paired client, and deleting it takes its access away', async () => {
    loaded = await loadPlugin(app, serving(await freePort()));
    const address = loaded.host()?.address ?? '';
    const tab = tabOf(loaded);
    const list = () => flat(tab.getSettingDefinitions()).find((item) => 'type' in item && item.type === 'list');
    const names = (): readonly string[] => {
      const found = list();
      return found !== undefined && 'items' in found
        ? (found.items ?? []).flatMap((i) => ('name' in i ? [i.name] : []))
        : [];
    };
    expect(names()).toEqual([]);
    const started = JSON.parse((await ask(`${address}/v1/pair`, { body: { client: 'SillyTavern' } })).text) as {
      id: string;
      code: string;
    };
    loaded.host()?.decidePairing(started.code, 'allow');
    const { token } = JSON.parse((await ask(`${address}/v1/pair/${started.id}`)).text) as { token: string };
    const status = async (): Promise<number> =>
      (await ask(`${address}/v1/status`, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    expect(names()).toEqual(['SillyTavern']);
    const found = list();
    if (found !== undefined && 'onDelete' in found) found.onDelete?.(0);
    await until(() => names().length === 0, 'an empty list');
    expect(await status()).toBe(401);
  });
});
