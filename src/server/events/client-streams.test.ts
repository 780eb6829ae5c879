import { describe, expect, test } from 'vitest';
import { jsonOf, testServer, type TestServer } from '../testing/test-server';

const never = new AbortController().signal;

async function opened(server: TestServer, query: string) {
  const token = await server.token('generate');
  const response = await server.send(`/v1/stream?${query}`, { token });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = (response.body ?? new ReadableStream<Uint8Array>()).getReader();
  const decoder = new TextDecoder();
  const next = async (): Promise<string> => {
    const { value, done } = await reader.read();
    return done ? 'end' : decoder.decode(value);
  };
  return { next, close: () => reader.cancel() };
}

const talk = (server: TestServer, id: string) => server.engine.changeChat(id, { books: ['Lore'] });

describe('a stream', () => {
  test('says hello, then tells what happens, numbered', async () => {
    const server = await testServer();
    const stream = await opened(server, 'client=a');
    expect(await stream.next()).toBe('id: 0\nevent: hello\ndata: {"client":"a"}\n\n');
    await talk(server, 'c');
    expect(await stream.next()).toBe('id: 1\nevent: chat-changed\ndata: {"chat":"c"}\n\n');
    await stream.close();
  });

  test('is kept open by pings', async () => {
    const server = await testServer();
    const stream = await opened(server, 'client=a');
    await stream.next();
    server.time.advance(15_000);
    expect(await stream.next()).toBe(': ping\n\n');
    await stream.close();
  });

  test('goes on where it was cut', async () => {
    const server = await testServer();
    const first = await opened(server, 'client=a');
    await first.next();
    await first.close();
    await talk(server, 'c');
    await talk(server, 'd');
    const second = await opened(server, 'client=a&since=1');
    expect(await second.next()).toContain('id: 1\nevent: hello');
    expect(await second.next()).toContain('id: 2\nevent: chat-changed\ndata: {"chat":"d"}');
    await second.close();
  });

  test('ends when the server stops', async () => {
    const server = await testServer();
    const stream = await opened(server, 'client=a');
    await stream.next();
    server.streams.close();
    expect(await stream.next()).toBe('end');
  });
});

describe('a poll', () => {
  test('answers with what happened, at once or when it happens', async () => {
    const { streams, ...server } = await testServer();
    const first = streams.poll('a', undefined, 25_000, never);
    await server.engine.changeChat('c', { books: [] });
    expect(await first).toEqual({ events: [{ id: 1, kind: 'chat-changed', data: { chat: 'c' } }], next: 1 });
    await server.engine.changeChat('d', { books: [] });
    expect(await streams.poll('a', 1, 25_000, never)).toMatchObject({ events: [{ id: 2 }], next: 2 });
  });

  test('answers with nothing when the time is over or the client leaves', async () => {
    const { streams, time } = await testServer();
    const waiting = streams.poll('a', undefined, 25_000, never);
    time.advance(25_000);
    expect(await waiting).toEqual({ events: [], next: 0 });
    const leaving = new AbortController();
    const left = streams.poll('a', 0, 25_000, leaving.signal);
    leaving.abort();
    expect(await left).toEqual({ events: [], next: 0 });
  });
});

describe('a client that can ask a model', () => {
  const job = {
    id: 'j',
    profile: '',
    messages: [{ role: 'user' as const, text: 'Hello' }],
    form: undefined,
    maxTokens: 5,
    temperature: undefined,
  };

  test('gets jobs as events and brings the answers', async () => {
    const server = await testServer();
    const stream = await opened(server, 'client=a');
    await stream.next();
    const asked = server.engine.relay.ask(job, never);
    expect(await stream.next()).toContain('event: job\ndata: {"id":"j"');
    const token = await server.token('generate');
    const sent = await server.send('/v1/relay/j', { token, body: { text: 'Hi', usage: { input: 3, output: 1 } } });
    expect(await jsonOf(sent)).toEqual({ accepted: true });
    expect(await asked).toEqual({ kind: 'answer', text: 'Hi', usage: { input: 3, output: 1 } });
    const again = await server.send('/v1/relay/j', { token, body: { text: 'Hi' } });
    expect(again.status).toBe(404);
    await stream.close();
  });

  test('counts as connected a while after its last poll, and its job waits for it', async () => {
    const { streams, engine, time } = await testServer();
    await streams.poll('a', undefined, 0, never).catch(() => undefined);
    expect(engine.relay.clients).toBe(1);
    const asked = engine.relay.ask(job, never);
    expect((await streams.poll('a', 0, 25_000, never)).events).toMatchObject([{ kind: 'job', data: { id: 'j' } }]);
    time.advance(10_000);
    expect(engine.relay.clients).toBe(0);
    time.advance(5_000);
    await expect(asked).rejects.toMatchObject({ kind: 'network' });
  });

  test('that runs no jobs is told what happens and is asked nothing', async () => {
    const { streams, engine } = await testServer();
    const waiting = streams.poll('panel', undefined, 25_000, never, false);
    expect(engine.relay.clients).toBe(0);
    await expect(engine.relay.ask(job, never)).rejects.toMatchObject({ kind: 'no-connection' });
    await engine.refresh();
    expect((await waiting).events).toMatchObject([{ kind: 'index-changed' }]);
  });

  test('is forgotten in the end', async () => {
    const { streams, time } = await testServer();
    void streams.poll('a', undefined, 0, never);
    time.advance(0);
    await Promise.resolve();
    expect(streams.connected).toBe(1);
    time.advance(10_000);
    expect(streams.connected).toBe(0);
    time.advance(120_000);
    expect(time.waiting).toBe(0);
  });
});
