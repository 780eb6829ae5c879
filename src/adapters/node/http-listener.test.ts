import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { IncomingConnection, RequestHandler } from './http-exchange';
import { listen, type ListenerLimits, type Listening, type ListenOptions } from './http-listener';
import { PortTakenError } from './http-port';

const BODY_LIMIT = 100_000;
const open: { close(): unknown }[] = [];

afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close();
});

/** Tells what it was asked; refused requests get the refusal's name and a status of their own. */
const echo: RequestHandler = async (request, connection) => {
  if (connection.refusal !== undefined) return new Response(connection.refusal, { status: 418 });
  const body = await request.text();
  return Response.json({ method: request.method, url: request.url, length: body.length, body: body.slice(0, 100) });
};

async function start(
  handler: RequestHandler,
  options: Partial<Omit<ListenOptions, 'limits'>> = {},
  limits: Partial<ListenerLimits> = {},
): Promise<Listening & { errors: unknown[] }> {
  const errors: unknown[] = [];
  const listening = await listen(handler, {
    port: 0,
    fixedPort: false,
    bodyLimit: BODY_LIMIT,
    onError: (error) => errors.push(error),
    ...options,
    limits: { checkMs: 20, ...limits },
  });
  open.push(listening);
  return { ...listening, errors };
}

/** A port that is free, with some free ones after it. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port > 65_000 ? freePort() : port;
}

/** Takes a port with a server that answers every connection with these bytes. */
async function occupy(port: number, answer: string, host = '127.0.0.1'): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(answer));
  });
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  open.push(server);
  return server;
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Asked {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
  readonly agent?: false;
}

function ask(port: number, { method = 'GET', path = '/', headers = {}, body }: Asked = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => (text += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    request.on('error', reject);
    request.end(body);
  });
}

/** Sends bytes as they are, then reads everything that comes back until the connection ends. */
function raw(port: number, ...parts: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => (text += part));
    socket.on('close', () => resolve(text));
    socket.on('error', reject);
    socket.pause();
    for (const part of parts) socket.write(part, () => socket.resume());
  });
}

