import { beforeEach, describe, expect, test } from 'vitest';
import { jsonOf, problemOf, testServer, type TestServer } from '../testing/test-server';

const notes = {
  'Lore/Fox.md': '---\ntags: [lorebook]\naliases: [Reynard]\nkeys: [fox]\n---\nA fox.\n',
  'Lore/Hare.md': '---\ntags: [lorebook]\nkeys: [hare]\n---\nA hare.\n',
  'In/Mill.md': '---\ntags: [lorebook]\nkeys: [mill]\n---\nA mill.\n',
  'Out/Mill.md': '---\ntags: [lorebook]\nkeys: [mill]\n---\nAnother mill.\n',
};

let server: TestServer;
let token: string;

beforeEach(async () => {
  server = await testServer({ notes });
  token = await server.token('read', 'write', 'generate');
});

const patch = (body: unknown, chat = 'c'): Promise<Response> =>
  server.send(`/v1/chats/${chat}`, { method: 'PATCH', token, body });
const get = (chat: string): Promise<Response> => server.send(`/v1/chats/${chat}`, { token });
const titles = (list: unknown): readonly unknown[] =>
  Array.isArray(list) ? list.map((one: { title?: string; id: string }) => one.title ?? one.id) : [];

async function changed(body: unknown, chat = 'c'): Promise<Record<string, unknown>> {
  const reply = await patch(body, chat);
  expect(reply.status).toBe(200);
  return jsonOf(reply);
}

describe('a chat that nobody decided anything for', () => {
  test('is answered with nothing decided, and looking stores nothing', async () => {
    const reply = await get('nobody');
    expect(reply.status).toBe(200);
    expect(await jsonOf(reply)).toMatchObject({
      id: 'nobody',
      pins: [],
      blocks: [],
      books: [],
      context: {},
      changed: 0,
    });
    expect(await jsonOf(await server.send('/v1/chats', { token }))).toMatchObject({ items: [], total: 0 });
  });

  test('is there after its first change', async () => {
    await changed({ books: ['Lore'] }, 'new');
    expect(await jsonOf(await get('new'))).toMatchObject({ id: 'new', books: ['Lore'] });
    expect(await jsonOf(await server.send('/v1/chats', { token }))).toMatchObject({ total: 1 });
  });
});

describe('pins and blocks', () => {
  test.each(['Lore/Fox.md', 'Fox', 'Reynard', 'fox'])('name an entry as a user would: %s', async (name) => {
    expect(titles((await changed({ pin: [name] }))['pins'])).toEqual(['Fox']);
  });

  test('name it by its id, and are taken back by it', async () => {
    const id = server.engine.entryByPath('Lore/Fox.md')?.id ?? '';
    expect((await changed({ pin: [id] }))['pins']).toEqual([{ id, title: 'Fox', path: 'Lore/Fox.md' }]);
    expect((await changed({ unpin: [id] }))['pins']).toEqual([]);
  });

  test('put each other out', async () => {
    await changed({ pin: ['Fox'] });
    expect(await changed({ block: ['Fox'] })).toMatchObject({ pins: [], blocks: [{ title: 'Fox' }] });
    expect(await changed({ pin: ['Fox'] })).toMatchObject({ pins: [{ title: 'Fox' }], blocks: [] });
  });

  test('come once, however often they are given', async () => {
    await changed({ pin: ['Fox'] });
    expect(titles((await changed({ pin: ['Fox', 'Reynard', 'Hare'] }))['pins'])).toEqual(['Fox', 'Hare']);
  });

  test('of a note that is gone can be taken back by id', async () => {
    await server.engine.changeChat('c', { pins: ['gone'] });
    expect((await jsonOf(await get('c')))['pins']).toEqual([{ id: 'gone' }]);
    expect((await changed({ unpin: ['gone'] }))['pins']).toEqual([]);
  });

  test.each([
    ['pin', 'Nobody', 'No entry is called “Nobody”.'],
    ['block', 'Nobody', 'No entry is called “Nobody”.'],
    ['pin', 'Mill', '“Mill” means 2 entries; give the path.'],
    ['unpin', 'Mill', '“Mill” means 2 entries; give the path.'],
  ])('%s %s is refused, and nothing of the request is done', async (field, name, detail) => {
    const reply = await patch({ [field]: [name], books: ['Lore'] });
    expect(reply.status).toBe(400);
    expect(await problemOf(reply)).toMatchObject({ detail, fields: [{ path: field, message: detail }] });
    expect(await jsonOf(await get('c'))).toMatchObject({ books: [], pins: [] });
  });
});

