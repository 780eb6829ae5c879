import { describe, expect, test } from 'vitest';
import { ManualTime } from '../../../adapters/memory/manual-time';
import { RelayHub } from './relay-hub';
import type { RelayEvent, RelayJob } from './relay-job';
import { relayModel } from './relay-model';

const job = (id: string): RelayJob => ({
  id,
  profile: '',
  messages: [{ role: 'user', text: 'Hello' }],
  form: undefined,
  maxTokens: 10,
  temperature: undefined,
});
const answer = (text: string) => ({ kind: 'answer' as const, text, usage: { input: 1, output: 2 } });

function client(id: string) {
  const events: RelayEvent[] = [];
  return { id, events, deliver: (event: RelayEvent) => void events.push(event) };
}

const jobs = ({ events }: ReturnType<typeof client>): readonly string[] =>
  events.map((event) => (event.kind === 'job' ? event.job.id : `cancel ${event.job}`));

const never = new AbortController().signal;

describe('a job', () => {
  test('goes to the client that was active last, and its answer comes back', async () => {
    const hub = new RelayHub(new ManualTime());
    const [first, second] = [client('a'), client('b')];
    hub.connect(first);
    hub.connect(second);
    hub.touch('a');
    const asked = hub.ask(job('1'), never);
    expect([jobs(first), jobs(second)]).toEqual([['1'], []]);
    expect(hub.complete('1', answer('Hi'))).toBe(true);
    expect(await asked).toEqual(answer('Hi'));
    expect(hub.complete('1', answer('again'))).toBe(false);
  });

  test('fails at once and says what to do when no client is there', async () => {
    const hub = new RelayHub(new ManualTime());
    await expect(hub.ask(job('1'), never)).rejects.toMatchObject({ kind: 'no-connection' });
  });

  test('fails as the client says', async () => {
    const hub = new RelayHub(new ManualTime());
    hub.connect(client('a'));
    const asked = hub.ask(job('1'), never);
    hub.complete('1', { kind: 'error', error: 'auth', message: 'No key.' });
    await expect(asked).rejects.toMatchObject({ kind: 'auth', message: 'No key.' });
  });

  test('that is aborted ends at once, and the client is told', async () => {
    const hub = new RelayHub(new ManualTime());
    const one = client('a');
    hub.connect(one);
    const abort = new AbortController();
    const asked = hub.ask(job('1'), abort.signal);
    abort.abort(new Error('stopped'));
    await expect(asked).rejects.toMatchObject({ kind: 'aborted', cause: new Error('stopped') });
    expect(jobs(one)).toEqual(['1', 'cancel 1']);
    expect(hub.complete('1', answer('late'))).toBe(false);
  });

  test('is refused when far too many wait', async () => {
    const hub = new RelayHub(new ManualTime());
    hub.connect(client('a'));
    const asked = Array.from({ length: 33 }, (_, at) => hub.ask(job(String(at)), never));
    await expect(asked[32]).rejects.toMatchObject({ kind: 'rate-limit' });
    hub.close();
    await Promise.allSettled(asked);
  });
});

describe('a client that goes away', () => {
  test('leaves its jobs to another one', async () => {
    const hub = new RelayHub(new ManualTime());
    const [first, second] = [client('a'), client('b')];
    hub.connect(second);
    const leave = hub.connect(first);
    const asked = hub.ask(job('1'), never);
    leave();
    expect(jobs(second)).toEqual(['1']);
    hub.complete('1', answer('Hi'));
    expect((await asked).text).toBe('Hi');
  });

  test('may come back in time: it is told its jobs again', async () => {
    const time = new ManualTime();
    const hub = new RelayHub(time);
    const leave = hub.connect(client('a'));
    const asked = hub.ask(job('1'), never);
    leave();
    time.advance(4_000);
    const back = client('a');
    hub.connect(back);
    time.advance(60_000);
    expect(jobs(back)).toEqual(['1']);
    hub.complete('1', answer('Hi'));
    expect((await asked).text).toBe('Hi');
  });

  test('fails its jobs when nobody comes', async () => {
    const time = new ManualTime();
    const hub = new RelayHub(time);
    const leave = hub.connect(client('a'));
    const asked = hub.ask(job('1'), never);
    leave();
    time.advance(5_000);
    await expect(asked).rejects.toMatchObject({ kind: 'network' });
  });

  test('and has a new line already is not gone when the old line ends', () => {
    const hub = new RelayHub(new ManualTime());
    const leave = hub.connect(client('a'));
    hub.connect(client('a'));
    leave();
    expect(hub.clients).toBe(1);
  });
});

describe('the model', () => {
  test('sends text alone, and gives the answer in one piece', async () => {
    const hub = new RelayHub(new ManualTime());
    const one = client('a');
    hub.connect(one);
    const model = relayModel(hub, 'my profile', () => 'id');
    const asked = model.generate({
      messages: [
        { role: 'system', text: 'Be brief.', cacheUpToHere: true },
        { role: 'assistant', text: '', toolCalls: [{ id: '1', tool: 'search', input: { q: 'fox' } }] },
        { role: 'user', text: '', toolResults: [{ id: '1', tool: 'search', text: 'A fox.', isError: false }] },
      ],
      maxTokens: 10,
      signal: never,
    });
    expect(one.events[0]).toMatchObject({
      job: {
        profile: 'my profile',
        messages: [
          { role: 'system', text: 'Be brief.' },
          { role: 'assistant', text: '[calls search with {"q":"fox"}]' },
          { role: 'user', text: '[search answered: A fox.]' },
        ],
      },
    });
    hub.complete('id', answer('Hi'));
    expect(await asked).toEqual({
      text: 'Hi',
      toolCalls: [],
      usage: { input: 1, output: 2, cached: 0 },
      finish: 'stop',
    });
  });

  test('takes an empty answer for none', async () => {
    const hub = new RelayHub(new ManualTime());
    hub.connect(client('a'));
    const model = relayModel(hub, '', () => 'id');
    const asked = model.generate({ messages: [], maxTokens: 1, signal: never });
    hub.complete('id', answer('  '));
    await expect(asked).rejects.toMatchObject({ kind: 'unusable' });
  });
});
