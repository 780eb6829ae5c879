import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Connection } from './support/tavern-connection';
import { openStage, type TavernStage } from './support/tavern-stage';

const manifest = {
  display_name: 'Harness',
  js: 'index.js',
  author: 'Lorehearth',
  version: '1.0.0',
  loading_order: 5,
  generate_interceptor: 'harnessInterceptor',
};

/** Leaves a mark in the prompt, and one in the reply's record, which must survive in the chat file; offers a tool. */
const script = `
const { eventSource, eventTypes, registerFunctionTool } = SillyTavern.getContext();
registerFunctionTool({
  name: 'look_up',
  description: 'Looks up a word.',
  parameters: { type: 'object', properties: { word: { type: 'string' } } },
  action: ({ word }) => 'Found: ' + word,
});
globalThis.harnessInterceptor = async (chat, contextSize, abort, type) => {
  SillyTavern.getContext().setExtensionPrompt('LH-HARNESS', 'LH-HARNESS ' + type + ' ' + chat.length, 1, 0);
};
eventSource.on(eventTypes.MESSAGE_RECEIVED, (id) => {
  SillyTavern.getContext().chat[id].extra.harness = SillyTavern.getContext().extensionSettings.harness.mark;
});
`;

const chatPlain: Connection = { completion: 'chat', stream: false };
const chatStream: Connection = { completion: 'chat', stream: true };
const textPlain: Connection = { completion: 'text', stream: false };

let stage: TavernStage;

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lorehearth-harness-'));
  await writeFile(join(folder, 'manifest.json'), JSON.stringify(manifest));
  await writeFile(join(folder, 'index.js'), script);
  stage = await openStage({
    extensions: [{ name: 'lh-harness', folder }],
    extensionSettings: { harness: { mark: 'kept' } },
  });
  await rm(folder, { recursive: true });
  await stage.page.openCharacter('Ilse');
  return stage.close;
});

beforeEach((context) => stage.beginAnew(context, { connection: chatPlain }));

// Each completion once and streaming both ways: the tests of the bridge go through all four.
describe.each([chatStream, textPlain])('over $completion completion, stream $stream', (connection) => {
  beforeEach(() => stage.page.use(connection));

  it('carries a message and an extension prompt to the model, and its reply into the chat file', async () => {
    const { model, page } = stage;
    model.next({ text: 'The gate is shut.' });
    await page.send('Is the gate open?');

    expect(model.requests).toHaveLength(1);
    expect(model.lastRequest).toMatchObject({
      kind: connection.completion,
      stream: connection.stream,
      fate: 'answered',
    });
    expect(model.lastRequest.prompt).toContain('Is the gate open?');
    expect(model.lastRequest.prompt).toContain('LH-HARNESS normal 2');
    const reply = (await page.savedChat()).messages.at(-1);
    expect(reply).toMatchObject({ mes: 'The gate is shut.', is_user: false, extra: { harness: 'kept' } });
  });

  it('saves every version of a reply, and a continued one as one text', async () => {
    const { model, page } = stage;
    model.next({ text: 'First.' }, { text: 'Second.' }, { text: 'Third.' }, { text: 'And more.' });
    await page.send('Go on.');
    await page.swipe();
    await page.swipe();
    await page.browseSwipe('left');
    await page.continueReply();

    const reply = (await page.savedChat()).messages.at(-1);
    expect(reply).toMatchObject({
      swipe_id: 1,
      swipes: ['First.', expect.stringMatching(/^Second\. ?And more\.$/), 'Third.'],
    });
    const marks = model.requests.map(({ prompt }) => /LH-HARNESS (\w+)/.exec(prompt)?.[1]);
    expect(marks).toEqual(['normal', 'swipe', 'swipe', 'continue']);
  });

  it('can be stopped under way, which the model sees', async () => {
    const { model, page } = stage;
    const slow = { text: 'One two three four five six.', tokenMs: 300, delayMs: connection.stream ? 0 : 5000 };
    model.next(slow);
    await page.send('Count.', { until: 'started' });
    await model.waitForRequests(1);
    if (connection.stream) await page.waitForLastMessage('two');
    await page.stop();

    expect(model.lastRequest.fate).toBe('aborted');
    const { messages } = await page.savedChat();
    expect(messages.at(-1)?.mes).toMatch(connection.stream ? /^One two/ : /^Count\.$/);
    expect(messages.at(-1)?.mes).not.toContain('six');
  });

  it('goes on playing after the model died in mid answer', async () => {
    const { model, page } = stage;
    model.next({ text: 'One two three four five.', dieAfterTokens: 3, tokenMs: 200 });
    await page.send('Count.', { until: 'started' });
    // A dead stream leaves SillyTavern waiting until the user stops it.
    if (connection.stream) await page.waitForLastMessage('two');
    await expect.poll(() => model.lastRequest.fate).toBe('died');
    if (connection.stream) await page.stop();
    await page.waitUntilIdle();
    await page.send('Again?');

    const texts = (await page.savedChat()).messages.slice(1).map(({ mes }) => mes);
    expect(texts.at(-1)).toBe('Reply 2.');
    expect(texts.some((text) => text.startsWith('One two'))).toBe(connection.stream);
    expect(texts.join()).not.toContain('four');
  });
});

