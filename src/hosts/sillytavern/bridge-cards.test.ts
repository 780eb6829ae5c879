import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { WireGenerationAnswer } from '../../server/contract/wire-generation';
import { Bridge } from './bridge';
import { mostBookBytes } from './cards/card-books';
import { bodyLimit } from './fit-body';
import { readNote } from './message-note';
import type { BridgeSettings } from './settings';
import type { TavernCharacter, TavernContext } from './tavern-context';
import { answer, injection } from './testing/answers';
import { FakeLorehearth, FakeNetwork } from './testing/fake-lorehearth';
import { FakeTavern, withContext } from './testing/fake-tavern';

const entry = { keys: ['mill'], secondary_keys: [], content: 'The mill grinds.', enabled: true, extensions: {} };
const book = { name: 'Coast', entries: [entry] };

let tavern: FakeTavern;
let server: FakeLorehearth;
let bridge: Bridge;
let characters: TavernCharacter[];
let context: Partial<TavernContext>;

async function start(settings: Partial<BridgeSettings> = {}): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', cardBooks: true, ...settings };
  let ids = 0;
  bridge = new Bridge({
    context: withContext(tavern.context, {
      get characters() {
        return characters;
      },
      ...context,
    }),
    fetch: new FakeNetwork(server).fetch,
    newId: () => `id${String((ids += 1))}`,
    clientName: 'SillyTavern at test',
  });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await vi.advanceTimersByTimeAsync(0);
}

/** An answer to a turn that had the books of these characters. */
function read(...names: readonly string[]): WireGenerationAnswer {
  return answer('g', { books: names.map((card) => told(card)) });
}

function told(card: string, state: 'read' | 'unknown' = 'read') {
  return { card, avatar: card, digest: `d-${card}`, name: 'Coast', state, entries: 1, problems: [] };
}

const sentBooks = () => server.requests.map(({ character }) => character?.book ?? character?.bookDigest);

