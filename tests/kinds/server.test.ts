import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listen, type Listening } from '../../src/adapters/node/http-listener';
import { BODY_LIMIT } from '../../src/server/body-limit';
import { isOwnHost } from '../../src/server/guards/host-guard';
import { jsonOf, testServer, type Sent, type TestServer } from '../../src/server/testing/test-server';

let server: TestServer;
let token = '';
let listening: Listening;

beforeAll(async () => {
  server = await testServer();
  token = await server.token('admin');
  listening = await listen(server.app.fetch, {
    port: 0,
    fixedPort: false,
    bodyLimit: BODY_LIMIT,
    onError: (error) => {
      throw error;
    },
  });
});

afterAll(() => listening.close());

const ask = (path: string, sent: Sent = {}): Promise<Response> => server.send(path, { token, ...sent });
const codeOf = async (response: Response): Promise<unknown> => (await jsonOf(response))['code'];
const turn = { chat: { id: 'c' }, messages: [{ role: 'user', text: 'The silver keep.' }] };

/** Sends bytes and reads until the server ends the connection; the status, or 0 when it ends without a word. */
function raw(...parts: readonly (string | Uint8Array)[]): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(listening.port, '127.0.0.1');
    let text = '';
    socket.on('data', (part: Buffer) => (text += part.toString('latin1')));
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)));
    for (const part of parts) socket.write(part);
  });
}

/** A request as text, `Connection: close` and the right Host and token in it. */
const head = (first: string, ...headers: readonly string[]): string =>
  [
    `${first} HTTP/1.1`,
    `Host: 127.0.0.1:${String(listening.port)}`,
    `Authorization: Bearer ${token}`,
    'Connection: close',
    ...headers,
    '',
    '',
  ].join('\r\n');

const post = (body: Uint8Array, ...headers: readonly string[]): Promise<number> =>
  raw(
    head(
      'POST /v1/generations',
      ...(headers.some((header) => header.startsWith('Content-Type')) ? [] : ['Content-Type: application/json']),
      `Content-Length: ${String(body.byteLength)}`,
      ...headers,
    ),
    body,
  );

describe('BR-156 names under which the server answers', () => {
  test.each([
    ['localhost.:27673', [], false],
    ['127.0.0.1:27673:27673', [], false],
    ['127.1:27673', [], false],
    ['2130706433:27673', [], false],
    ['[::ffff:127.0.0.1]:27673', [], false],
    ['0.0.0.0:27673', [], false],
    ['127.0.0.1.evil.example:27673', [], false],
    ['[fd00::1]:27673', ['[fd00::1]'], true],
    ['[FD00::1]', ['[fd00::1]'], true],
    ['[fd00::2]:27673', ['[fd00::1]'], false],
  ])('%s with %j: %s', (host, listed, isOwn) => {
    expect(isOwnHost(host, 27_673, listed)).toBe(isOwn);
  });

  test.each([
    ['[fd00::1]', 200],
    ['[fd00::1]:8080', 200],
    ['home.lan', 200],
    ['fd00::1', 400],
    ['http://home.lan', 400],
    ['*', 400],
    ['[x]', 400],
  ])('the setting takes %s: %i', async (name, status) => {
    const answer = await ask('/v1/settings', { method: 'PATCH', body: { hosts: [name] } });
    expect(answer.status).toBe(status);
  });
});

describe('BR-159 tokens', () => {
  test.each<[string, Sent | undefined, string, number]>([
    ['in the query', { headers: {} }, '?token=', 401],
    ['in a cookie', undefined, '', 401],
  ])('%s do not count', async (_, sent, query, status) => {
    const headers = { cookie: `token=${token}` };
    const path = query === '' ? '/v1/status' : `/v1/status${query}${token}`;
    expect((await server.send(path, sent ?? { headers })).status).toBe(status);
  });

  test.each([
    ['bearer %', 200],
    ['BEARER   % ', 200],
    ['Token %', 401],
    ['%', 401],
    ['Bearer "%"', 401],
    ['Bearer %, Bearer x', 401],
    ['Bearer', 401],
  ])('sent as %s: %i', async (form, status) => {
    const headers = { authorization: form.replace('%', token) };
    expect((await server.send('/v1/status', { headers })).status).toBe(status);
  });
});