describe('the listener', () => {
  test('hands the body over as bytes and the answer back', async () => {
    const { port } = await start(echo);
    const answer = await ask(port, { method: 'POST', path: '/a?b=%C3%BC', body: 'grün' });
    expect(answer.status).toBe(200);
    expect(JSON.parse(answer.text)).toEqual({
      method: 'POST',
      url: `http://127.0.0.1:${String(port)}/a?b=%C3%BC`,
      length: 4,
      body: 'grün',
    });
  });

  test('tells the headers that a browser’s Request would lose apart from the Request', async () => {
    const seen: IncomingConnection[] = [];
    const { port } = await start((_, connection) => {
      seen.push(connection);
      return new Response('');
    });
    await ask(port, { headers: { host: 'evil.example', origin: 'http://evil.example' } });
    expect(seen[0]?.header('host')).toBe('evil.example');
    expect(seen[0]?.header('origin')).toBe('http://evil.example');
    expect(seen[0]?.port).toBe(port);
    expect(seen[0]?.remoteAddress).toBe('127.0.0.1');
  });

  test('takes a target of //evil.example/x as a path, never as another host', async () => {
    const { port } = await start((request) => new Response(request.url));
    const answer = await ask(port, { path: '//evil.example/x' });
    expect(answer.text).toBe(`http://127.0.0.1:${String(port)}//evil.example/x`);
  });

  test.each(['http://evil.example/x', '*'])('refuses the target %s', async (target) => {
    const { port } = await start(echo);
    const answer = await raw(port, `OPTIONS ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 418');
    expect(answer).toContain('bad-target');
  });

  test('refuses methods that a Request cannot have', async () => {
    const { port } = await start(echo);
    expect(await ask(port, { method: 'TRACE' })).toMatchObject({ status: 418, text: 'bad-method' });
  });

  test('answers 500 without a word about the cause when the handler fails', async () => {
    const { port, errors } = await start(() => Promise.reject(new Error('/secret/place')));
    const answer = await ask(port);
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(answer.text).not.toContain('/secret/place');
    expect(errors).toHaveLength(1);
  });

  test('sends a streamed answer in pieces, as they come', async () => {
    const { port } = await start(() => {
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        async start(controller) {
          for (const part of ['one', 'two', 'three']) {
            controller.enqueue(encoder.encode(part));
            await sleep(40);
          }
          controller.close();
        },
      });
      return new Response(body);
    });
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    const parts: string[] = [];
    for await (const chunk of response.body ?? []) parts.push(Buffer.from(chunk).toString());
    expect(parts).toEqual(['one', 'two', 'three']);
  });

  test('sends large answers to slow readers whole', async () => {
    const size = 5_000_000;
    const { port } = await start(() => new Response('x'.repeat(size)));
    const answer = await ask(port);
    expect(answer.text).toHaveLength(size);
  });

  test('sends no body to a HEAD request', async () => {
    const { port } = await start(() => new Response('body', { headers: { 'x-a': 'b' } }));
    expect(await ask(port, { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
  });
});

describe('where it listens', () => {
  test('BR-156 on loopback only, in both families where there are two', async () => {
    const { port, urls } = await start(echo);
    const [first, second] = urls;
    expect(first).toBe(`http://127.0.0.1:${String(port)}`);
    expect([undefined, `http://[::1]:${String(port)}`]).toContain(second);
    for (const url of urls) expect((await fetch(url)).status).toBe(200);
    const others = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    for (const { address } of others.filter((one) => !one.internal && one.family === 'IPv4')) {
      await expect(fetch(`http://${address}:${String(port)}/`)).rejects.toThrow();
    }
  });

  test('BR-152 on the next free port when the wished one is taken', async () => {
    const wished = await freePort();
    const first = await start(echo, { port: wished });
    const second = await start(echo, { port: wished });
    expect(first.port).toBe(wished);
    expect(second.port).toBeGreaterThan(wished);
    expect(second.port).toBeLessThan(wished + 10);
    expect((await ask(second.port)).status).toBe(200);
  });

  test('not on a port of which another program holds one family', async () => {
    const wished = await freePort();
    const blocked = await occupy(wished, 'nothing', '::1').catch(() => undefined);
    const { port } = await start(echo, { port: wished });
    expect(port).toBe(blocked === undefined ? wished : wished + 1);
  });

  test('BR-150 refuses a fixed port that is taken, with the name of who holds it', async () => {
    const port = await freePort();
    const body = JSON.stringify({ name: 'lorehearth', vault: 'Other' });
    await occupy(port, `HTTP/1.1 200 OK\r\nContent-Length: ${String(body.length)}\r\nConnection: close\r\n\r\n${body}`);
    const attempt = start(echo, { port, fixedPort: true }, { retryMs: 50 });
    await expect(attempt).rejects.toThrow(PortTakenError);
    await expect(attempt).rejects.toMatchObject({ port, holder: { name: 'lorehearth', vault: 'Other' } });
    await expect(attempt).rejects.toThrow(`Port ${String(port)} is already used by lorehearth (vault “Other”)`);
  });

  test.each(['nonsense', 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]', ''])(
    'BR-150 refuses a fixed port whose holder answers %j',
    async (answer) => {
      const port = await freePort();
      await occupy(port, answer);
      const attempt = start(echo, { port, fixedPort: true }, { retryMs: 0 });
      await expect(attempt).rejects.toMatchObject({ name: 'PortTakenError', holder: undefined });
    },
  );

  test('BR-153 tries a fixed port again until it is free', async () => {
    const port = await freePort();
    const old = await occupy(port, '');
    setTimeout(() => old.close(), 300);
    const listening = await start(echo, { port, fixedPort: true });
    expect(listening.port).toBe(port);
    expect((await ask(port)).status).toBe(200);
  });

  test('gives up waiting for a port when told to', async () => {
    const port = await freePort();
    await occupy(port, '');
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const before = Date.now();
    await expect(start(echo, { port, fixedPort: true, signal: controller.signal })).rejects.toThrow('abort');
    expect(Date.now() - before).toBeLessThan(2_000);
  });

  test('rejects an address that this computer does not have', async () => {
    await expect(start(echo, { hosts: ['203.0.113.7'] })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' });
  });
});

describe('large and slow requests', () => {
  test('BR-163 gives a client whose body is too large the answer to read', async () => {
    const { port } = await start(echo);
    const answer = await ask(port, { method: 'POST', body: 'x'.repeat(20 * BODY_LIMIT) });
    expect(answer).toMatchObject({ status: 418, text: 'body-too-large' });
    expect(answer.headers.connection).toBe('close');
  });

  test('BR-163 lets a client that reads only after it has sent everything do so', async () => {
    const { port } = await start(echo);
    const size = 20 * 1024 * 1024;
    const answer = await raw(
      port,
      `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${String(size)}\r\n\r\n`,
      'x'.repeat(size),
    );
    expect(answer).toContain('body-too-large');
  });

  test('refuses a body that does not announce its length at the limit', async () => {
    const { port } = await start(echo);
    const part = 'x'.repeat(10_000);
    const answer = await new Promise<Answer>((resolve, reject) => {
      const request = httpRequest({ host: '127.0.0.1', port, method: 'POST', agent: false }, (response) => {
        response.setEncoding('utf8');
        let text = '';
        response.on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      });
      request.on('error', reject);
      for (let sent = 0; sent <= BODY_LIMIT; sent += part.length) request.write(part);
      request.end();
    });
    expect(answer).toMatchObject({ status: 418, text: 'body-too-large' });
  });

  test('cuts off a client that never stops sending', async () => {
    const { port } = await start(echo, {}, { lingerMs: 200 });
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).resume();
    socket.write('POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`;
    const timer = setInterval(() => socket.write(chunk), 5);
    const before = Date.now();
    await new Promise((resolve) => socket.once('close', resolve));
    clearInterval(timer);
    expect(Date.now() - before).toBeLessThan(3_000);
  });

  test('takes a body of exactly the limit', async () => {
    const { port } = await start(echo);
    const answer = await ask(port, { method: 'POST', body: 'x'.repeat(BODY_LIMIT) });
    expect(JSON.parse(answer.text)).toMatchObject({ length: BODY_LIMIT });
  });

  test('closes a connection whose headers do not come to an end', async () => {
    const { port } = await start(echo, {}, { headersMs: 100, requestMs: 200 });
    const before = Date.now();
    const answer = await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\n');
    expect(Date.now() - before).toBeLessThan(2_000);
    expect(answer).toContain('HTTP/1.1 408');
    expect(answer).toContain('"code":"too_slow"');
  });

  test('closes a connection whose body does not come to an end', async () => {
    const { port } = await start(echo, {}, { headersMs: 100, requestMs: 200 });
    const answer = await raw(port, 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc');
    expect(answer).toContain('HTTP/1.1 408');
  });

  test('refuses headers that are too large', async () => {
    const { port } = await start(echo, {}, { headerBytes: 2_000 });
    const answer = await raw(port, `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(3_000)}\r\n\r\n`);
    expect(answer).toContain('HTTP/1.1 431');
    expect(answer).toContain('"code":"headers_too_large"');
  });

  test('answers what is no HTTP with 400', async () => {
    const { port } = await start(echo);
    const answer = await raw(port, 'hello\r\n\r\n');
    expect(answer).toContain('HTTP/1.1 400');
    expect(answer).toContain('application/problem+json');
  });

  test('tells clients to come back when too many requests are under way', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { port } = await start(
      async (_, { refusal }) => {
        if (refusal !== undefined) return new Response(refusal, { status: 503 });
        await held;
        return new Response('done');
      },
      {},
      { requests: 2 },
    );
    const running = [ask(port), ask(port)];
    await sleep(50);
    expect(await ask(port)).toMatchObject({ status: 503, text: 'busy' });
    release();
    for (const answer of await Promise.all(running)) expect(answer.text).toBe('done');
    expect(await ask(port)).toMatchObject({ status: 200, text: 'done' });
  });
});

describe('answers that take long to send', () => {
  test('do not keep others from being answered', async () => {
    const { port } = await start(
      (request) => {
        if (request.url.endsWith('/quick')) return new Response('quick');
        return new Response(
          new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new Uint8Array([1])) }),
        );
      },
      {},
      { requests: 1, graceMs: 20 },
    );
    const long = await fetch(`http://127.0.0.1:${String(port)}/long`);
    expect(await ask(port, { path: '/quick' })).toMatchObject({ status: 200, text: 'quick' });
    await long.body?.cancel();
  });
});

