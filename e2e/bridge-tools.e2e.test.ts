import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { FakeProvider } from '../tests/support/fake-provider/fake-provider';
import { replies } from '../tests/support/fake-provider/reply';
import { askLibrarianBy, providerKey } from './support/ai-setup';
import { closeDrawer, openDrawer } from './support/bridge-drawer';
import { type BridgeStage } from './support/bridge-stage';
import { draftGap, openGapsPanel } from './support/librarian-console';
import { typeCommand } from './support/typed-command';
import {
  chatIdOf,
  keepNotes,
  notesIn,
  openGaps,
  openWriterStage,
  replyWithNotes,
  waitForReply,
  writerRow,
} from './support/writer-stage';

const notes = {
  'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is made of silver.\n',
  'Sea.md': '---\ntags: [lorebook]\nkeys: [brine]\n---\nThe sea has no floor.\n',
};

const searchSea = { name: 'search_lore', arguments: { queries: ['the sea'] } };
const flagGuild = {
  name: 'flag_lore',
  arguments: { title: 'Salt Guild', reason: 'Nobody knows who leads it.', urgency: 'high' },
};
const flagBell = {
  name: 'flag_lore',
  arguments: { title: 'Glass Bell', reason: 'It rings, and nobody knows why.', urgency: 'high' },
};
const bell = { title: 'Glass Bell', keys: ['glass bell'], text: 'It hangs in the drowned tower.' };

/** For what the page shows a moment later. */
const soon = { timeout: 10_000 };

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openWriterStage(notes);
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context, { connection: { completion: 'chat', stream: false } }));

const texts = async (): Promise<readonly string[]> => (await stage.page.chat()).map(({ mes }) => mes);
const rowText = (): Promise<string> => writerRow(stage.page).innerText();

describe('the tools of the AI that writes', () => {
  it('give it the text of an entry that is not in the prompt, and the reader a row under the reply', async () => {
    const { model, page } = stage;
    model.next({ toolCalls: [searchSea] }, { text: 'It is deep.' });
    await page.send('What lies before the keep?');
    await model.waitForRequests(2);
    await waitForReply(page, 'It is deep.');
    expect(model.requests[0]?.prompt).not.toContain('no floor');
    const [told] = model.lastRequest.messages.filter(({ role }) => role === 'tool');
    expect(told?.content).toContain('The sea has no floor.');
    await expect.poll(rowText, soon).toBe('Lore search');
    await writerRow(page).locator('summary').click();
    expect(await rowText()).toContain('Found: Sea.');
  });

  it.each([{ stream: false }, { stream: true }])(
    'note a gap before the reply, and after it without a second one (streamed: $stream)',
    async ({ stream }) => {
      const { model, page } = stage;
      await page.use({ completion: 'chat', stream });
      model.next({ toolCalls: [flagGuild] }, { text: 'A guild rules.' });
      await page.send('Who rules?');
      await waitForReply(page, 'A guild rules.');
      expect(await openGaps(stage)).toMatchObject([{ title: 'Salt Guild', urgency: 'high', origins: ['writer'] }]);
      await expect.poll(rowText, soon).toBe('Lore flag');

      model.next({ text: 'They trade salt.', toolCalls: [flagGuild] }, { text: 'A second reply.' });
      await page.send('What do they do?', { until: 'idle' });
      await waitForReply(page, 'They trade salt.');
      expect((await texts()).slice(-2)).toEqual(['What do they do?', 'They trade salt.']);
      await expect.poll(rowText, soon).toBe('Lore flag');
      expect(await openGaps(stage)).toMatchObject([{ title: 'Salt Guild', frequency: 2 }]);
    },
  );

  it('are nobody’s while SillyTavern’s own switch is off, and the settings say so', async () => {
    const { model, page } = stage;
    await page.useTools(false);
    onTestFinished(() => page.useTools(true));
    await page.send('Who rules?');
    expect(model.lastRequest.body['tools']).toBeUndefined();
    const drawer = await openDrawer(page);
    await drawer.getByText('Tools and sharing').click();
    await expect.poll(() => drawer.locator('.lorehearth-tools-state').innerText(), soon).toContain('Enable function');
    await closeDrawer(page);
  });
});