describe('BR-167 addresses', () => {
  test.each([
    ['//v1/status', 404],
    ['/v1//status', 404],
    ['/v1/status/', 404],
    ['/V1/status', 404],
    ['/v1/status%00', 404],
    ['/v1/%73tatus', 200],
    ['/v1/entries?text=100%', 400],
    ['/v1/entries?text=%FC', 400],
    ['/v1/entries/%ED%A0%80', 400],
    ['/v1/entries?limit=1&limit=2', 400],
    ['/v1/entries?limit=', 400],
    ['/v1/entries?offset=-1', 400],
    ['/v1/entries/__proto__', 404],
    [`/v1/chats/${'x'.repeat(201)}`, 400],
  ])('%s: %i', async (path, status) => {
    expect((await ask(path)).status).toBe(status);
    expect((await server.send(path)).status).not.toBe(200);
  });

  test.each(['__proto__', 'constructor', 'a/b', 'a%2Fb', '%', '🐉'.repeat(100), 'a?b#c', ' ', '港'])(
    'the chat %j is itself',
    async (id) => {
      const path = `/v1/chats/${encodeURIComponent(id)}`;
      await ask(path, { method: 'PATCH', body: { pin: ['Silver Keep'], context: { constructor: id } } });
      expect(await jsonOf(await ask(path))).toMatchObject({ id, pins: [{ title: 'Silver Keep' }] });
    },
  );
});

describe('BR-164 paths of notes', () => {
  test.each([
    'Lore/Şölen.md',
    'Lore/Şölen.md'.normalize('NFD'),
    'Orte/港の記録.md',
    'Orte/港の記録.md'.normalize('NFD'),
  ])('%j is found however its characters are composed', async (path) => {
    const answer = await jsonOf(await ask(`/v1/entries?path=${encodeURIComponent(path)}`));
    expect(answer).toMatchObject({ items: [{ path: path.normalize('NFC') }] });
  });
});

describe('BR-163 bodies', () => {
  const text = JSON.stringify(turn);
  const bytes = (written: string, encoding: BufferEncoding = 'utf8'): Uint8Array => Buffer.from(written, encoding);

  test.each<[string, number, () => Promise<number>]>([
    ['with a byte order mark', 200, () => post(bytes(`\ufeff${text}`))],
    ['that name their character set', 200, () => post(bytes(text), 'Content-Type: application/json; charset="UTF-8"')],
    ['in UTF-16', 400, () => post(bytes(`\ufeff${text}`, 'utf16le'))],
    ['that says UTF-16', 415, () => post(bytes(text), 'Content-Type: application/json; charset=utf-16')],
    ['that says Latin-1', 415, () => post(bytes(text), 'Content-Type: application/json;charset=ISO-8859-1')],
    ['in Latin-1 without a word', 400, () => post(bytes(text.replace('silver', 'sölver'), 'latin1'))],
    ['that are packed', 415, () => post(bytes(text), 'Content-Encoding: gzip')],
    ['that are not packed', 200, () => post(bytes(text), 'Content-Encoding: identity')],
    ['of plain text', 415, () => post(bytes(text), 'Content-Type: text/plain')],
    ['that are empty', 400, () => post(bytes(''))],
    ['of null', 400, () => post(bytes('null'))],
    ['with more after them', 400, () => post(bytes(`${text}x`))],
    ['with an endless number', 400, () => post(bytes(text.replace('{', '{"total":1e999,')))],
    ['with the key of a prototype', 200, () => post(bytes(text.replace('{', '{"__proto__":{"total":-1},')))],
    ['with half a character', 200, () => post(bytes(text.replace('The', '\\ud800')))],
    ['nested without end', 400, () => post(bytes(`${'['.repeat(100_000)}${']'.repeat(100_000)}`))],
    [
      'in pieces without a length',
      200,
      () =>
        raw(
          head('POST /v1/generations', 'Content-Type: application/json', 'Transfer-Encoding: chunked'),
          `${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`,
        ),
    ],
    [
      'with a length and in pieces',
      400,
      () => raw(head('POST /v1/generations', 'Content-Length: 5', 'Transfer-Encoding: chunked'), '0\r\n\r\n'),
    ],
    ['with a length below nothing', 400, () => raw(head('POST /v1/generations', 'Content-Length: -1'))],
    [
      'shorter than they are',
      400,
      () => raw(head('POST /v1/generations', 'Content-Type: application/json', 'Content-Length: 9'), text),
    ],
  ])('%s: %i', async (_, status, send) => {
    expect(await send()).toBe(status);
  });

  test.each([
    ['a packed body', { 'content-encoding': 'br' }, 'unsupported_media_type'],
    ['another character set', { 'content-type': 'application/json; charset=utf-16' }, 'unsupported_media_type'],
  ])('%s is named', async (_, headers, code) => {
    expect(await codeOf(await ask('/v1/generations', { body: turn, headers }))).toBe(code);
  });
});

