import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../bridge';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, message } from '../testing/fake-tavern';

let tavern: FakeTavern;
let server: FakeLorehearth;
let network: FakeNetwork;
let bridge: Bridge;

const rest = () => vi.advanceTimersByTimeAsync(1_600);
const chatId = (): string => (tavern.chatMetadata['lorehearth'] as { id: string }).id;
/** What the server holds of the open chat. */
const held = () => server.writer.transcripts.get(chatId())?.map(({ index, text }) => [index, text]);
const told = () => server.writer.told;
const newest = () => told().at(-1);

async function start(
  settings: Record<string, unknown> = {},
  takeTellingSeat?: () => Promise<() => void>,
): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', ...settings };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  bridge = new Bridge({
    context: tavern.context,
    fetch: network.fetch,
    newId,
    clientName: 'Test',
    ...(takeTellingSeat && { takeTellingSeat }),
  });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  network = new FakeNetwork(server);
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('the open chat', () => {
  it('is told some time after a reply, never at once, with its name and speakers', async () => {
    await start();
    await tavern.send('Hello.');
    expect(told()).toEqual([]);
    await rest();
    expect(held()).toEqual([
      [0, 'Ilse looks up.'],
      [1, 'Hello.'],
      [2, 'Aye.'],
    ]);
    expect(newest()).toMatchObject({ name: 'Ilse - 1', names: ['Mara', 'Ilse'] });
  });

  it('is not told before lore was ever asked for in it', async () => {
    await start();
    await tavern.open('Other');
    await rest();
    expect(told()).toEqual([]);
    expect(tavern.chatMetadata).toEqual({});
  });

  it('is told again only as far as it has changed', async () => {
    await start();
    await tavern.send('Hello.');
    await rest();
    await tavern.send('Go on.', { text: 'On.' });
    await rest();
    expect(newest()).toMatchObject({ from: 3, messages: [{ index: 3 }, { index: 4 }] });
    const count = told().length;
    await tavern.emit('MESSAGE_SWIPED', 4);
    await rest();
    expect(told()).toHaveLength(count);
  });

  it.each<[string, () => Promise<void> | void]>([
    ['edited', () => tavern.edit(1, 'Hello there.')],
    ['swiped', () => tavern.swipe({ text: 'Nay.' })],
    ['deleted', () => tavern.deleteLast(2)],
    ['continued', () => tavern.continueReply({ text: ' And more.' })],
    ['regenerated', () => tavern.regenerate({ text: 'Other.' })],
    [
      'hidden, which SillyTavern does not announce',
      () => {
        tavern.chat[1]!.is_system = true;
        return tavern.emit('MESSAGE_SWIPED', 2);
      },
    ],
  ])('is told when a message is %s', async (_what, change) => {
    await start();
    await tavern.send('Hello.');
    await rest();
    await change();
    await rest();
    const visible = tavern.chat.flatMap(({ mes, is_system }, index) => (is_system ? [] : [[index, mes]]));
    expect(held()).toEqual(visible);
  });

  it('is told to a server that has it already with one small request', async () => {
    await start();
    await tavern.send('Hello.');
    await rest();
    bridge.stop();
    const count = told().length;
    await start();
    await tavern.emit('CHAT_CHANGED', tavern.chatId);
    await rest();
    expect(
      told()
        .slice(count)
        .map(({ messages }) => messages.length),
    ).toEqual([1]);
  });

  it('is told whole to a server that has forgotten it or knows it otherwise', async () => {
    await start();
    await tavern.send('Hello.');
    await rest();
    server.writer.transcripts.set(chatId(), [{ index: 0, role: 'user', name: '', text: 'Something else.' }]);
    await tavern.send('Go on.', { text: 'On.' });
    await rest();
    expect(held()).toHaveLength(5);
  });

  it('is told as a branch of another', async () => {
    await start();
    await tavern.send('Hello.');
    await rest();
    const parent = chatId();
    await tavern.branch('Ilse - 2', 1);
    await rest();
    expect(newest()).toMatchObject({ parent, name: 'Ilse - 2' });
    expect(held()).toHaveLength(2);
  });
});