beforeEach(() => {
  vi.useFakeTimers();
  tavern = new FakeTavern();
  server = new FakeLorehearth('http://127.0.0.1:27673');
  characters = [
    { name: 'Ilse', avatar: 'Ilse.png', data: { character_book: book, extensions: { world: 'Coast' } } },
    { name: 'Bram', avatar: 'Bram.png', data: { character_book: { ...book, name: 'Quay' } } },
  ];
  context = {};
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('the lorebook in the character’s card', () => {
  it('is not read unless the player wants it', async () => {
    await start({ cardBooks: false });
    await tavern.send('The mill?');
    expect(sentBooks()).toEqual([undefined]);
  });

  it('is sent with the first turn, and named by its digest from then on', async () => {
    server.answers = [read('Ilse')];
    await start();
    await tavern.send('One');
    await tavern.send('Two');
    expect(sentBooks()).toEqual([book, 'd-Ilse']);
  });

  it('is sent again when the card has changed, and to another server', async () => {
    server.answers = [read('Ilse')];
    await start();
    await tavern.send('One');
    const edited = { ...book, entries: [{ ...entry, content: 'It stands still.' }] };
    characters = [{ name: 'Ilse', avatar: 'Ilse.png', data: { character_book: edited } }];
    await tavern.send('Two');
    expect(sentBooks()).toEqual([book, edited]);
  });

  it('is sent in the same turn when the server has forgotten it, so that the turn has its lore', async () => {
    const forgotten = answer('g', { wants: { messages: 2, book: true }, books: [told('Ilse', 'unknown')] });
    const whole = read('Ilse');
    server.answers = [read('Ilse'), forgotten, { ...whole, injections: [injection({ text: 'The mill grinds.' })] }];
    await start();
    await tavern.send('One');
    await tavern.send('Two');
    expect(sentBooks()).toEqual([book, 'd-Ilse', book]);
    expect(server.requests[2]?.generationId).toBe(server.requests[1]?.generationId);
    expect(tavern.prompts.at(-1)).toContain('The mill grinds.');
  });

  it('that comes too late the second time leaves the lore of the first answer', async () => {
    const forgotten = answer('g', { wants: { messages: 2, book: true }, books: [told('Ilse', 'unknown')] });
    server.answers = [read('Ilse'), forgotten];
    await start();
    await tavern.send('One');
    const serve = server.serve.bind(server);
    let asked = 0;
    server.serve = async (path, init, query) => {
      if (path === '/v1/generations' && ++asked === 2) server.manner = 'hangs';
      return serve(path, init, query);
    };
    const turn = tavern.send('Two');
    await vi.advanceTimersByTimeAsync(10_000);
    await turn;
    expect(server.requests).toHaveLength(3);
    expect(tavern.prompts.at(-1)).toContain('The keep is silver.');
  });

  it('that is empty, missing or no book is not sent', async () => {
    await start();
    for (const wrong of [undefined, null, 'text', {}, { entries: [] }, { entries: {} }]) {
      characters = [{ name: 'Ilse', avatar: 'Ilse.png', data: { character_book: wrong } }];
      await tavern.send('One');
    }
    expect(sentBooks()).toEqual([undefined, undefined, undefined, undefined, undefined, undefined]);
  });

  it('that is too large is left out, and the chip says so', async () => {
    const large = { name: 'Coast', entries: [{ ...entry, content: 'x'.repeat(mostBookBytes) }] };
    characters = [{ name: 'Ilse', avatar: 'Ilse.png', data: { character_book: large } }];
    await start();
    await tavern.send('One');
    expect(sentBooks()).toEqual([undefined]);
    expect(readNote(tavern.chat.at(-1)?.extra)?.summary.warnings).toEqual([
      'The lorebook in the card of Ilse is too large to be read live. Import it as notes.',
    ]);
  });

  it('leaves room for the chat: a request never has more than its limit', async () => {
    const large = { name: 'Coast', entries: [{ ...entry, content: 'x'.repeat(mostBookBytes - 1_000) }] };
    characters = [{ name: 'Ilse', avatar: 'Ilse.png', data: { character_book: large } }];
    await start();
    await tavern.send('y'.repeat(3 * 1024 * 1024));
    await tavern.send('Two');
    for (const request of server.requests) expect(JSON.stringify(request).length).toBeLessThan(bodyLimit + 1_000);
    expect(server.requests[1]?.messages.at(-1)?.text).toBe('Two');
  });
});

describe('a group', () => {
  const group = { id: 'g1', members: ['Ilse.png', 'Bram.png'] };

  it.each([
    ['the speaker’s alone where cards are swapped', {}, []],
    ['those of all members where cards are joined', { generation_mode: 1 }, ['Bram']],
    ['not those of muted members', { generation_mode: 1, disabled_members: ['Bram.png'] }, []],
    [
      'those of muted members where they are joined too',
      { generation_mode: 2, disabled_members: ['Bram.png'] },
      ['Bram'],
    ],
  ])('sends %s', async (_, mode, others) => {
    context = { groupId: 'g1', groups: [{ ...group, ...mode }] };
    await start();
    await tavern.send('One');
    expect(server.requests[0]?.character?.book).toEqual(book);
    expect((server.requests[0]?.group?.books ?? []).map(({ name }) => name)).toEqual(others);
  });

  it('whose books have no room in one request sends them turn by turn', async () => {
    const large = { name: 'Coast', entries: [{ ...entry, content: 'x'.repeat(mostBookBytes - 1_000) }] };
    characters = ['Ilse', 'Bram'].map((name) => ({ name, avatar: `${name}.png`, data: { character_book: large } }));
    context = { groupId: 'g1', groups: [{ ...group, generation_mode: 1 }] };
    server.answers = [read('Ilse'), read('Ilse', 'Bram')];
    await start();
    await tavern.send('One');
    await tavern.send('Two');
    await tavern.send('Three');
    expect(server.requests.map(({ group: one }) => one?.books?.map(({ bookDigest }) => bookDigest ?? 'book'))).toEqual([
      undefined,
      ['book'],
      ['d-Bram'],
    ]);
  });
});

describe('BR-143 a card whose book is linked as a World Info book too', () => {
  const copy = { world: 'Coast', key: ['mill'], keysecondary: [], content: 'The mill grinds.' };

  it('speaks through Lorehearth alone while that serves it', async () => {
    server.answers = [{ ...read('Ilse'), injections: [injection({ text: 'The mill grinds.' })] }];
    tavern.loadedEntries = () => [copy];
    await start();
    await tavern.send('The mill?');
    expect(tavern.prompts.at(-1)?.split('The mill grinds.')).toHaveLength(2);
  });

  it.each([
    ['the server is away', () => (server.manner = 'fails')],
    ['the book was not read', () => (server.answers = [answer('g', { books: [told('Ilse', 'unknown')] })])],
    ['the player does not want the card read', () => (tavern.extensionSettings['lorehearth'] = { token: 'good' })],
  ])('speaks for itself where %s', async (_, prepare) => {
    server.answers = [read('Ilse')];
    tavern.loadedEntries = () => [copy];
    await start();
    prepare();
    await tavern.send('The mill?');
    expect(tavern.prompts.at(-1)).toContain('The mill grinds.');
  });

  it('keeps what only the World Info book has, and what it has otherwise', async () => {
    server.answers = [read('Ilse')];
    tavern.loadedEntries = () => [
      { ...copy, content: 'Edited in World Info.' },
      { ...copy, key: ['wheel'] },
      { ...copy, world: 'Another book' },
    ];
    await start();
    await tavern.send('The mill?');
    const prompt = tavern.prompts.at(-1) ?? '';
    expect(prompt).toContain('Edited in World Info.');
    expect(prompt.split('The mill grinds.')).toHaveLength(3);
  });
});