describe('BR-161 requests that are none', () => {
  test.each<[string, number, () => Promise<number>]>([
    ['a tunnel', 0, () => raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')],
    ['a greeting of TLS', 400, () => raw(Buffer.from([22, 3, 1, 0, 5, 1, 2, 3, 4, 5]))],
    ['another host before ours', 421, () => raw(head('GET /health').replace('Host: ', 'Host: evil.example\r\nHost: '))],
    ['no host', 400, () => raw('GET /health HTTP/1.1\r\nConnection: close\r\n\r\n')],
    ['a zero byte in the address', 400, () => raw(head('GET /v1/\0'))],
    ['headers without end', 431, () => raw(head(`GET /v1/entries?text=${'a'.repeat(20_000)}`))],
    ['two origins', 403, () => raw(head('GET /v1/status', 'Origin: http://127.0.0.1:8000, http://evil.example'))],
    ['a socket of the web', 200, () => raw(head('GET /health', 'Upgrade: websocket'))],
  ])('%s: %i', async (_, status, send) => {
    expect(await send()).toBe(status);
  });
});

describe('BR-192 changes of a chat at the same time', () => {
  test('all count', async () => {
    const change = (body: unknown): Promise<Response> => ask('/v1/chats/busy', { method: 'PATCH', body });
    await Promise.all([
      change({ pin: ['Silver Keep'] }),
      change({ pin: ['Şölen'] }),
      change({ block: ['港の記録'] }),
      change({ notebook: { text: 'Noted.' } }),
      change({ context: { era: 'old' } }),
      change({ context: { place: 'quay' } }),
    ]);
    expect(await jsonOf(await ask('/v1/chats/busy'))).toMatchObject({
      pins: [{ title: 'Silver Keep' }, { title: 'Şölen' }],
      blocks: [{ title: '港の記録' }],
      notebook: { text: 'Noted.' },
      context: { era: ['old'], place: ['quay'] },
    });
  });

  test('one turn id in two chats is two turns', async () => {
    const titles = async (id: string, said: string): Promise<unknown> => {
      const body = { chat: { id }, generationId: 'same', messages: [{ role: 'user', text: said }] };
      return (await jsonOf(await ask('/v1/generations', { body })))['entries'];
    };
    const both = await Promise.all([titles('one', 'The silver keep.'), titles('two', 'The distillery.')]);
    expect(both).toMatchObject([[{ title: 'Silver Keep' }], [{ title: '100% Proof & Co' }]]);
  });
});

describe('BR-153 a server that stops', () => {
  test('leaves its port at once, whoever rests or still sends on it', async () => {
    const options = { bodyLimit: BODY_LIMIT, onError: () => undefined, limits: { graceMs: 50 } };
    const first = await listen(server.app.fetch, { port: 0, fixedPort: false, ...options });
    const sockets = ['GET /health', 'POST /v1/generations'].map((line) => {
      const socket = connect(first.port, '127.0.0.1').on('error', () => undefined);
      socket.write(`${line} HTTP/1.1\r\nHost: 127.0.0.1:${String(first.port)}\r\nContent-Length: 9\r\n\r\n{`);
      return new Promise((resolve) => socket.on('close', resolve));
    });
    await first.close();
    const again = await listen(server.app.fetch, { port: first.port, fixedPort: true, ...options });
    expect(again.port).toBe(first.port);
    await Promise.all(sockets);
    await again.close();
  });
});
