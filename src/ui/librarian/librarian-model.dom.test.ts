import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answerOf, fillLibrarian, sessionOf } from '../../../tests/browser/support/librarian-world';
import { adminToken, readToken, ScriptedServer } from '../../../tests/browser/support/scripted-server';
import { createClient } from '../../server/client';
import { KeptDrafts } from './kept-drafts';
import { LibrarianModel } from './librarian-model.svelte';

let server: ScriptedServer;
let token = adminToken;
let model: LibrarianModel;
const ids = (): readonly string[] => model.found.map(({ id }) => id);
const posts = (): readonly string[] => server.requests.filter((request) => request.startsWith('POST'));

beforeEach(() => {
  server = new ScriptedServer();
  fillLibrarian(server);
  token = adminToken;
  model = new LibrarianModel(createClient({ fetch: server.fetch, base: 'http://h', token: () => token }));
});
afterEach(() => model.clear());

describe('the list', () => {
  test('is narrowed by words of titles and tasks', async () => {
    await model.open();
    expect(ids()).toEqual(['rich', 'entry', 'text', 'new']);
    model.search = ' silver ';
    expect(ids()).toEqual(['entry']);
  });

  test('loses a conversation that is forgotten, which closes it', async () => {
    await model.open();
    model.select('rich');
    expect(await model.remove('rich')).toBe(true);
    expect([model.current, ids()]).toEqual([undefined, ['entry', 'text', 'new']]);
  });

  test('does not mind that a conversation is gone already', async () => {
    await model.open();
    server.librarian.sessions = [];
    expect([await model.remove('rich'), model.failure]).toEqual([true, undefined]);
  });

  test('shows the new title', async () => {
    await model.open();
    expect(await model.rename('text', 'Summaries')).toBe(true);
    await expect.poll(() => model.found.find(({ id }) => id === 'text')?.title).toBe('Summaries');
  });

  test('follows what other panels do', async () => {
    await model.open();
    server.librarian.sessions = [sessionOf({ id: 'other' })];
    model.followEvent({ kind: 'librarian-changed', data: { session: 'other' } });
    await expect.poll(ids).toEqual(['other']);
  });

  test('says why somebody who may only read sees nothing', async () => {
    token = readToken;
    await model.open();
    expect(model.sessions.failure).toMatchObject({ kind: 'refused', status: 403 });
  });
});

describe('what was not sent yet', () => {
  test('is there again after the page was left, and gone once it is sent', async () => {
    let kept: string | undefined;
    const place = { read: () => kept, write: (text: string | undefined) => void (kept = text) };
    const client = createClient({ fetch: server.fetch, base: 'http://h', token: () => token });
    const opened = () => new LibrarianModel(client, new KeptDrafts(place));

    const before = opened();
    before.draft = 'Begin with the keep.';
    await before.open();
    before.select('text');
    if (before.current) before.current.draft = 'And the mill?';
    before.clear();

    const after = opened();
    await after.open();
    expect(after.draft).toBe('Begin with the keep.');
    after.select('text');
    await expect.poll(() => after.current?.loaded.phase).toBe('ready');
    expect(after.current?.draft).toBe('And the mill?');
    await after.current?.tell();
    after.startNew();
    await after.tell();
    expect(kept).toBeUndefined();
    after.clear();
  });

  test('stays kept when it could not be sent', async () => {
    await model.open();
    model.draft = 'Begin with the keep.';
    server.librarian.refusal = 'The day is over.';
    await model.tell();
    expect(model.draft).toBe('Begin with the keep.');
  });
});

describe('the chat that is read', () => {
  beforeEach(() => {
    server.lab.chats = [
      { id: 'c', name: 'The river chat', messages: 12 },
      { id: 'd', messages: 3 },
    ];
  });

  test('can be chosen for a conversation, and be none', async () => {
    await model.open();
    expect(model.chats.value?.map(({ id }) => id)).toEqual(['c', 'd']);
    model.select('text');
    await expect.poll(() => model.current?.loaded.phase).toBe('ready');
    await model.current?.chooseChat('d');
    expect(model.current?.loaded.value?.chat).toBe('d');
    await model.current?.chooseChat('');
    expect(model.current?.loaded.value?.chat).toBeUndefined();
  });

  test('can be chosen before the first words', async () => {
    await model.open();
    model.newChat = 'c';
    model.draft = 'Who is Mira?';
    await model.tell();
    expect(model.current?.loaded.value?.chat).toBe('c');
  });
});

