import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';
import type { Connection } from './support/tavern-connection';

const note = (properties: string, text: string): string => `---\ntags: [lorebook]\n${properties}\n---\n${text}\n`;

const lore = {
  before: 'The silver keep fell in 902.',
  after: 'The sea has no floor.',
  newest: 'The lantern burns blue.',
  user: 'The letter was never sent.',
  assistant: 'Her limp is old.',
} as const;

const notes = {
  'Keep.md': note('keys: [silver keep]\nposition: before', lore.before),
  'Sea.md': note('keys: [sea]\nposition: after', lore.after),
  'Lantern.md': note('keys: [lantern]\nposition: in_chat\ndepth: 0\nrole: system', lore.newest),
  'Letter.md': note('keys: [letter]\nposition: in_chat\ndepth: 2\nrole: user', lore.user),
  'Limp.md': note('keys: [limp]\nposition: in_chat\ndepth: 3\nrole: assistant', lore.assistant),
  'Anchor.md': note('keys: [anchor]\nposition: in_chat\ndepth: 12', 'The anchor is made of bone.'),
};

const connections: readonly Connection[] = [
  { completion: 'chat', stream: false },
  { completion: 'chat', stream: true },
  { completion: 'text', stream: false },
  { completion: 'text', stream: true },
];

const question = 'Tell me of the silver keep, the sea, the lantern, the letter and the limp.';

let stage: BridgeStage;

beforeAll(async () => {
  const characters = [{ name: 'Ilse', description: 'Ilse keeps the tower.' }, { name: 'Bram' }];
  stage = await openBridgeStage(notes, {}, { characters });
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

const lastChip = () => stage.page.page.locator('.last_mes .lorehearth-chip');
const loreIn = (prompt: string): readonly string[] => Object.values(lore).filter((text) => prompt.includes(text));

describe.each(connections)('over $completion completion, stream $stream', (connection) => {
  beforeEach(() => stage.page.use(connection));

  it('brings every entry to its place, once', async () => {
    const { model, page } = stage;
    model.next({ text: 'Well met.' }, { text: 'Gladly.' });
    await page.send('Hello there.');
    await page.send(question);

    const { prompt, messages } = model.lastRequest;
    for (const text of Object.values(lore)) expect(prompt.split(text)).toHaveLength(2);
    const story = connection.completion === 'chat' ? 'next reply in a fictional chat' : 'Ilse keeps the tower.';
    const inOrder = [
      lore.before,
      story,
      lore.after,
      'Ilse looks up.',
      lore.assistant,
      'Hello there.',
      lore.user,
      'Well met.',
      question,
      lore.newest,
    ];
    expect([...inOrder].sort((one, two) => prompt.indexOf(one) - prompt.indexOf(two))).toEqual(inOrder);
    if (connection.completion === 'chat') {
      const roleOf = (text: string) => messages.find(({ content }) => content.includes(text))?.role;
      expect([lore.newest, lore.user, lore.assistant].map(roleOf)).toEqual(['system', 'user', 'assistant']);
    } else {
      expect(prompt).toMatch(new RegExp(`Mara: [^:]*${lore.user}`));
      expect(prompt).toMatch(new RegExp(`Ilse: [^:]*${lore.assistant}`));
    }
  });

  it('gives every version of a reply the same lore, which does not grow', async () => {
    const { model, page } = stage;
    await page.send(question);
    await page.swipe();
    await page.swipe();

    const [first, ...others] = model.requests.map(({ prompt }) => prompt);
    expect(loreIn(first ?? '')).toHaveLength(5);
    expect(others).toEqual([first, first]);
    const reply = (await page.savedChat()).messages.at(-1);
    const entries = reply?.swipe_info?.map((info) => recordIn(info)?.e);
    expect(entries).toEqual([entries?.[0], entries?.[0], entries?.[0]]);
    expect(entries?.[0]).toHaveLength(5);
  });

  it('leaves nothing for a turn or a chat that wakes nothing', async () => {
    const { model, page } = stage;
    await page.send(question);
    await page.newChat();
    await page.send('Hello there.');
    expect(loreIn(model.lastRequest.prompt)).toEqual([]);
  });
});

it('keeps record and summary of a reply in the chat file, and who the chat is', async () => {
  await stage.page.use({ completion: 'chat', stream: false });
  const { page, server } = stage;
  await page.send('Is the silver keep near?');

  const { metadata, messages } = await page.savedChat();
  const { id } = metadata['lorehearth'] as { id: string };
  const { items } = (await server.call(`/v1/generations?chat=${id}`)) as { items: { id: string; turn: number }[] };
  expect(items).toMatchObject([{ turn: 2 }]);
  expect(messages.at(-1)?.extra?.['lorehearth']).toMatchObject({
    record: { v: 1, g: items[0]?.id },
    summary: { injected: 1, entries: [{ title: 'Keep', reason: 'key', matched: ['silver keep'] }] },
  });
});

it('asks for no lore while versions are browsed', async () => {
  const { page, server } = stage;
  await page.send('Is the silver keep near?');
  await page.swipe();
  await page.browseSwipe('left');
  await page.browseSwipe('right');
  const { id } = (await page.chatMetadata())['lorehearth'] as { id: string };
  const { items } = (await server.call(`/v1/generations?chat=${id}`)) as { items: unknown[] };
  expect(items).toHaveLength(2);
});

it('says what did not reach the model', async () => {
  const { model, page } = stage;
  const long = 'tide '.repeat(1_900);
  model.answerBy(() => ({ text: long }));
  for (const word of ['One', 'Two', 'Three']) await page.send(`${word} ${long}`);
  await page.send('Drop the anchor.');

  expect(model.lastRequest.prompt).not.toContain('made of bone');
  const reply = (await page.savedChat()).messages.at(-1);
  expect(reply?.extra?.['lorehearth']).toMatchObject({
    summary: { undelivered: [{ place: 'in chat at depth 12', cause: expect.stringContaining('history') as string }] },
  });
  await expect.poll(() => lastChip().textContent()).toContain('not all delivered');
});

it('keeps the chip of the newest reply in view', async () => {
  const { model, page } = stage;
  model.answerBy(() => ({ text: 'The rain goes on and on. '.repeat(12) }));
  for (let turn = 0; turn < 5; turn += 1) await page.send('Is the silver keep near?');
  await lastChip().waitFor();
  await expect.poll(() => lastChip().evaluate(isInView)).toBe(true);
});

it('shows why an entry was chosen, as text', async () => {
  const { page, server } = stage;
  await server.writeNote('<img src=x onerror=document.title=1>.md', note('keys: [evil]', 'Nothing.'));
  await expect.poll(async () => JSON.stringify(await server.call('/v1/entries'))).toContain('onerror');
  await page.send('An evil silver keep.');
  await lastChip().click();
  const details = page.page.locator('.lorehearth-details');
  await details.waitFor();
  expect(await details.innerText()).toContain('<img src=x onerror=document.title=1>');
  expect(await details.locator('img').count()).toBe(0);
  expect(await details.locator('mark').allInnerTexts()).toEqual(expect.arrayContaining(['evil', 'silver keep']));
  await page.page.keyboard.press('Escape');
  await details.waitFor({ state: 'detached' });
});

/** Runs in the page. */
function isInView(element: Element): boolean {
  const chat = document.getElementById('chat')?.getBoundingClientRect();
  const { top, bottom } = element.getBoundingClientRect();
  return chat !== undefined && top >= chat.top && bottom <= chat.bottom;
}