describe.each([chatPlain, chatStream])('over chat completion, stream $stream', (connection) => {
  beforeEach(() => stage.page.use(connection));

  it('keeps the thoughts of a model apart from its reply', async () => {
    const { model, page } = stage;
    model.next({ reasoning: 'A greeting, then.', text: 'Hello.' });
    await page.send('Hi.');
    const reply = (await page.savedChat()).messages.at(-1);
    expect(reply).toMatchObject({ mes: 'Hello.', extra: { reasoning: 'A greeting, then.' } });
  });

  it('runs the tool a model calls, and asks it again', async () => {
    const { model, page } = stage;
    onTestFinished(() => page.useTools(false));
    await page.useTools(true);
    model.next({ toolCalls: [{ name: 'look_up', arguments: { word: 'gate' } }] }, { text: 'It is shut.' });
    await page.send('Look it up.');

    expect(model.requests).toHaveLength(2);
    expect(model.lastRequest.messages).toContainEqual({ role: 'tool', content: 'Found: gate' });
    expect((await page.savedChat()).messages.at(-1)?.mes).toBe('It is shut.');
  });
});

describe('the page', () => {
  it('branches, and both chats stay on disk', async () => {
    const { page } = stage;
    const trunk = await page.chatName();
    await page.send('One.');
    await page.send('Two.');
    const branch = await page.branch(2);

    expect(branch).not.toBe(trunk);
    expect(await page.savedChatNames()).toEqual(expect.arrayContaining([trunk, branch]));
    expect((await page.savedChat()).messages).toHaveLength(3);
    expect((await page.savedChat()).metadata).toMatchObject({ main_chat: trunk });
    await page.openChat(trunk);
    expect(await page.chat()).toHaveLength(5);
  });

  it('regenerates, edits and deletes', async () => {
    const { model, page } = stage;
    model.next({ text: 'Bad.' }, { text: 'Good.' });
    await page.send('Well?');
    await page.regenerate();
    await page.edit(1, 'Well then?');
    expect((await page.savedChat()).messages.map(({ mes }) => mes)).toEqual(['Ilse looks up.', 'Well then?', 'Good.']);

    await page.deleteLast(2);
    expect((await page.savedChat()).messages).toHaveLength(1);
  });

  it('finds chat and extension again after a reload', async () => {
    const { model, page } = stage;
    await page.send('One.');
    const name = await page.chatName();
    await page.reload();
    await page.openCharacter('Ilse');

    expect(await page.chatName()).toBe(name);
    expect(await page.chat()).toHaveLength(3);
    await page.send('Two.');
    expect(model.lastRequest.prompt).toContain('LH-HARNESS normal 4');
  });

  it('tells its events in order', async () => {
    const { page } = stage;
    const { length } = await page.events();
    await page.send('One.');
    const names = (await page.events()).slice(length).map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(['GENERATION_STARTED', 'MESSAGE_SENT', 'MESSAGE_RECEIVED']);
  });

  it('goes on playing after the model refused', async () => {
    const { model, page } = stage;
    model.next({ status: 500 });
    await page.send('One.', { until: 'idle' });
    await page.send('Two.');
    expect((await page.savedChat()).messages.map(({ mes }) => mes)).toEqual([
      'Ilse looks up.',
      'One.',
      'Two.',
      'Reply 2.',
    ]);
  });

  it('waits on a rule of the test', async () => {
    const { model, page } = stage;
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    model.answerBy(async ({ messages }) => {
      await gate;
      return { text: `You said: ${messages.filter(({ role }) => role === 'user').at(-1)?.content ?? ''}` };
    });
    await page.send('Hush.', { until: 'started' });
    await model.waitForRequests(1);
    expect(await page.chat()).toHaveLength(2);
    open();
    await page.waitForLastMessage('You said: Hush.');
    await page.waitUntilSaved();
  });
});