describe('notes in replies', () => {
  beforeEach(() => keepNotes(stage.server, 'tag'));

  it.each([{ stream: false }, { stream: true }])(
    'are taken out, follow swipes, and go with the message (streamed: $stream)',
    async ({ stream }) => {
      const { model, page } = stage;
      await page.use({ completion: 'chat', stream });
      model.next({ text: replyWithNotes('She nods.', 'Ilse lies.') });
      await page.send('Hello.');
      expect((await texts()).at(-1)).toBe('She nods.');
      expect(await page.page.locator('.last_mes .mes_text').innerText()).toBe('She nods.');
      model.next({ text: replyWithNotes('She frowns.', 'Ilse is true.') });
      await page.swipe();
      await page.browseSwipe('left');
      const [saved] = (await page.savedChat()).messages.slice(-1);
      expect(saved?.swipes).toEqual(['She nods.', 'She frowns.']);
      expect(saved?.swipe_info?.map(notesIn)).toEqual(['Ilse lies.', 'Ilse is true.']);
      expect(notesIn(saved)).toBe('Ilse lies.');

      await page.send('Go on.');
      expect(model.lastRequest.prompt).toContain('Ilse lies.');
      expect(model.lastRequest.prompt).not.toContain('Ilse is true.');
      await page.deleteFrom(2);
      await page.send('Again.');
      expect(model.lastRequest.prompt).not.toContain('Ilse lies.');
    },
  );

  it('are not seen while the reply is written', async () => {
    const { model, page } = stage;
    await page.use({ completion: 'chat', stream: true });
    const gone = page.page.evaluate(watchReply);
    model.next({ text: replyWithNotes('She nods.', 'Ilse lies and lies and lies.'), tokenMs: 60 });
    await page.send('Hello.');
    expect(await gone).toEqual([]);
    expect(await typeCommand(page, '/lorehearth-notepad clear')).toContain('The notes of 1 reply are cleared.');
    expect(await page.slash('/lorehearth-notepad undo')).toBe('1');
    expect(await page.slash('/lorehearth-notepad quiet=true')).toBe('Ilse lies and lies and lies.');
  });
});

it('the chat is told to Lorehearth as it stands, and its notebook is written in place', async () => {
  const { page, server } = stage;
  await page.send('Hello.');
  await page.send('Go on.');
  const id = await chatIdOf(page);
  const told = { timeout: 10_000, interval: 250 };
  // How many replies the server has read, the greeting among them.
  const replies = (): Promise<unknown> =>
    server.call('/v1/gaps/scan', { chat: id, ai: false }).catch(() => ({ messages: 0 }));
  await expect.poll(replies, told).toMatchObject({ messages: 3 });
  await page.deleteFrom(3);
  await expect.poll(replies, told).toMatchObject({ messages: 2 });

  await page.slash('/lorehearth-notebook');
  await page.page.locator('dialog[open] .lorehearth-notebook').fill('Ilse hides the letter.');
  await expect.poll(() => page.page.locator('dialog[open]').innerText(), soon).toContain('Saved.');
  await page.page.keyboard.press('Escape');
  await page.send('And?');
  expect(stage.model.lastRequest.prompt).toContain('Ilse hides the letter.');
});

it('what it flags becomes an entry by way of the Librarian, reaches the next reply, and is taken back', async () => {
  const { model, page, server } = stage;
  const provider = await FakeProvider.start('openai', { key: providerKey });
  onTestFinished(() => provider.close());
  await askLibrarianBy(server, provider);
  const console = await openGapsPanel(stage);
  onTestFinished(() => console.close());

  model.next({ toolCalls: [flagBell] }, { text: 'Nobody can say.' });
  await page.send('Who rang the Glass Bell?');
  await waitForReply(page, 'Nobody can say.');
  provider.next(replies.toolCall('propose_new_entry', bell), replies.text('I have drafted it.'));
  await draftGap(console, 'Glass Bell', 'I have drafted it.');
  expect(provider.requests[0]?.text).toContain('It rings, and nobody knows why.');

  const card = console.getByRole('article', { name: 'New note: Glass Bell' });
  await page.send('Is the Glass Bell far?');
  expect(model.lastRequest.prompt).not.toContain(bell.text);
  await card.getByRole('button', { name: 'Accept' }).click();
  await card.getByText('Accepted').waitFor();
  await page.send('And what is the Glass Bell?');
  expect(model.lastRequest.prompt).toContain(bell.text);
  await expect.poll(() => openGaps(stage), soon).toEqual([]);

  await console.getByRole('button', { name: 'Undo in Glass Bell' }).click();
  await console.getByText('Undone').waitFor();
  await expect.poll(async () => (await openGaps(stage)).map(({ title }) => title), soon).toEqual(['Glass Bell']);
  await page.send('Tell me again of the Glass Bell.');
  expect(model.lastRequest.prompt).not.toContain(bell.text);
  expect(Object.keys(await server.readNotes()).sort()).toEqual(Object.keys(notes));
});

/** Runs in the page: gives every sight of the notes until the next reply stands. */
async function watchReply(): Promise<readonly string[]> {
  const { eventSource, eventTypes, chat } = SillyTavern.getContext();
  const length = chat.length + 2;
  const seen: string[] = [];
  const look = (): void => {
    const text = document.querySelector('.last_mes .mes_text')?.textContent ?? '';
    if (/notes|lies/.test(text)) seen.push(text);
  };
  const observer = new MutationObserver(look);
  const shown = document.querySelector('#chat');
  if (shown !== null) observer.observe(shown, { childList: true, subtree: true, characterData: true });
  await new Promise<void>((resolve) => {
    const done = (): void => {
      if (SillyTavern.getContext().chat.length >= length) resolve();
    };
    eventSource.on(eventTypes['CHARACTER_MESSAGE_RENDERED'] ?? '', done);
  });
  observer.disconnect();
  return seen;
}
