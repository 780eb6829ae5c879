import { networkInterfaces } from 'node:os';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FakeProvider } from '../tests/support/fake-provider/fake-provider';
import { replies } from '../tests/support/fake-provider/reply';
import { chooseByProfile, modelsOf } from './support/ai-setup';
import { aiTextOf, chipText, closeDrawer, openDrawer } from './support/bridge-drawer';
import { openBridgeStage, type BridgeStage } from './support/bridge-stage';
import { TavernPage } from './support/tavern-page';
import { choosing, valleyIn, valleyNotes, valleyTitles } from './support/valley';

const question = 'What is in the valley?';
const chosen = ['Bridge', 'Elm', 'Inn'];
const profile = 'Side model';

let stage: BridgeStage;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await FakeProvider.start('openai');
  const connectionManager = {
    profiles: [
      { id: 'p-other', mode: 'cc', name: 'Another', api: 'custom', 'api-url': 'http://127.0.0.1:9/v1', model: 'm' },
      { id: 'p-side', mode: 'cc', name: profile, api: 'custom', 'api-url': provider.url, model: 'side-model' },
    ],
    selectedProfile: null,
  };
  stage = await openBridgeStage(valleyNotes, {}, { listen: true }, { connectionManager });
  return async () => {
    await stage.close();
    await provider.close();
  };
});

beforeEach(async (context) => {
  stage.watch(context);
  provider.requests.splice(0);
  provider.always(choosing(...chosen));
  await chooseByProfile(stage.server, profile);
  await expect.poll(async () => (await modelsOf(stage.server)).relays, { timeout: 10_000 }).toBe(1);
  await stage.beginAnew(context, { character: 'Ilse' });
});

const lore = (): readonly string[] => valleyIn(stage.model.lastRequest.prompt);

describe('a question that SillyTavern asks for Lorehearth', () => {
  it('goes through the connection profile, with the form, while Lorehearth has no key and no connection', async () => {
    expect((await modelsOf(stage.server)).connections).toEqual([]);
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
    const { model, schema, headers } = provider.lastQuestion;
    expect(model).toBe('side-model');
    expect(schema).toMatchObject({ type: 'object', required: ['selected'] });
    expect(headers['user-agent']).toContain('node-fetch');
    expect(stage.model.requests).toHaveLength(1);
    expect(await aiTextOf(stage.page)).toMatch(/^The AI chose 3 of 9 entries\./);
    const drawer = await openDrawer(stage.page);
    expect(await drawer.locator('.lorehearth-models').innerText()).toContain('may ask them');
    await closeDrawer(stage.page);
  });

  it('is asked again without the form where the provider takes none', async () => {
    provider.next(replies.status(400));
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
    expect(provider.lastQuestion.schema).toBeUndefined();
  });

  it('fails with a reason, and keyword lore goes out', async () => {
    provider.always(replies.status(401));
    await stage.page.send(question);
    expect(lore()).toEqual(valleyTitles);
    await expect.poll(() => chipText(stage.page)).toMatch(/without AI$/);
    expect(await aiTextOf(stage.page)).toContain(
      `Connection profile “${profile}”: the provider did not accept the key`,
    );
  });

  it('names a profile that does not exist', async () => {
    await chooseByProfile(stage.server, 'Gone');
    await stage.page.send(question);
    expect(lore()).toEqual(valleyTitles);
    expect(await aiTextOf(stage.page)).toContain('SillyTavern has no connection profile “Gone”.');
  });

  it('is stopped at the provider by the stop button', async () => {
    provider.next(replies.silent());
    await stage.page.send(question, { until: 'started' });
    await expect.poll(() => provider.requests.length).toBe(1);
    const { left } = provider.lastQuestion;
    await stage.page.page.locator('#mes_stop').click();
    expect(await left).toBe(true);
    await stage.page.waitUntilIdle();
  });

  it('is possible again when the server was away', async () => {
    await stage.server.stop();
    await stage.server.start();
    await expect.poll(async () => (await modelsOf(stage.server)).relays, { timeout: 15_000 }).toBe(1);
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
  });
});

/** An address of this computer under which a page is not of this computer to the browser. */
const outerAddress = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;

it.skipIf(outerAddress === undefined)(
  'a phone gets lore and lends its models by way of SillyTavern’s server',
  async () => {
    const url = stage.tavern.url.replace('127.0.0.1', String(outerAddress));
    const phone = await TavernPage.open(stage.browser, { url, data: stage.tavern.data });
    await expect.poll(async () => (await modelsOf(stage.server)).relays, { timeout: 20_000 }).toBe(2);
    // Nobody but the phone is to be asked.
    await stage.page.page.goto('about:blank');
    await expect.poll(async () => (await modelsOf(stage.server)).relays, { timeout: 20_000 }).toBe(1);
    await phone.openCharacter('Ilse');
    await phone.newChat();
    await phone.send(question);
    expect(lore()).toEqual(chosen);
    const drawer = await openDrawer(phone);
    expect(await drawer.locator('.lorehearth-connection').innerText()).toContain('through SillyTavern’s server');
    await closeDrawer(phone);

    await stage.server.stop();
    await phone.send('And what else is in the valley?');
    expect(lore()).toEqual([]);
    const closed = await openDrawer(phone);
    await closed.getByRole('button', { name: 'Search again' }).click();
    await expect
      .poll(() => closed.locator('.lorehearth-connection').innerText(), { timeout: 15_000 })
      .toContain('nor to SillyTavern’s server');
  },
);