describe('clients that leave', () => {
  test('abort the signal of their request', async () => {
    let aborted: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (aborted = resolve));
    const { port } = await start(
      (request) =>
        new Promise<Response>((resolve) => {
          request.signal.addEventListener('abort', () => {
            aborted();
            resolve(new Response('late'));
          });
        }),
    );
    const controller = new AbortController();
    const request = fetch(`http://127.0.0.1:${String(port)}/`, { signal: controller.signal });
    setTimeout(() => controller.abort(), 50);
    await expect(request).rejects.toThrow();
    await seen;
  });

  test('do not hold the listener up when it stops', async () => {
    let entered: () => void = () => undefined;
    const isEntered = new Promise<void>((resolve) => (entered = resolve));
    const { port, close } = await start(() => {
      entered();
      return new Promise<Response>(() => undefined);
    });
    const controller = new AbortController();
    const request = fetch(`http://127.0.0.1:${String(port)}/`, { signal: controller.signal });
    await isEntered;
    controller.abort();
    await expect(request).rejects.toThrow();
    const before = Date.now();
    await close();
    expect(Date.now() - before).toBeLessThan(1_500);
  });

  test('do not abort the signal by getting their whole answer', async () => {
    let signal: AbortSignal | undefined;
    const { port } = await start((request) => {
      signal = request.signal;
      return new Response('all');
    });
    await ask(port);
    await sleep(50);
    expect(signal?.aborted).toBe(false);
  });

  test('end the stream that was made for them', async () => {
    let ended: () => void = () => undefined;
    const seen = new Promise<void>((resolve) => (ended = resolve));
    const { port } = await start(() => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new Uint8Array([1])),
        cancel: () => ended(),
      });
      return new Response(body);
    });
    const controller = new AbortController();
    const response = await fetch(`http://127.0.0.1:${String(port)}/`, { signal: controller.signal });
    await response.body?.getReader().read();
    controller.abort();
    await seen;
  });
});

