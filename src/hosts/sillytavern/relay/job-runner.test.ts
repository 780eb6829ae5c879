import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ServerLink } from '../server-link';
import { SettingsStore } from '../settings';
import type { TavernContext } from '../tavern-context';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import { JobRunner } from './job-runner';

type Service = NonNullable<TavernContext['ConnectionManagerRequestService']>;

const job = (id: string) => ({
  id: 1,
  kind: 'job',
  data: { id, profile: 'Side', messages: [{ role: 'user', text: 'Hello' }], maxTokens: 5 },
});

let server: FakeLorehearth;
let link: ServerLink;
let runner: JobRunner;
let asked: AbortSignal[];
let answers: ((text: string) => void)[];

beforeEach(async () => {
  vi.useFakeTimers();
  const tavern = new FakeTavern();
  tavern.extensionSettings['lorehearth'] = { token: 'good' };
  tavern.extensionSettings['connectionManager'] = { profiles: [{ id: 'p', name: 'Side', api: 'custom' }] };
  server = new FakeLorehearth('http://127.0.0.1:27673');
  const settings = new SettingsStore(tavern.context);
  link = new ServerLink({ settings, fetch: new FakeNetwork(server).fetch, clientName: 'test' });
  asked = [];
  answers = [];
  const sendRequest: Service['sendRequest'] = (_id, _messages, _max, { signal }) => {
    asked.push(signal);
    return new Promise((resolve, reject) => {
      answers.push((text) => resolve({ content: text }));
      signal.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
    });
  };
  const context = withContext(tavern.context, { ConnectionManagerRequestService: { sendRequest } });
  runner = new JobRunner({ link, context });
  await link.search();
});
afterEach(() => {
  runner.stop();
  link.stop();
  vi.useRealTimers();
});

const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('a job', () => {
  it('is run, and its answer is brought back', async () => {
    runner.take(job('a'));
    answers[0]?.('Aye');
    await settled();
    expect(server.line.results.get('a')).toEqual([{ text: 'Aye' }]);
  });

  it('is not run twice when it is told again, be it running or done', async () => {
    runner.take(job('a'));
    runner.take(job('a'));
    answers[0]?.('Aye');
    await settled();
    runner.take(job('a'));
    await settled();
    expect(asked).toHaveLength(1);
    expect(server.line.results.get('a')).toHaveLength(1);
  });

  it('runs beside others', async () => {
    runner.take(job('a'));
    runner.take(job('b'));
    answers[1]?.('B');
    await settled();
    expect([...server.line.results.keys()]).toEqual(['b']);
    answers[0]?.('A');
    await settled();
    expect(server.line.results.get('a')).toEqual([{ text: 'A' }]);
  });

  it('is stopped when nobody waits for it any more, and brings nothing back', async () => {
    runner.take(job('a'));
    runner.take({ id: 2, kind: 'cancel', data: { job: 'a' } });
    await settled();
    expect(asked[0]?.aborted).toBe(true);
    expect(server.line.results.size).toBe(0);
  });

  it('is stopped with the page', async () => {
    runner.take(job('a'));
    runner.stop();
    await settled();
    expect(asked[0]?.aborted).toBe(true);
    expect(server.line.results.size).toBe(0);
  });

  it('that cannot be understood is passed over', async () => {
    runner.take({ id: 1, kind: 'job', data: { id: 'a', messages: [], maxTokens: 5 } });
    runner.take({ id: 2, kind: 'job', data: null });
    runner.take({ id: 3, kind: 'hello', data: { id: 'a' } });
    await settled();
    expect(asked).toEqual([]);
  });
});

describe('an answer that gets lost on its way', () => {
  it('is brought again', async () => {
    server.line.losesResults = 2;
    runner.take(job('a'));
    answers[0]?.('Aye');
    await vi.advanceTimersByTimeAsync(500 + 1_500);
    expect(server.line.results.get('a')).toEqual([{ text: 'Aye' }]);
  });

  it('is given up in the end, and the job may be run anew', async () => {
    server.line.losesResults = 5;
    runner.take(job('a'));
    answers[0]?.('Aye');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.line.results.size).toBe(0);
    runner.take(job('a'));
    answers[1]?.('Aye again');
    await settled();
    expect(server.line.results.get('a')).toEqual([{ text: 'Aye again' }]);
  });
});