describe('a link', () => {
  test('to a conversation opens it, and leads back', async () => {
    model.show({ panel: 'librarian', session: 'text' });
    expect(server.requests).toEqual([]);
    await model.open();
    expect(model.place).toEqual({ session: 'text' });
    await expect.poll(() => model.current?.messages.length).toBe(2);
  });

  test('to the panel alone keeps what is open', async () => {
    await model.open();
    model.select('rich');
    model.show({ panel: 'librarian' });
    expect(model.current?.id).toBe('rich');
  });

  test('to an entry begins nothing before something is said', async () => {
    const [entry] = server.entries;
    if (entry === undefined) throw new Error('no entry');
    model.show({ panel: 'librarian', entry: entry.id });
    await model.open();
    await expect.poll(() => model.about.value?.title).toBe(entry.title);
    expect([model.place, posts()]).toEqual([{ entry: entry.id }, []]);
    model.draft = 'Is it right?';
    await model.tell();
    expect(model.current?.loaded.value?.task).toMatchObject({ kind: 'entry' });
    expect([model.about.value, model.draft]).toEqual([undefined, '']);
  });

  test('to an entry that is gone says so', async () => {
    model.show({ panel: 'librarian', entry: 'gone' });
    await model.open();
    await expect.poll(() => model.about.failure).toMatchObject({ status: 404 });
  });

  test('to a gap goes on with the conversation about it, or begins one with first words', async () => {
    await model.open();
    model.show({ panel: 'librarian', gap: 'gap-1' });
    await expect.poll(() => model.current?.id).toBe('rich');
    model.show({ panel: 'librarian', gap: 'gap-2' });
    await expect.poll(() => model.current?.draft).toBe('Please look into “Bloodchain oath”.');
    expect(posts()).toHaveLength(1);
  });
});

describe('a new conversation', () => {
  test('begins with the first message', async () => {
    await model.open();
    model.draft = 'Hello';
    await model.tell();
    expect(model.current?.messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    await expect.poll(() => ids()[0]).toBe(model.current?.id);
  });

  test('keeps what was written when it cannot begin', async () => {
    await model.open();
    server.librarian.refusal = 'Not now.';
    model.draft = 'Hello';
    await model.tell();
    expect([model.draft, model.failure]).toEqual(['Hello', expect.objectContaining({ detail: 'Not now.' })]);
    server.librarian.refusal = 'No open lore gap is left.';
    await model.startNextGap();
    expect(model.failure).toMatchObject({ detail: 'No open lore gap is left.' });
  });

  test('branches off where a message is said otherwise, and the old one stays', async () => {
    await model.open();
    model.select('text');
    await expect.poll(() => model.current?.messages.length).toBe(2);
    const old = model.current;
    if (old) old.editing = { message: 0, text: 'Which lack keys?' };
    server.librarian.parts = [{ kind: 'text', text: 'Two.' }];
    await model.branch();
    expect(model.current?.id).not.toBe('text');
    await expect.poll(() => model.current?.isRunning).toBe(false);
    expect(model.current?.messages).toMatchObject([{ text: 'Which lack keys?' }, { parts: [{ text: 'Two.' }] }]);
    expect([old?.messages.length, old?.editing]).toEqual([2, undefined]);
  });
});

test('each conversation keeps its own draft', async () => {
  await model.open();
  model.select('rich');
  if (model.current) model.current.draft = 'mine';
  model.select('text');
  expect(model.current?.draft).toBe('');
  model.select('rich');
  expect(model.current?.draft).toBe('mine');
});

test('an answer that was begun elsewhere is read along', async () => {
  const running = answerOf([{ kind: 'text', text: 'I am' }], { state: 'running' });
  server.librarian.sessions = [
    sessionOf({ id: 'live', messages: [{ role: 'user', at: 0, text: 'Who?' }, running], state: 'running' }),
  ];
  model.show({ panel: 'librarian', session: 'live' });
  await model.open();
  await expect.poll(() => model.current?.running?.parts).toEqual([{ kind: 'text', text: 'I am' }]);
  server.librarian.sessions = server.librarian.sessions.map((session) => ({
    ...session,
    state: 'done' as const,
    messages: [...session.messages.slice(0, 1), answerOf([{ kind: 'text', text: 'I am done.' }])],
  }));
  await expect.poll(() => model.current?.isRunning).toBe(false);
  expect(model.current?.messages[1]).toMatchObject({ parts: [{ text: 'I am done.' }] });
});
