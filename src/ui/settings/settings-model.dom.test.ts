import { describe, expect, it } from 'vitest';
import { fillSetup } from '../../../tests/browser/support/setup-world';
import { adminToken, readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { SettingsModel } from './settings-model.svelte';
import type { SettingView } from './setting-view';
import { settingsFile } from './settings-file';

async function open(token = adminToken) {
  const server = new ScriptedServer();
  fillSetup(server);
  const model = new SettingsModel(createClient({ fetch: server.fetch, base: 'http://lore.test', token: () => token }));
  await model.refresh();
  const row = (name: string): SettingView => {
    const found = model.sections.flatMap(({ rows }) => rows).find((one) => one.name === name);
    if (!found) throw new Error(`${name} is not shown.`);
    return found;
  };
  return { server, model, row };
}

const shown = (model: SettingsModel): readonly string[] =>
  model.sections.flatMap(({ rows }) => rows.map(({ name }) => name));

describe('the settings', () => {
  it('are all shown, in the sections of the server', async () => {
    const { model } = await open();
    expect([...shown(model)].sort()).toEqual(Object.keys(model.settings.value?.table ?? {}).sort());
    expect(model.sections[0]?.title).toBe('Lore notes');
  });

  it('are found by words of label, sentence and section, in any order', async () => {
    const { model } = await open();
    model.text = 'depth notebook';
    expect(shown(model)).toEqual(['notebookDepth']);
    model.text = 'clients port';
    expect(shown(model)).toEqual(expect.arrayContaining(['port', 'fixedPort']));
    model.text = 'nowhere to be found';
    expect(shown(model)).toEqual([]);
  });

  it('that differ from their defaults are marked and can be shown alone', async () => {
    const { model, row } = await open();
    expect([row('scanDepth').isChanged, row('wholeWords').isChanged]).toEqual([true, false]);
    expect(row('scanDepth').defaultWords).toBe('4 messages');
    model.onlyChanged = true;
    expect(shown(model)).toEqual(['loreTag', 'scanDepth', 'origins']);
    expect(model.changed).toBe(3);
  });

  it('are changed and reset one by one', async () => {
    const { model, row, server } = await open();
    await model.set(row('speakerNames'), false);
    expect(server.settings.speakerNames).toBe(false);
    await model.reset(row('scanDepth'));
    expect([server.settings.scanDepth, row('scanDepth').isChanged]).toEqual([4, false]);
  });

  it('with a wrong value keep what holds, with the sentence of the server', async () => {
    const { model, row, server } = await open();
    await model.set(row('port'), 80);
    expect(model.problemOf('port')).toBe('"Port" is a whole number from 1024 to 65535.');
    expect(server.settings.port).toBe(27_673);
    await model.set(row('port'), 28_000);
    expect(model.problemOf('port')).toBeUndefined();
  });

  it('that are changed at once are all kept', async () => {
    const { model, row, server } = await open();
    await Promise.all([model.set(row('scanDepth'), 2), model.set(row('aiDepth'), 9), model.set(row('scanDepth'), 3)]);
    expect([server.settings.scanDepth, server.settings.aiDepth]).toEqual([3, 9]);
    expect(row('scanDepth').value).toBe(3);
  });

  it('are not shown to a token that may only read, and the panel says what it needs', async () => {
    const { model, server } = await open(readToken);
    expect(model.settings.failure).toMatchObject({ kind: 'refused', detail: 'This needs an admin token.' });
    expect(model.sections).toEqual([]);
    expect(server.requests.some((request) => request.includes('/v1/clients'))).toBe(false);
  });

  it('are looked for by a link', async () => {
    const { model } = await open();
    model.onlyChanged = true;
    model.show({ panel: 'settings', search: 'templateFolder' });
    expect(shown(model)).toEqual(['templateFolder']);
  });
});

describe('a file of settings', () => {
  const file = (content: unknown): File =>
    new File([typeof content === 'string' ? content : JSON.stringify(content)], 'mine.json');

  it('is looked at first, taken over and taken back', async () => {
    const { model, server } = await open();
    await model.transfer.open(file({ settings: { scanDepth: 12, aiDepth: 4, port: 80, oldThing: 1 } }));
    expect(model.transfer.plan).toMatchObject({
      changes: { scanDepth: 12 },
      unknown: ['oldThing'],
      problems: [{ name: 'port' }],
    });
    expect(server.settings.scanDepth).toBe(8);
    await model.transfer.apply(model.settings.value?.values ?? {});
    expect([server.settings.scanDepth, server.settings.port]).toEqual([12, 27_673]);
    await model.transfer.undo();
    expect(server.settings.scanDepth).toBe(8);
  });

  it('of a newer version is taken as far as it is known, and said to be newer', async () => {
    const { model } = await open();
    await model.transfer.open(file({ version: 2, settings: { scanDepth: 12, fromTheFuture: 1 } }));
    expect(model.transfer.plan).toMatchObject({
      isNewer: true,
      changes: { scanDepth: 12 },
      unknown: ['fromTheFuture'],
    });
    await model.transfer.open(file(settingsFile({ scanDepth: 3 })));
    expect(model.transfer.plan).toMatchObject({ isNewer: false, changes: { scanDepth: 3 } });
  });

  it.each(['{"settings":', '[]', '{"settings":[1]}', '"text"', '{"other":{}}', ''])(
    'that is none is refused with a sentence: %s',
    async (content) => {
      const { model } = await open();
      await model.transfer.open(file(content));
      expect(model.transfer.plan).toBeUndefined();
      expect(model.transfer.problem).toMatch(/^mine\.json: The file .*\.$/);
    },
  );
});

describe('clients', () => {
  it('get another name, lose their access, and are made by hand with a token that is shown once', async () => {
    const { model, server } = await open();
    const { clients } = model;
    expect(await clients.rename('c-2', 'Nightly backup')).toBe(true);
    expect(await clients.revoke('c-1')).toBe(true);
    expect(await clients.make('Script', ['read'])).toBe(true);
    expect(clients.list.value?.items.map(({ name }) => name)).toEqual(['Nightly backup', 'Command line', 'Script']);
    expect(clients.made?.name).toBe('Script');
    clients.forgetMade();
    expect(JSON.stringify([clients.made, clients.list.value])).not.toContain('c2NyaXB0');
    server.isOffline = true;
    expect(await clients.revoke('c-2')).toBe(false);
    expect(clients.problem).toMatchObject({ client: 'c-2' });
  });
});
