import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openBridgeStage, recordIn, type BridgeStage } from './support/bridge-stage';
import type { TavernMessage } from './support/tavern-context';

const notes = {
  'Keep.md': '---\ntags: [lorebook]\nkeys: [keep]\n---\nThe keep is made of silver.\n',
  'Sea.md': '---\ntags: [lorebook]\nkeys: [sea]\n---\nThe sea has no floor.\n',
};

let stage: BridgeStage;

beforeAll(async () => {
  stage = await openBridgeStage(notes);
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context));

/** The generations of the open chat as the server has counted them: `g1` is the first. */
async function generationNames(): Promise<ReadonlyMap<string, string>> {
  const { id } = (await stage.page.chatMetadata())['lorehearth'] as { id: string };
  const { items } = (await stage.server.call(`/v1/generations?chat=${id}`)) as { items: { id: string }[] };
  return new Map(items.reverse().map((item, index) => [item.id, `g${String(index + 1)}`]));
}

/** Whose record a message of the chat file has, and each of its versions: `g2 | g1 g2`. `-` where there is none. */
async function records(index = -1, names?: ReadonlyMap<string, string>): Promise<string> {
  const known = names ?? (await generationNames());
  const message = (await stage.page.savedChat()).messages.at(index);
  const name = (holder: TavernMessage | { extra?: Readonly<Record<string, unknown>> } | undefined): string => {
    const record = recordIn(holder);
    return record === undefined ? '-' : (known.get(record.g) ?? 'unknown');
  };
  return `${name(message)} | ${(message?.swipe_info ?? []).map(name).join(' ')}`;
}

