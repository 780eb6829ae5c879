import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CollectingLog } from '../../adapters/memory/collecting-log';
import { ManualTime } from '../../adapters/memory/manual-time';
import { MemoryDocumentStore } from '../../adapters/memory/memory-document-store';
import { chatPrint } from '../base/message-print';
import type { SentTranscript } from './apply-sent';
import { Transcripts } from './transcripts';

type Message = SentTranscript['messages'][number];

const say = (index: number, text: string): Message => ({
  index,
  role: index % 2 === 0 ? 'assistant' : 'user',
  name: index % 2 === 0 ? 'Vesk' : 'Mara',
  text,
});

function setUp(store = new MemoryDocumentStore()) {
  const time = new ManualTime();
  return { store, transcripts: new Transcripts({ store, clock: time, timer: time, log: new CollectingLog() }) };
}

const sent = (messages: readonly Message[], from = 0, before?: string): SentTranscript => ({
  ...{ chat: 'c', name: 'Coast', names: [], from, before },
  messages: messages.filter(({ index }) => index >= from),
});

const three = [say(0, 'Welcome.'), say(1, 'Hi.'), say(2, 'The salt rises.')];

describe('the messages of a chat', () => {
  test('are kept, and the answer says where the next request begins', async () => {
    const { transcripts } = setUp();
    expect(await transcripts.put(sent(three), undefined)).toEqual({
      ...{ isKept: true, isChanged: true, messages: 3, wantsFrom: 3 },
      print: chatPrint(three),
    });
    expect((await transcripts.of('c'))?.messages.map(({ text }) => text)).toEqual(three.map(({ text }) => text));
    expect(transcripts.last).toBe('c');
  });

  test('that go on take the new ones alone', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    const four = [...three, say(3, 'I see.')];
    expect(await transcripts.put(sent(four, 3, chatPrint(three)), undefined)).toMatchObject({
      isKept: true,
      messages: 4,
    });
    expect((await transcripts.of('c'))?.messages.at(-1)?.text).toBe('I see.');
  });

  test('that were swiped or deleted lose what stood there', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    await transcripts.put(sent([say(2, 'The salt falls.')], 2, chatPrint(three.slice(0, 2))), undefined);
    expect((await transcripts.of('c'))?.messages.map(({ text }) => text)).toEqual([
      'Welcome.',
      'Hi.',
      'The salt falls.',
    ]);
    await transcripts.put(sent([], 1, chatPrint(three.slice(0, 1))), undefined);
    expect((await transcripts.of('c'))?.messages).toHaveLength(1);
  });

  test('that do not fit to what is known change nothing, and are asked for again', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    const edited = chatPrint([say(0, 'Go away.'), ...three.slice(1)]);
    expect(await transcripts.put(sent([say(3, 'x')], 3, edited), undefined)).toMatchObject({
      ...{ isKept: false, messages: 3, wantsFrom: 0 },
      print: chatPrint(three),
    });
    expect((await transcripts.of('c'))?.messages).toHaveLength(3);
  });

  test('that are far ahead are asked for from where knowledge ends', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    expect(await transcripts.put(sent([say(9, 'x')], 9, 'unknown'), undefined)).toMatchObject({ wantsFrom: 3 });
  });

  test('without a fingerprint of what stands before are not taken', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    expect(await transcripts.put(sent([say(3, 'x')], 3), undefined)).toMatchObject({ isKept: false });
  });

  test('that are the same again change nothing', async () => {
    const { transcripts, store } = setUp();
    await transcripts.put(sent(three), undefined);
    await transcripts.flush();
    const { writes } = store;
    expect(await transcripts.put(sent(three), undefined)).toMatchObject({ isKept: true, isChanged: false });
    await transcripts.flush();
    expect(store.writes).toBe(writes);
  });

  test('are there after a restart', async () => {
    const { transcripts, store } = setUp();
    await transcripts.put(sent(three), undefined);
    await transcripts.flush();
    const again = setUp(store).transcripts;
    await again.load();
    expect((await again.of('c'))?.messages.map(({ index }) => index)).toEqual([0, 1, 2]);
    expect(again.last).toBe('c');
    expect(await again.put(sent([say(3, 'x')], 3, chatPrint(three)), undefined)).toMatchObject({ isKept: true });
  });

  test('with a damaged message are sent anew', async () => {
    const { transcripts, store } = setUp();
    await transcripts.put(sent(three), undefined);
    await transcripts.flush();
    const [name] = store.names.filter((one) => /-0$/.test(one));
    store.setText(name ?? '', (store.text(name ?? '') ?? '').replace('"Hi."', '7'));
    expect(await setUp(store).transcripts.of('c')).toBeUndefined();
  });
});

describe('a branch', () => {
  test('begins with what its origin holds, and goes its own way', async () => {
    const { transcripts } = setUp();
    await transcripts.put(sent(three), undefined);
    expect((await transcripts.of('branch', 'c'))?.messages).toHaveLength(3);
    const own = { ...sent([say(3, 'Elsewhere.')], 3, chatPrint(three)), chat: 'branch' };
    expect(await transcripts.put(own, 'c')).toMatchObject({ isKept: true, isChanged: true, messages: 4 });
    expect((await transcripts.of('c'))?.messages).toHaveLength(3);
  });

  test('of an unknown chat, or of itself, begins with nothing', async () => {
    const { transcripts } = setUp();
    expect(await transcripts.of('branch', 'nobody')).toBeUndefined();
    expect(await transcripts.of('branch', 'branch')).toBeUndefined();
  });
});

test('the oldest messages of an endless chat are left out, and it still goes on by fingerprint', async () => {
  const { transcripts } = setUp();
  const long = Array.from({ length: 30 }, (_, index) => say(index, 'salt '.repeat(20_000)));
  const kept = await transcripts.put(sent(long), undefined);
  expect(kept.messages).toBe(20);
  expect(kept.print).toBe(chatPrint(long));
  expect(await transcripts.put(sent([say(30, 'x')], 30, chatPrint(long)), undefined)).toMatchObject({ isKept: true });
  expect(await transcripts.put(sent([say(5, 'x')], 5, chatPrint(long.slice(0, 5))), undefined)).toMatchObject({
    isKept: false,
    wantsFrom: 0,
  });
});

test('however a chat is sent, in one piece or in any pieces, the same is kept', async () => {
  const chat = fc
    .array(fc.string({ maxLength: 20 }), { maxLength: 12 })
    .map((texts) => texts.map((text, at) => say(2 * at, text)));
  await fc.assert(
    fc.asyncProperty(chat, fc.array(fc.nat(24), { maxLength: 6 }), async (messages, cuts) => {
      const { transcripts } = setUp();
      const whole = await transcripts.put({ ...sent(messages), chat: 'whole' }, undefined);
      let from = 0;
      for (const cut of [...cuts].sort((a, b) => a - b).concat(100)) {
        const piece = messages.filter(({ index }) => index >= from && index < cut);
        const before = messages.filter(({ index }) => index < from);
        const kept = await transcripts.put(sent(piece, from, chatPrint(before)), undefined);
        expect(kept.isKept).toBe(true);
        from = Math.max(from, cut);
      }
      expect((await transcripts.of('c'))?.messages).toEqual((await transcripts.of('whole'))?.messages);
      expect((await transcripts.put(sent(messages), undefined)).print).toBe(whole.print);
    }),
    { numRuns: 60 },
  );
});
