import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeLorehearth } from '../../../tests/support/fake-lorehearth';
import { sendJson } from '../../../tests/support/fake-vault-server';
import { LorehearthVault } from './lorehearth-vault';
import { MOST_NOTES } from './remote-answer';
import { RemoteClient } from './remote-client';
import { readPlace } from './remote-place';

let server: FakeLorehearth;
let client: RemoteClient;

beforeEach(async () => {
  server = await new FakeLorehearth().start();
});
afterEach(async () => {
  client.rest();
  await server.stop();
});

function vault(folder = '', key: string | undefined = server.key): LorehearthVault {
  const place = readPlace({ host: 'localhost', port: server.port, https: false, selfSigned: false, folder }, key);
  if ('kind' in place) throw new Error(place.reason);
  client = new RemoteClient({ ...place, host: '127.0.0.1' }, key);
  return new LorehearthVault({
    client,
    asked: { service: 'Lorehearth', where: place.where, hasKey: key !== '' },
    folder,
  });
}

function answerAll(status: number, body: unknown): void {
  server.instead = (_, response) => {
    sendJson(response, status, body);
    return true;
  };
}

describe('another Lorehearth', () => {
  it('is listed with one question, and says what it could not list', async () => {
    server.set('Lore/A.md', 'text');
    server.set('B.md', 'text');
    server.broken.add('Away');
    expect(await vault('Lore').list(undefined)).toMatchObject({
      kind: 'notes',
      notes: [{ path: 'Lore/A.md', size: 4 }],
      unreadable: [{ path: 'Away', reason: 'Access was denied.' }],
    });
    expect(server.requests).toEqual(['GET /v1/notes']);
  });

  it('names no paths that no vault has', async () => {
    const paths = ['../A.md', '/B.md', '.git/C.md', 'D.txt', 'harbor:E.md', 'Good.md'];
    answerAll(200, { items: [...paths.map((path) => ({ path, size: 1, modified: 1 })), { path: 'F.md' }, 7] });
    expect(await vault().list(undefined)).toMatchObject({ notes: [{ path: 'Good.md' }] });
  });

  it.each([
    ['the key is refused', 401, {}, 'refused', /^Lorehearth at \S+ does not accept the key\.$/],
    ['the key may not read', 403, {}, 'refused', /does not allow to read/],
    [
      'the name is not one of the server',
      421,
      {},
      'unreachable',
      /does not answer under this name\. Give its address\.$/,
    ],
    ['its vault is away', 503, {}, 'unreachable', /is not ready/],
    ['it is too old', 404, { code: 'not_found' }, 'wrong-service', /of a version that offers no notes/],
    ['it is another program', 404, {}, 'wrong-service', /but it is not Lorehearth/],
    ['the answer is no list', 200, { items: 'many' }, 'wrong-service', /but it is not Lorehearth/],
  ])('says that %s', async (_, status, body, kind, reason) => {
    answerAll(status, body);
    expect(await vault().list(undefined)).toEqual({ kind, reason: expect.stringMatching(reason) as string });
  });

  it('refuses more notes than a vault of lore has', async () => {
    answerAll(200, { items: Array.from({ length: MOST_NOTES + 1 }, () => 0) });
    expect(await vault().list(undefined)).toMatchObject({ kind: 'not-possible' });
  });

  it('does not take the 404 of another program for a note that is gone', async () => {
    answerAll(404, { message: 'Cannot GET' });
    expect(await vault().read('A.md', undefined, undefined)).toMatchObject({ kind: 'unreadable' });
    answerAll(404, { code: 'not_found' });
    expect(await vault().read('A.md', undefined, undefined)).toEqual({ kind: 'missing' });
  });

  it('tells who it is, unless it speaks another version', async () => {
    expect(await vault().identify(undefined)).toEqual({ kind: 'known', vault: 'Harbor', version: '1.2.3' });
    server.api = 2;
    expect(await vault().identify(undefined)).toMatchObject({ kind: 'wrong-service' });
  });
});