describe('stopping', () => {
  const slow =
    (milliseconds: number): RequestHandler =>
    async (_, { refusal }) => {
      if (refusal !== undefined) return new Response(refusal, { status: 503 });
      await sleep(milliseconds);
      return new Response('done');
    };

  test('lets what is under way end and refuses what comes', async () => {
    const { port, close } = await start(slow(200));
    const running = ask(port);
    await sleep(50);
    const closing = close();
    expect(await ask(port)).toMatchObject({ status: 503, text: 'stopping' });
    expect(await running).toMatchObject({ status: 200, text: 'done' });
    await closing;
    await expect(ask(port)).rejects.toThrow('ECONNREFUSED');
  });

  test('answers what does not end in time and aborts it', async () => {
    let isAborted = false;
    const { port, close } = await start(
      (request, { refusal }) => {
        if (refusal !== undefined) return new Response(refusal, { status: 503 });
        request.signal.addEventListener('abort', () => (isAborted = true));
        return new Promise<Response>(() => undefined);
      },
      {},
      { graceMs: 100 },
    );
    const running = ask(port);
    await sleep(50);
    await close();
    expect(await running).toMatchObject({ status: 503, text: 'stopping' });
    expect(isAborted).toBe(true);
  });

  test('ends streams that have no end', async () => {
    let isEnded = false;
    const { port, close } = await start(
      () =>
        new Response(
          new ReadableStream<Uint8Array>({
            start: (controller) => controller.enqueue(new Uint8Array([1])),
            cancel: () => void (isEnded = true),
          }),
        ),
      {},
      { graceMs: 50 },
    );
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    await close();
    await expect(response.text()).rejects.toThrow();
    expect(isEnded).toBe(true);
  });

  test('ends streams of events at once and properly', async () => {
    const { port, close } = await start(() => {
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    const response = await fetch(`http://127.0.0.1:${String(port)}/`);
    const before = Date.now();
    await close();
    expect(Date.now() - before).toBeLessThan(1_000);
    expect(await response.text()).toBe('data: 1\n\n');
  });

  test('takes no time with an idle connection', async () => {
    const { port, close } = await start(echo);
    const socket = connect(port, '127.0.0.1');
    const isClosed = new Promise((resolve) => socket.on('close', resolve));
    await new Promise((resolve) => socket.once('connect', resolve));
    await sleep(20);
    const before = Date.now();
    await close();
    expect(Date.now() - before).toBeLessThan(500);
    await isClosed;
  });

  test('can be asked for twice, and the port is free again', async () => {
    const { port, close } = await start(echo);
    await Promise.all([close(), close()]);
    const again = await start(echo, { port, fixedPort: true }, { retryMs: 0 });
    expect(again.port).toBe(port);
  });

  test('leaves no timer and no socket behind', async () => {
    const kinds = (): readonly string[] =>
      process.getActiveResourcesInfo().filter((kind) => /^(TCP|Timeout|HTTP)/.test(kind));
    const before = kinds().length;
    for (let round = 0; round < 20; round++) {
      const { port, close } = await start(echo);
      await ask(port, { method: 'POST', body: 'x' });
      await close();
    }
    await sleep(50);
    expect(kinds().length).toBeLessThanOrEqual(before);
  });
});
