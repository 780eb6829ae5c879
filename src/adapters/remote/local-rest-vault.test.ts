import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FakeLocalRestApi } from '../../../tests/support/fake-local-rest-api';
import { sendJson } from '../../../tests/support/fake-vault-server';
import { LocalRestVault } from './local-rest-vault';
import { MOST_NOTES } from './remote-answer';
import { type Patience, RemoteClient } from './remote-client';
import type { RemoteListing } from './remote-note-source';
import { readPlace } from './remote-place';

let server: FakeLocalRestApi;
const rests: (() => void)[] = [];

beforeEach(async () => {
  server = await new FakeLocalRestApi().start();
});
afterEach(async () => {
  for (const rest of rests.splice(0)) rest();
  await server.stop();
});

function vault({ folder = '', key = server.key, patience = undefined as Patience | undefined } = {}): LocalRestVault {
  const place = readPlace({ host: '127.0.0.1', port: server.port, https: false, selfSigned: false, folder }, key);
  if ('kind' in place) throw new Error(place.reason);
  const client = new RemoteClient(place, key, patience);
  rests.push(() => client.rest());
  const asked = { service: 'Local REST API', where: place.where, hasKey: true };
  return new LocalRestVault({ client, asked, folder });
}

function pathsOf(listing: RemoteListing): readonly string[] | string {
  return listing.kind === 'notes' ? listing.notes.map(({ path }) => path) : listing.reason;
}

const list = (of: LocalRestVault): Promise<RemoteListing> => of.list(undefined);

/** Answers every listing of a folder with these names. */
function listFolders(names: (folder: string) => readonly string[]): void {
  server.hasSearch = false;
  server.instead = (request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    if (!path.startsWith('/vault/') || !path.endsWith('/')) return false;
    sendJson(response, 200, { files: names(path.slice('/vault/'.length, -1)) });
    return true;
  };
}

/** Answers everything with a status. */
function answerAll(status: number, body = 'no'): void {
  server.instead = (_, response: ServerResponse) => {
    response.writeHead(status, { location: '/elsewhere/' }).end(body);
    return true;
  };
}

describe('listing by a search', () => {
  it('takes one question for a vault of any size', async () => {
    for (let at = 0; at < 3_000; at += 1) server.set(`f${String(at % 50)}/n${String(at)}.md`, 'text');
    const listing = await list(vault());
    expect(listing.kind === 'notes' && listing.notes.length).toBe(3_000);
    expect(server.requests).toEqual(['POST /search/']);
  });

  it('names only what lies in the one folder that is read', async () => {
    for (const path of ['Lore/A.md', 'Lore/deep/B.md', 'Lorebook/C.md', 'D.md']) server.set(path, 'text');
    expect(pathsOf(await list(vault({ folder: 'Lore' })))).toEqual(['Lore/A.md', 'Lore/deep/B.md']);
  });

  it('leaves out paths that no vault has', async () => {
    const filenames = ['../A.md', '/B.md', 'a/../C.md', 'C:/D.md', 'a\\E.md', 'a//F.md', './G.md', 'h\0.md', 'Good.md'];
    server.instead = (_, response) => {
      sendJson(response, 200, [
        ...filenames.map((filename) => ({ filename, result: { mtime: 1, size: 1 } })),
        { filename: 'No stat.md', result: true },
        { filename: 7, result: { mtime: 1, size: 1 } },
        null,
      ]);
      return true;
    };
    expect(pathsOf(await list(vault()))).toEqual(['Good.md']);
  });

  it('refuses more notes than a vault of lore has', async () => {
    server.instead = (_, response) => {
      sendJson(
        response,
        200,
        Array.from({ length: MOST_NOTES + 1 }, () => 0),
      );
      return true;
    };
    expect(pathsOf(await list(vault()))).toMatch(/lists more than 50000 notes/);
  });
});