describe('telling', () => {
  it('waits while a reply is written, and is called off when one begins', async () => {
    await start();
    await tavern.send('Hello.');
    await tavern.begin('normal');
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told()).toEqual([]);
    let open = (): void => undefined;
    server.writer.transcriptGate = new Promise((resolve) => (open = resolve));
    await tavern.emit('GENERATION_ENDED', 3);
    await rest();
    expect(told()).toHaveLength(1);
    await tavern.begin('normal');
    server.writer.transcriptGate = undefined;
    open();
    await rest();
    expect(held()).toBeUndefined();
    await tavern.emit('GENERATION_ENDED', 3);
    await rest();
    expect(held()).toHaveLength(3);
  });

  it('is not kept waiting by a command that is typed, of which SillyTavern announces no end', async () => {
    await start();
    await tavern.send('Hello.');
    await rest();
    await tavern.typeCommand(() => tavern.edit(1, 'Hello again.'));
    await rest();
    expect(held()?.[1]).toEqual([1, 'Hello again.']);
  });

  it('comes in spite of a generation whose end was never announced', async () => {
    await start();
    await tavern.send('Hello.');
    await tavern.begin('normal');
    await vi.advanceTimersByTimeAsync(200_000);
    expect(held()).toHaveLength(3);
  });

  it.each<[string, Record<string, unknown>]>([
    ['chats are not to be shared', { shareChat: false }],
    ['lore is off', { enabled: false }],
    ['there is no token', { token: '' }],
  ])('is left when %s', async (_why, settings) => {
    await start(settings);
    tavern.chatMetadata['lorehearth'] = { id: 'c1', file: tavern.chatId };
    await tavern.send('Hello.');
    await rest();
    expect(told()).toEqual([]);
  });

  it('is left in a chat without lore', async () => {
    await start();
    tavern.chatMetadata['lorehearth'] = { id: 'c1', file: tavern.chatId, enabled: false };
    await tavern.send('Hello.');
    await rest();
    expect(told()).toEqual([]);
  });

  it('begins when chats are to be shared', async () => {
    await start({ shareChat: false });
    await tavern.send('Hello.');
    bridge.settings.change({ shareChat: true });
    await rest();
    expect(held()).toHaveLength(3);
  });

  it('is not tried again with a server that is too old for it', async () => {
    await start();
    server.writer.transcriptStatus = 404;
    await tavern.send('Hello.');
    await rest();
    await tavern.send('Go on.');
    await rest();
    expect(told()).toHaveLength(1);
  });

  it('is tried again when the server was away', async () => {
    await start();
    await tavern.send('Hello.');
    const serve = vi.spyOn(server.writer, 'serve').mockRejectedValueOnce(new TypeError('Failed to fetch'));
    await rest();
    expect(serve).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(31_000);
    expect(held()).toHaveLength(3);
  });

  it('goes one page after the other', async () => {
    let leave = (): void => undefined;
    const taken = vi.fn();
    await start({}, () => new Promise((resolve) => (leave = () => resolve(taken))));
    await tavern.send('Hello.');
    await rest();
    expect(told()).toEqual([]);
    leave();
    await rest();
    expect(held()).toHaveLength(3);
    expect(taken).toHaveBeenCalledTimes(1);
  });

  it('of a long chat goes in parts', async () => {
    await start();
    const long = Array.from({ length: 30 }, () => message('Ilse', 'word '.repeat(12_000)));
    tavern.chat.push(...long);
    await tavern.send('Hello.');
    await rest();
    expect(held()).toHaveLength(33);
    expect(told().filter(({ more }) => more === true).length).toBeGreaterThan(0);
  });

  it('is done at once for those who ask', async () => {
    await start();
    await tavern.send('Hello.');
    await bridge.transcript.tellNow();
    expect(held()).toHaveLength(3);
  });
});
