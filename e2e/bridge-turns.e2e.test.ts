import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';

const notes = {
  'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is made of silver.\n',
  'Sea.md': '---\ntags: [lorebook]\nkeys: [sea]\n---\nThe sea has no floor.\n',
};
const lore = 'made of silver';

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(notes);
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context, { character: 'Ilse' }));

const identity = async (): Promise<unknown> => (await stage.page.savedChat()).metadata['lorehearth'];
const generations = async (): Promise<readonly { readonly type: string }[]> => {
  const { id } = (await stage.page.chatMetadata())['lorehearth'] as { id: string };
  const { items } = (await stage.server.call(`/v1/generations?chat=${id}`)) as { items: { type: string }[] };
  return items.reverse();
};

describe('generations that are no replies', () => {
  it('get no lore when they run in the background, and take none away from the next reply', async () => {
    const { model, page } = stage;
    await page.send('Where is the keep?');
    await page.slash('/gen What may be behind the keep?');
    expect(model.lastRequest.prompt).toContain('behind the keep');
    expect(model.lastRequest.prompt).not.toContain(lore);
    await page.send('And the keep’s gate?');
    expect(model.lastRequest.prompt).toContain(lore);
    expect((await generations()).map(({ type }) => type)).toEqual(['normal', 'normal']);
  });

  it('get lore when the model speaks for the player, and leave the last reply’s record alone', async () => {
    const { model, page } = stage;
    await page.send('Where is the keep?');
    const before = recordIn((await page.savedChat()).messages.at(-1));
    await page.slash('/impersonate await=true');
    await expect.poll(() => page.page.locator('#send_textarea').inputValue()).toBe('Reply 2.');
    expect(model.lastRequest.prompt).toContain(lore);
    expect((await generations()).map(({ type }) => type)).toEqual(['normal', 'impersonate']);
    expect(recordIn((await page.chat()).at(-1))).toEqual(before);
    await page.page.locator('#send_textarea').fill('');
  });
});

describe('who a chat is', () => {
  it('stays when the chat gets another name', async () => {
    const { page } = stage;
    await page.send('Where is the keep?');
    const { id } = (await identity()) as { id: string };
    const name = `The tower ${String(Date.now())}`;
    await page.slash(`/renamechat ${name}`);
    await expect.poll(() => page.chatName()).toBe(name);
    await page.send('And the sea?');
    expect(await identity()).toEqual({ id, file: name });
    expect(await generations()).toHaveLength(2);
  });

  it('is new for a copy, which knows its original', async () => {
    const { page } = stage;
    await page.send('Where is the keep?');
    const { id } = (await identity()) as { id: string };
    const branch = await page.branch(2);
    await page.send('And the sea?');
    expect(await identity()).toEqual({ id: expect.not.stringMatching(id) as string, parent: id, file: branch });
  });
});

describe('a group', () => {
  it('gives each member’s reply lore and a record of its own', async () => {
    const { model, page } = stage;
    await page.page.evaluate(makeGroup, 'Keepers');
    await page.reload();
    await page.slash('/go Keepers');
    await expect.poll(() => page.page.evaluate(() => SillyTavern.getContext().groupId)).not.toBeNull();
    await page.waitUntilIdle();
    await page.send('Ilse and Bram, where is the keep?', { until: 'idle' });
    await model.waitForRequests(2);
    await expect.poll(async () => (await page.chat()).filter(({ mes }) => mes.startsWith('Reply')).length).toBe(2);
    await page.waitUntilIdle();

    expect(model.requests.map(({ prompt }) => prompt.split(lore).length - 1)).toEqual([1, 1]);
    const records = (await page.chat()).slice(-2).map((reply) => recordIn(reply)?.g);
    expect(new Set(records).size).toBe(2);
    expect(records).not.toContain(undefined);
    expect(await generations()).toHaveLength(2);
  });
});

/** Runs in the page. */
async function makeGroup(name: string): Promise<void> {
  const { characters, getRequestHeaders } = SillyTavern.getContext() as unknown as {
    characters: { avatar: string }[];
    getRequestHeaders: () => Record<string, string>;
  };
  const members = characters.map(({ avatar }) => avatar);
  const chat = `${name} ${String(Date.now())}`;
  const group = { name, members, avatar_url: '', allow_self_responses: false, activation_strategy: 0 };
  await fetch('/api/groups/create', {
    method: 'POST',
    headers: getRequestHeaders(),
    body: JSON.stringify({ ...group, disabled_members: [], generation_mode: 0, chat_id: chat, chats: [chat] }),
  });
}