describe('listing by a walk', () => {
  beforeEach(() => {
    server.hasSearch = false;
  });

  it('tells sizes and times, and sees a change of a note', async () => {
    server.set('a/A.md', 'one');
    server.set('B.md', 'two');
    const walked = vault();
    const before = await list(walked);
    server.set('a/A.md', 'six');
    const after = await list(walked);
    expect(before).toMatchObject({
      notes: [
        { path: 'B.md', size: 3 },
        { path: 'a/A.md', size: 3 },
      ],
    });
    const times = [before, after].map((listing) => listing.kind === 'notes' && listing.notes[1]?.modified);
    expect(times[0]).toBeGreaterThan(0);
    expect(times[1]).not.toBe(times[0]);
  });

  it('looks at 256 notes with each listing, those first of which nothing is known', async () => {
    for (let at = 0; at < 600; at += 1) server.set(`n${String(at)}.md`, 'text');
    const walked = vault();
    const unknown = async (): Promise<number> => {
      const listing = await list(walked);
      return listing.kind === 'notes' ? listing.notes.filter(({ modified }) => modified === 0).length : -1;
    };
    expect([await unknown(), await unknown(), await unknown()]).toEqual([344, 88, 0]);
    expect(server.mostAtOnce).toBeLessThanOrEqual(8);
  });

  it('learns size and time of a note by reading it', async () => {
    server.set('A.md', 'text');
    const walked = vault();
    server.hasNoteJson = false;
    await list(walked);
    server.hasNoteJson = true;
    const note = await walked.read('A.md', undefined, undefined);
    expect(note).toMatchObject({ kind: 'text', text: 'text', stat: { size: 4 } });
    expect(note.kind === 'text' && note.stat.modified).toBeGreaterThan(0);
  });

  it('reads a note plainly whose properties the app cannot tell', async () => {
    server.set('A.md', 'text');
    server.hasNoteJson = false;
    const walked = vault();
    expect(await list(walked)).toMatchObject({ notes: [{ path: 'A.md', modified: 0 }] });
    expect(await walked.read('A.md', undefined, undefined)).toMatchObject({ kind: 'text', text: 'text' });
  });

  it('goes back to the search when that works again', async () => {
    server.set('A.md', 'text');
    const walked = vault();
    await list(walked);
    server.hasSearch = true;
    server.requests.length = 0;
    await list(walked);
    expect(server.requests).toEqual(['POST /search/']);
  });

  it('is what a search that takes too long leads to, for some listings without another try', async () => {
    server.hasSearch = true;
    server.set('A.md', 'text');
    server.instead = ({ method }) => method === 'POST';
    const walked = vault({ patience: { connect: 2_000, whole: 300 } });
    expect(pathsOf(await list(walked))).toEqual(['A.md']);
    await list(walked);
    expect(server.requests.filter((request) => request.startsWith('POST'))).toHaveLength(1);
  });

  it('says that an empty vault is empty', async () => {
    expect(pathsOf(await list(vault()))).toEqual([]);
  });

  it('does not take another program that knows nothing for an empty vault', async () => {
    answerAll(404);
    expect(pathsOf(await list(vault()))).toMatch(/Something answers at \S+, but it is not Local REST API\./);
  });

  it('leaves out names that lead elsewhere', async () => {
    listFolders((folder) =>
      folder === ''
        ? ['../', '..', './', '/', '/etc/', 'a/b.md', '.obsidian/', 'node_modules/', 'C:x.md', 'Good.md']
        : [],
    );
    expect(pathsOf(await list(vault()))).toEqual(['Good.md']);
    expect(server.requests.filter((request) => request.endsWith('/'))).toEqual(['POST /search/', 'GET /vault/']);
  });

  it('ends in folders that hold themselves', async () => {
    listFolders(() => ['again/', 'N.md']);
    const listing = await list(vault());
    expect(listing.kind === 'notes' && listing.notes.length).toBe(40);
  });

  it('gives up folders without end', async () => {
    listFolders((folder) => Array.from({ length: 100 }, (_, at) => `${folder.length.toString()}-${String(at)}/`));
    expect(pathsOf(await list(vault()))).toMatch(/folders without end\. Name the one folder/);
  });

  it('gives up folders with more notes than a vault of lore has', async () => {
    listFolders(() => Array.from({ length: MOST_NOTES + 1 }, (_, at) => `n${String(at)}.md`));
    expect(pathsOf(await list(vault()))).toMatch(/lists more than 50000 notes/);
  });

  it('takes nothing for gone when the connection ends in the middle', async () => {
    for (let at = 0; at < 40; at += 1) server.set(`f${String(at)}/n.md`, 'text');
    let asked = 0;
    server.instead = ({ socket }) => {
      asked += 1;
      if (asked > 20) socket.destroy();
      return asked > 20;
    };
    expect(pathsOf(await list(vault()))).toMatch(/broke off/);
    expect(asked).toBeLessThan(40);
  });

  it('walks again when a folder went away meanwhile', async () => {
    server.set('old/N.md', 'text');
    server.instead = ({ url }) => {
      if (url === '/vault/old/') server.rename('old', 'new');
      return false;
    };
    expect(pathsOf(await list(vault()))).toEqual(['new/N.md']);
  });

  it('can be stopped', async () => {
    for (let at = 0; at < 100; at += 1) server.set(`f${String(at)}/n.md`, 'text');
    server.slowness = 20;
    const stop = new AbortController();
    const listing = vault().list(stop.signal);
    stop.abort();
    expect(pathsOf(await listing)).toBe('It was stopped.');
    expect(server.requests.length).toBeLessThan(10);
  });
});

describe('what is said when it does not work', () => {
  it.each([
    [401, /^Local REST API at \S+ does not accept the key\.$/],
    [403, /^The key does not allow to read the notes of Local REST API at \S+\.$/],
    [301, /^\S+ sends elsewhere, which is not followed\./],
    [429, /^Local REST API at \S+ wants to be asked less often\./],
    [500, /^Local REST API at \S+ reported an error \(500\)\.$/],
    [503, /^Local REST API at \S+ is not ready\./],
    [200, /^Something answers at \S+, but it is not Local REST API\.$/],
    [418, /^Something answers at \S+, but it is not Local REST API\.$/],
  ])('is a sentence for status %s', async (status, sentence) => {
    answerAll(status);
    expect(pathsOf(await list(vault()))).toMatch(sentence);
    expect(await vault().read('A.md', undefined, undefined)).toMatchObject(
      status === 200 ? { kind: 'text' } : { kind: 'unreadable', reason: expect.stringMatching(sentence) as string },
    );
  });

  it.each([
    ['a 404 that another program gives', 404, 'text/plain', 'not here'],
    ['a page', 200, 'text/html; charset=utf-8', '<html></html>'],
  ])('is no missing note for %s', async (_, status, type, body) => {
    server.instead = (__, response) => {
      response.writeHead(status, { 'content-type': type }).end(body);
      return true;
    };
    expect(await vault().read('A.md', undefined, undefined)).toMatchObject({
      kind: 'unreadable',
      reason: expect.stringMatching(/is not Local REST API/) as string,
    });
  });
});