describe.each([{ stream: false }, { stream: true }])('with streaming: $stream', ({ stream }) => {
  beforeEach(() => stage.page.use({ completion: 'chat', stream }));

  it('a reply has the record of its generation', async () => {
    await stage.page.send('Where is the keep?');
    expect(await records()).toBe('g1 | g1');
    expect(recordIn((await stage.page.savedChat()).messages.at(-1))?.e).toHaveLength(1);
  });

  it('every version has its own', async () => {
    await stage.page.send('Where is the keep?');
    await stage.page.swipe();
    await stage.page.swipe();
    expect(await records()).toBe('g3 | g1 g2 g3');
    await stage.page.browseSwipe('left');
    expect(await records()).toBe('g2 | g1 g2 g3');
  });

  it('a version that was made without the server has none', async () => {
    const { page, server } = stage;
    await page.send('Where is the keep?');
    const names = await generationNames();
    await server.stop();
    onTestFinished(() => server.start());
    await page.swipe();
    expect(await records(-1, names)).toBe('- | g1 -');
    await page.browseSwipe('left');
    expect(await records(-1, names)).toBe('g1 | g1 -');
  });

  it('a regenerated reply has the new one', async () => {
    await stage.page.send('Where is the keep?');
    await stage.page.regenerate();
    expect(await records()).toBe('g2 | g2');
  });

  it('a stopped reply has the record of what shaped it', async () => {
    const { model, page } = stage;
    model.next({ text: 'One two three four five six.', tokenMs: 300, delayMs: stream ? 0 : 5_000 });
    await page.send('Where is the keep?', { until: 'started' });
    await model.waitForRequests(1);
    if (stream) await page.waitForLastMessage('two');
    await page.stop();
    // Without streaming nothing has come, and the last message is the player’s.
    expect(await records()).toBe(stream ? 'g1 | g1' : '- | ');
    await page.send('And the sea?');
    expect(await records()).toBe('g2 | g2');
  });

  it('a stopped version has the record of what shaped it, or is not there', async () => {
    const { model, page } = stage;
    await page.send('Where is the keep?');
    model.next({ text: 'One two three four five six.', tokenMs: 300, delayMs: stream ? 0 : 5_000 });
    await page.swipe({ until: 'started' });
    await model.waitForRequests(2);
    if (stream) await page.waitForLastMessage('two');
    await page.stop();
    expect(await records()).toBe(stream ? 'g2 | g1 g2' : 'g1 | g1');
  });

  it('a reply whose model died has the record of what shaped it', async () => {
    const { model, page } = stage;
    model.next({ text: 'One two three four five.', dieAfterTokens: 3, tokenMs: 250 });
    await page.send('Where is the keep?', { until: 'started' });
    if (stream) await page.waitForLastMessage('two');
    await expect.poll(() => model.lastRequest.fate).toBe('died');
    if (stream) await page.stop();
    await page.waitUntilIdle();
    if (stream) expect(await records()).toBe('g1 | g1');
    await page.send('And the sea?');
    expect(await records()).toBe('g2 | g2');
  });

  it('a version whose model died has the record of what shaped it, or is not there', async () => {
    const { model, page } = stage;
    await page.send('Where is the keep?');
    model.next({ text: 'One two three four five.', dieAfterTokens: 3, tokenMs: 250 });
    await page.swipe({ until: 'started' });
    if (stream) await page.waitForLastMessage('two');
    await expect.poll(() => model.lastRequest.fate).toBe('died');
    if (stream) await page.stop();
    await page.waitUntilIdle();
    await page.waitUntilSaved();
    expect(await records()).toBe(stream ? 'g2 | g1 g2' : 'g1 | g1');
  });

  it('a continued reply has what shaped both parts', async () => {
    const { model, page } = stage;
    model.next({ text: 'By the sea.' }, { text: ' And deep.' });
    await page.send('Where is the keep?');
    const before = recordIn((await page.savedChat()).messages.at(-1));
    await page.continueReply();
    expect(await records()).toBe('g1 | g1');
    const after = recordIn((await page.savedChat()).messages.at(-1));
    expect(before?.e).toHaveLength(1);
    expect(after?.e).toHaveLength(2);
    expect(after?.e[0]?.[0]).toBe(before?.e[0]?.[0]);
  });

  it('a branch from an old version keeps them all and is a chat of its own', async () => {
    const { page } = stage;
    await page.send('Where is the keep?');
    await page.swipe();
    await page.browseSwipe('left');
    const names = await generationNames();
    const { id } = (await page.chatMetadata())['lorehearth'] as { id: string };
    await page.branch(2);
    expect(await records(-1, names)).toBe('g1 | g1 g2');
    await page.send('And the sea?');
    expect((await page.savedChat()).metadata['lorehearth']).toMatchObject({ parent: id });
    expect(await records()).toBe('g1 | g1');
    expect(await records(2, names)).toBe('g1 | g1 g2');
  });

  it('all of it is there after a reload, and goes on', async () => {
    const { page } = stage;
    await page.send('Where is the keep?');
    await page.swipe();
    await page.reload();
    await page.openCharacter('Ilse');
    await expect.poll(() => page.page.locator('.last_mes .lorehearth-chip').count()).toBe(1);
    await page.send('And the sea?');
    expect(await records(2)).toBe('g2 | g1 g2');
    expect(await records()).toBe('g3 | g3');
  });

  it('the passes of a turn with a tool have one record', async () => {
    const { model, page } = stage;
    onTestFinished(() => page.useTools(false));
    await page.page.evaluate(registerTool);
    await page.useTools(true);
    model.next({ text: 'I look.', toolCalls: [{ name: 'look', arguments: {} }] }, { text: 'It is near.' });
    await page.send('Where is the keep?');
    await model.waitForRequests(2);
    await page.waitForLastMessage('It is near.');
    await page.waitUntilIdle();
    await page.waitUntilSaved();
    expect(model.requests.map(({ prompt }) => prompt.split('made of silver').length - 1)).toEqual([1, 1]);
    expect(await records(2)).toBe('g1 | g1');
    expect(await records()).toBe('g1 | g1');
    expect((await generationNames()).size).toBe(1);
  });
});

/** Runs in the page. */
function registerTool(): void {
  const context = SillyTavern.getContext() as unknown as { registerFunctionTool: (tool: unknown) => void };
  context.registerFunctionTool({
    name: 'look',
    description: 'Looks.',
    parameters: { type: 'object', properties: {} },
    action: () => 'Seen.',
  });
}
