import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireAiReport } from '../../server/contract/wire-ai';
import { Bridge } from './bridge';
import { readNote } from './message-note';
import type { BridgeSettings } from './settings';
import { answer } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern } from './testing/fake-tavern';
import type { TurnOutcome } from './turn-outcome';

const report: WireAiReport = {
  outcome: 'chosen',
  sentence: 'The AI chose 1 of 9.',
  source: 'model',
  age: 0,
  candidates: 9,
  cut: 0,
  picks: [{ entry: 'e1', title: 'Keep', confidence: 'high', reason: '' }],
  unknown: [],
  ambiguous: [],
  isCutOff: false,
  milliseconds: 900,
};
const { summary } = answer('g');
const byAi = (g: string) => answer(g, { summary: { ...summary, ai: report } });

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;
let outcomes: TurnOutcome[];

async function start(settings: Partial<BridgeSettings> = {}): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', deadlineMs: 1_000, ...settings };
  let ids = 0;
  const newId = (): string => `id${String((ids += 1))}`;
  const { fetch } = new FakeNetwork(server);
  bridge = new Bridge({ context: tavern.context, fetch, newId, clientName: 'SillyTavern at test' });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.onTurn((outcome) => outcomes.push(outcome));
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

/** Plays a turn whose answer comes after so many milliseconds. */
async function turn(text: string, milliseconds: number): Promise<void> {
  server.gate = new Promise((resolve) => setTimeout(resolve, milliseconds));
  const sent = tavern.send(text);
  await vi.advanceTimersByTimeAsync(milliseconds + 100);
  await sent;
}

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  outcomes = [];
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('the deadline of a turn', () => {
  it('is the one that the server asks for when that is longer, from the first turn on', async () => {
    server.wantsMs = 21_000;
    await start();
    await turn('One', 15_000);
    expect(server.requests[0]?.deadlineMs).toBe(21_000);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['lore']);
  });

  it('is the one that the last answer asked for', async () => {
    server.answers = [answer('g1', { wants: { messages: 2, deadlineMs: 5_000 } })];
    await start();
    await turn('One', 500);
    await turn('Two', 4_000);
    expect(server.requests.map(({ deadlineMs }) => deadlineMs)).toEqual([1_000, 5_000]);
    expect(outcomes.map(({ kind }) => kind)).toEqual(['lore', 'lore']);
  });

  it('is the user’s own when that is longer', async () => {
    server.wantsMs = 3_000;
    await start({ deadlineMs: 8_000 });
    await turn('One', 100);
    expect(server.requests[0]?.deadlineMs).toBe(8_000);
  });

  it('ends in any case', async () => {
    server.wantsMs = 2_000;
    server.manner = 'ignores aborts';
    await start();
    const sent = tavern.send('One');
    await vi.advanceTimersByTimeAsync(2_000);
    await sent;
    expect(outcomes).toMatchObject([{ kind: 'miss', cause: 'late' }]);
  });

  it('is never longer than a server takes', async () => {
    server.wantsMs = 1_001_000;
    await start();
    await turn('One', 100);
    expect(server.requests[0]?.deadlineMs).toBe(1_000_000);
  });

  it('is known anew when the server’s settings have changed', async () => {
    await start();
    server.wantsMs = 9_000;
    server.line.send('settings-changed', {});
    await vi.advanceTimersByTimeAsync(0);
    await turn('One', 100);
    expect(server.requests[0]?.deadlineMs).toBe(9_000);
  });

  it('ends when the stop button is pressed', async () => {
    server.wantsMs = 60_000;
    server.manner = 'hangs';
    await start();
    const sent = tavern.send('One');
    await vi.advanceTimersByTimeAsync(500);
    await tavern.emit('GENERATION_STOPPED');
    await sent;
    expect(outcomes).toEqual([]);
  });
});

describe('what the AI did', () => {
  it('stands in the note of the reply', async () => {
    server.answers = [byAi('g1'), answer('g2')];
    await start();
    await turn('One', 10);
    expect(readNote(tavern.chat.at(-1)?.extra)?.summary.ai).toEqual({
      outcome: 'chosen',
      sentence: 'The AI chose 1 of 9.',
      source: 'model',
      age: 0,
      candidates: 9,
      picks: 1,
      milliseconds: 900,
    });
    await turn('Two', 10);
    expect(readNote(tavern.chat.at(-1)?.extra)?.summary).not.toHaveProperty('ai');
  });
});

describe('after a reply', () => {
  const rendered = (type = 'normal'): Promise<void> =>
    tavern.emit('CHARACTER_MESSAGE_RENDERED', tavern.chat.length - 1, type);

  it('the server prepares the likely next turn, with the reply and what the model was sent', async () => {
    server.answers = [byAi('g1')];
    await start();
    await turn('Where is the keep?', 10);
    await rendered();
    expect(server.line.prepared).toEqual([]);
    await vi.advanceTimersByTimeAsync(300);
    expect(server.line.prepared).toHaveLength(1);
    const [body] = server.line.prepared;
    expect(body).toMatchObject({ chat: server.requests[0]?.chat, type: 'normal', turn: 3, total: 3 });
    expect(body?.messages.map(({ text }) => text)).toEqual(['Where is the keep?', 'Aye.']);
    expect(body?.records).toHaveLength(1);
  });

  it.each<[string, () => Promise<void>]>([
    ['no AI had a part in it', () => Promise.resolve()],
    [
      'another generation begins at once',
      async () => {
        server.answers = [byAi('g1'), byAi('g2')];
        await turn('More', 10);
        await rendered();
        await tavern.begin('swipe');
      },
    ],
    [
      'another chat is open',
      async () => {
        server.answers = [byAi('g1'), byAi('g2')];
        await turn('More', 10);
        await rendered();
        await tavern.open('Another');
      },
    ],
    [
      'it is no reply',
      async () => {
        server.answers = [byAi('g1'), byAi('g2')];
        await turn('More', 10);
        await rendered('command');
      },
    ],
  ])('nothing is prepared when %s', async (_name, happen) => {
    await start();
    await turn('One', 10);
    await rendered();
    await happen();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(server.line.prepared).toEqual([]);
  });

  it('a server that does not prepare is not asked again until its settings change', async () => {
    server.answers = [byAi('g1')];
    server.line.preparing = false;
    await start();
    for (const text of ['One', 'Two']) {
      await turn(text, 10);
      await rendered();
      await vi.advanceTimersByTimeAsync(400);
    }
    expect(server.line.prepared).toHaveLength(1);
    server.line.send('settings-changed', {});
    await vi.advanceTimersByTimeAsync(0);
    await rendered();
    await vi.advanceTimersByTimeAsync(400);
    expect(server.line.prepared).toHaveLength(2);
  });
});
