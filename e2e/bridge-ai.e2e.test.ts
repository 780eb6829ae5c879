import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FakeProvider } from '../tests/support/fake-provider/fake-provider';
import { replies } from '../tests/support/fake-provider/reply';
import { chooseDirectly, providerKey, searchMs } from './support/ai-setup';
import { aiTextOf, chipText, closeDrawer, openDrawer } from './support/bridge-drawer';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';
import { choosing, valleyIn, valleyNotes, valleyTitles } from './support/valley';

const question = 'What is in the valley?';
const chosen = ['Bridge', 'Elm', 'Inn'];
/** The user's own setting: shorter than a model may take. */
const ownDeadlineMs = 1_000;

let stage: BridgeStage;
let provider: FakeProvider;

beforeAll(async () => {
  provider = await FakeProvider.start('openai', { key: providerKey });
  stage = await openBridgeStage(valleyNotes, { deadlineMs: ownDeadlineMs });
  return async () => {
    await stage.close();
    await provider.close();
  };
});

beforeEach(async (context) => {
  stage.watch(context);
  provider.requests.splice(0);
  provider.always(choosing(...chosen));
  await chooseDirectly(stage.server, provider);
  await stage.beginAnew(context, { character: 'Ilse' });
});

const questions = (): number => provider.requests.filter(({ model }) => model !== undefined).length;
const lore = (): readonly string[] => valleyIn(stage.model.lastRequest.prompt);

describe('a turn in two stages', () => {
  it('brings exactly the texts that the model chose to the writer of the reply, and says so', async () => {
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
    expect(valleyTitles.filter((title) => provider.lastQuestion.text?.includes(`${title} [`))).toEqual(valleyTitles);
    await expect.poll(() => chipText(stage.page)).toMatch(/^3 entries · .* · chosen by AI$/);
    expect(await aiTextOf(stage.page)).toMatch(/^The AI chose 3 of 9 entries\. It was asked for this reply and took /);
    expect(recordIn((await stage.page.savedChat()).messages.at(-1))?.e).toHaveLength(3);
  });

  it('does not ask again for another version of the reply', async () => {
    await stage.page.send(question);
    await stage.page.swipe();
    expect(lore()).toEqual(chosen);
    expect(questions()).toBe(1);
    expect(await aiTextOf(stage.page)).toMatch(/It was asked the same .* ago, and was not asked again\.$/);
  });

  it('waits longer than the user has set when the server asks for that, and the drawer says so', async () => {
    provider.always((request) => {
      const answering = choosing(...chosen);
      return replies.slow(ownDeadlineMs * 1.5, typeof answering === 'function' ? answering(request) : answering);
    });
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
    const drawer = await openDrawer(stage.page);
    await expect.poll(() => drawer.locator('.lorehearth-wait').innerText()).toContain('Waits up to 3 s');
    await closeDrawer(stage.page);
  });
});

it('prepares the next turn as soon as the reply stands, and then asks nobody', async () => {
  const { page, server } = stage;
  await server.call('/v1/settings', { prepareAhead: true }, 'PATCH');
  onTestFinished(() => server.call('/v1/settings', { prepareAhead: false }, 'PATCH').then(() => undefined));
  stage.model.next({ text: 'Beyond the valley lies the Abbey.' });
  await page.send(question);
  // The reply has named an entry, so that the choice that was made for it does not hold for the next one.
  await expect.poll(questions).toBe(2);
  provider.always(replies.silent());
  await page.send('Go on.');
  expect(lore()).toEqual(chosen);
  expect(await aiTextOf(page)).toMatch(/It was asked .* ago, and nothing said since calls for another entry\.$/);
});

describe('a model that is of no use', () => {
  it.each([
    ['answers something else', () => provider.always(replies.text('I am sorry, the dragon is best.'))],
    ['is no model', () => provider.always(replies.html())],
    ['never answers', () => provider.always(replies.silent())],
    ['hangs up', () => provider.always(replies.reset())],
  ])('%s: keyword lore goes out in time, and the reply says why', async (_name, script) => {
    script();
    const begin = performance.now();
    await stage.page.send(question);
    expect(stage.model.lastRequest.receivedAt - (performance.timeOrigin + begin)).toBeLessThan(searchMs + 2_500);
    expect(lore()).toEqual(valleyTitles);
    await expect.poll(() => chipText(stage.page)).toMatch(/^9 entries · .* · without AI$/);
    expect(await aiTextOf(stage.page)).toMatch(/^The AI did not choose\. \S/);
  });

  it('names what does not exist: what does is used, and nothing is invented', async () => {
    provider.always(replies.json({ selected: ['Nowhere', 'Forge', 'Atlantis'] }));
    await stage.page.send(question);
    expect(lore()).toEqual(['Forge']);
  });

  it('dies in the middle of a chat: the chat goes on with keyword lore', async () => {
    const mortal = await FakeProvider.start('openai', { key: providerKey });
    mortal.always(choosing(...chosen));
    await chooseDirectly(stage.server, mortal);
    await stage.page.send(question);
    expect(lore()).toEqual(chosen);
    await mortal.close();
    await stage.page.send('And what else is in the valley, near the Cellar?');
    expect(lore()).toEqual(valleyTitles);
    await expect.poll(() => chipText(stage.page)).toMatch(/without AI$/);
    await stage.page.send('And behind the valley, at the Hedge?');
    expect(lore()).toEqual(valleyTitles);
    expect(await aiTextOf(stage.page)).toMatch(/^The AI did not choose\. \S/);
  });
});

it('the stop button ends the question to the model, and the next turn is whole', async () => {
  provider.next(replies.silent());
  await stage.page.send(question, { until: 'started' });
  await expect.poll(questions).toBe(1);
  const { left } = provider.lastQuestion;
  await stage.page.page.locator('#mes_stop').click();
  expect(await left).toBe(true);
  await stage.page.waitUntilIdle();
  expect(stage.model.requests.filter(({ fate }) => fate === 'answered')).toEqual([]);
  await stage.page.send('Well, what is in the valley?');
  expect(lore()).toEqual(chosen);
});
