import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeLorehearth } from '../../../tests/support/fake-lorehearth';
import type { ServerOptions } from '../../../tests/support/fake-vault-server';
import { type Patience, type RemoteAnswer, RemoteClient } from './remote-client';
import { readPlace } from './remote-place';

const LIMIT = 10_000;
const closers: (() => unknown)[] = [];

let server: FakeLorehearth;

async function serve(options: ServerOptions = {}): Promise<FakeLorehearth> {
  server = await new FakeLorehearth(options).start();
  closers.push(() => server.stop());
  return server;
}

function client(
  at: { port: number; https?: boolean; selfSigned?: boolean; host?: string },
  patience?: Patience,
): RemoteClient {
  const place = readPlace({ host: '127.0.0.1', https: false, selfSigned: false, folder: '', ...at }, 'secret-key');
  if ('kind' in place) throw new Error(place.reason);
  const made = new RemoteClient(place, 'secret-key', patience);
  closers.push(() => made.rest());
  return made;
}

async function tcpServer(onConnection: (server: Server) => void = () => undefined): Promise<number> {
  const sockets: { destroy(): void }[] = [];
  const listening = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
  });
  onConnection(listening);
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  closers.push(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return (listening.address() as AddressInfo).port;
}

function reasonOf(answer: RemoteAnswer): string {
  return answer.kind === 'failed' ? `${answer.failure.kind}: ${answer.failure.reason}` : answer.kind;
}

beforeEach(() => serve());
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

describe('a remote client', () => {
  it('asks at most eight questions at a time', async () => {
    server.slowness = 20;
    const asking = client(server);
    const answers = await Promise.all(Array.from({ length: 40 }, () => asking.ask({ path: '/health', limit: LIMIT })));
    expect(answers.map(({ kind }) => kind)).not.toContain('failed');
    expect(server.mostAtOnce).toBe(8);
  });

  it('sends the key in a header, and says it in no sentence', async () => {
    const heads: unknown[] = [];
    server.instead = ({ headers }) => {
      heads.push(headers.authorization);
      return false;
    };
    await client(server).ask({ path: '/health', limit: LIMIT });
    expect(heads).toEqual(['Bearer secret-key']);
    await server.stop();
    expect(reasonOf(await client(server).ask({ path: '/health', limit: LIMIT }))).not.toContain('secret');
  });

  it('says that nothing listens', async () => {
    await server.stop();
    expect(reasonOf(await client(server).ask({ path: '/', limit: LIMIT }))).toBe(
      `unreachable: Nothing listens at 127.0.0.1:${String(server.port)}. Is the other program running, and is the port the right one?`,
    );
  });

  it('says that there is no such computer', async () => {
    const answer = await client({ host: 'no-such-computer.invalid', port: 80 }).ask({ path: '/', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(/^unreachable: (There is no computer|The name in|No connection)/);
  });

  it('gives up a server that accepts and does not answer', async () => {
    server.instead = () => true;
    const answer = await client(server, { connect: 5_000, whole: 50 }).ask({ path: '/', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(/^unreachable: What listens at \S+ did not answer in time\.$/);
    expect(answer).toMatchObject({ isLate: true });
  });

  it('gives up a connection that does not come about', async () => {
    const port = await tcpServer();
    const answer = await client({ port, https: true }, { connect: 50, whole: 5_000 }).ask({ path: '/', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(/^unreachable: No connection to \S+ came about in time\.$/);
    expect(answer).toMatchObject({ isLate: false, isUnconnected: true });
  });

  it('gives up an answer that never ends', async () => {
    server.instead = (_, response) => {
      response.writeHead(200).write('a');
      return true;
    };
    const answer = await client(server, { connect: 5_000, whole: 50 }).ask({ path: '/', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(/did not answer in time/);
  });

  it('says that a connection broke off in the middle', async () => {
    server.instead = (_, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('a', () => response.destroy());
      return true;
    };
    expect(reasonOf(await client(server).ask({ path: '/', limit: LIMIT }))).toMatch(/^unreachable: .+ broke off\./);
  });

  it('asks again over a new connection when a kept one was closed', async () => {
    const asking = client(server);
    await asking.ask({ path: '/health', limit: LIMIT });
    await server.stop();
    await server.start();
    expect(await asking.ask({ path: '/health', limit: LIMIT })).toMatchObject({ kind: 'answer', status: 200 });
  });

  it.each(['with', 'without'])('does not read an answer that is too long, %s a length', async (how) => {
    server.instead = (_, response) => {
      if (how === 'with') response.setHeader('content-length', 2 * LIMIT);
      response.writeHead(200).end('x'.repeat(2 * LIMIT));
      return true;
    };
    expect(await client(server).ask({ path: '/', limit: LIMIT })).toMatchObject({ kind: 'too-large', status: 200 });
  });

  it('follows no redirect', async () => {
    server.instead = (_, response) => {
      response.writeHead(302, { location: '/health' }).end();
      return true;
    };
    expect(await client(server).ask({ path: '/', limit: LIMIT })).toMatchObject({ kind: 'answer', status: 302 });
    expect(server.requests).toEqual(['GET /']);
  });

  it('stops at once when it is told so, also before it began', async () => {
    server.instead = () => true;
    const stop = new AbortController();
    const answer = client(server).ask({ path: '/', limit: LIMIT, signal: stop.signal });
    stop.abort();
    expect(reasonOf(await answer)).toBe('unreachable: It was stopped.');
    expect(reasonOf(await client(server).ask({ path: '/', limit: LIMIT, signal: stop.signal }))).toMatch(/stopped/);
  });

  it('says that something does not speak HTTP', async () => {
    const port = await tcpServer((listening) => listening.on('connection', (socket) => socket.end('220 hello\r\n')));
    expect(reasonOf(await client({ port }).ask({ path: '/', limit: LIMIT }))).toMatch(
      /^wrong-service: What listens at \S+ does not speak HTTP\.$/,
    );
  });
});

describe('a client that speaks HTTPS', () => {
  it('refuses a certificate that the server made itself, and says what to do', async () => {
    await serve({ https: true });
    const answer = await client({ port: server.port, https: true }).ask({ path: '/health', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(
      /^not-possible: The certificate of \S+ was not given by anybody .+ allow that for this vault\.$/,
    );
    expect(server.requests).toEqual([]);
  });

  it.each(['127.0.0.1', 'localhost'])('takes such a certificate of %s when that is allowed', async (host) => {
    await serve({ https: true });
    const asking = client({ host, port: server.port, https: true, selfSigned: true });
    expect(await asking.ask({ path: '/health', limit: LIMIT })).toMatchObject({ kind: 'answer', status: 200 });
  });

  it('says that the port does not speak HTTPS', async () => {
    const answer = await client({ port: server.port, https: true }).ask({ path: '/', limit: LIMIT });
    expect(reasonOf(answer)).toMatch(/^wrong-service: What listens at \S+ does not speak HTTPS\./);
  });

  it('is hinted at where a port cuts plain requests off', async () => {
    await serve({ https: true });
    expect(
      reasonOf(await client(server.port === 0 ? server : { port: server.port }).ask({ path: '/', limit: LIMIT })),
    ).toMatch(/Perhaps it wants HTTPS\.$/);
  });
});