describe('other parts', () => {
  test('stay as they are when they are not given', async () => {
    await changed({ pin: ['Fox'], books: ['Lore'], context: { era: 'old' }, notebook: { text: 'Note.' } });
    expect(await changed({})).toMatchObject({
      pins: [{ title: 'Fox' }],
      books: ['Lore'],
      context: { era: ['old'] },
      notebook: { text: 'Note.' },
    });
  });

  test('context takes a text or a list, and is cleared by null or nothing', async () => {
    expect((await changed({ context: { era: 'old', mood: ['calm', ' ', 'glad'] } }))['context']).toEqual({
      era: ['old'],
      mood: ['calm', 'glad'],
    });
    expect((await changed({ context: { era: null } }))['context']).toEqual({ mood: ['calm', 'glad'] });
    expect((await changed({ context: { mood: [] } }))['context']).toEqual({});
    await changed({ context: { mood: 'calm' } });
    expect((await changed({ context: { mood: '  ' } }))['context']).toEqual({});
  });

  test('books are replaced', async () => {
    await changed({ books: ['Lore', 'In'] });
    expect((await changed({ books: ['Out'] }))['books']).toEqual(['Out']);
    expect((await changed({ books: [] }))['books']).toEqual([]);
  });
});

describe('a request of a wrong shape', () => {
  test.each<[string, unknown, string]>([
    ['pins that are no list', { pin: 'Fox' }, 'pin'],
    ['an empty name', { pin: [''] }, 'pin.0'],
    ['a name of 1,001 characters', { block: ['x'.repeat(1_001)] }, 'block.0'],
    ['2,001 names', { unpin: Array.from({ length: 2_001 }, () => 'x') }, 'unpin'],
    ['a number in the context', { context: { era: 7 } }, 'context.era'],
    ['a depth below zero', { notebook: { depth: -1 } }, 'notebook.depth'],
    ['a role that is none', { notepad: { role: 'narrator' } }, 'notepad.role'],
    ['200,001 characters', { notebook: { text: 'x'.repeat(200_001) } }, 'notebook.text'],
  ])('with %s names the field and changes nothing', async (_, body, path) => {
    const reply = await patch(body);
    expect(reply.status).toBe(400);
    const { fields } = await problemOf(reply);
    expect((fields as { path: string }[]).map((field) => field.path)).toContain(path);
    expect((await jsonOf(await get('c')))['changed']).toBe(0);
  });

  test.each(['[]', '7', 'null', '{"pin":', ''])('that is %j is refused', async (body) => {
    expect((await patch(body)).status).toBe(400);
  });

  test('for a chat with an id of 201 characters is refused', async () => {
    expect((await patch({}, 'x'.repeat(201))).status).toBe(400);
    expect((await get('x'.repeat(201))).status).toBe(400);
  });

  test('without the right is refused', async () => {
    const reader = await server.token('read');
    const reply = await server.send('/v1/chats/c', { method: 'PATCH', token: reader, body: { pin: ['Fox'] } });
    expect(reply.status).toBe(403);
  });
});

describe('a branch', () => {
  test('begins with its parent’s decisions and goes its own way', async () => {
    await changed({ pin: ['Fox'] }, 'parent');
    expect(await changed({ parent: 'parent', block: ['Hare'] }, 'branch')).toMatchObject({
      parent: 'parent',
      pins: [{ title: 'Fox' }],
      blocks: [{ title: 'Hare' }],
    });
    await changed({ unpin: ['Fox'] }, 'parent');
    expect(titles((await jsonOf(await get('branch')))['pins'])).toEqual(['Fox']);
    expect((await jsonOf(await get('parent')))['blocks']).toEqual([]);
  });

  test('is shown with its parent’s decisions before it has its own', async () => {
    await changed({ pin: ['Fox'] }, 'parent');
    expect(titles((await jsonOf(await get('branch?parent=parent')))['pins'])).toEqual(['Fox']);
    expect((await jsonOf(await get('branch')))['pins']).toEqual([]);
  });

  test('keeps them from its first turn on', async () => {
    await changed({ pin: ['Fox'] }, 'parent');
    const body = { chat: { id: 'branch', parent: 'parent' }, messages: [{ role: 'user', text: 'nothing' }] };
    const answer = await jsonOf(await server.send('/v1/generations', { token, body }));
    expect(titles(answer['entries'])).toEqual(['Fox']);
    await changed({ unpin: ['Fox'] }, 'parent');
    expect(titles((await jsonOf(await get('branch')))['pins'])).toEqual(['Fox']);
  });
});

test('the list of chats has the newest change first, and comes in pages', async () => {
  for (const chat of ['a', 'b', 'c']) {
    server.time.advance(1_000);
    await changed({ books: ['Lore'] }, chat);
  }
  const page = await jsonOf(await server.send('/v1/chats?offset=1&limit=1', { token }));
  expect(page).toMatchObject({ total: 3, offset: 1, items: [{ id: 'b' }] });
});
