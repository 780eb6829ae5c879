import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../bridge';
import type { TakeSeat } from '../relay/seats';
import { bookOf, FakeBooks } from '../testing/fake-books';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import type { BookDesk } from './book-desk';
import type { WatchedBook } from './watched-book';

let tavern: FakeTavern;
let books: FakeBooks;
let server: FakeLorehearth;
let network: FakeNetwork;
let bridge: Bridge;
let hidden: boolean;
let isOld: boolean;
let visibilityChanged: () => void;

const seat: TakeSeat = () => Promise.resolve(() => undefined);
const noSeat: TakeSeat = () => new Promise(() => undefined);

async function start(watched: readonly Partial<WatchedBook>[] = [{ book: 'Valley' }], takeSeat = seat): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good', watchedBooks: watched };
  const context = isOld ? tavern.context : withContext(tavern.context, books.contextPart);
  bridge = new Bridge({
    context,
    fetch: network.fetch,
    newId: () => 'id1',
    clientName: 'SillyTavern at test',
    books: {
      fetch: books.fetch,
      editor: books,
      takeSeat,
      visibility: {
        isHidden: () => hidden,
        onChange: (listener) => {
          visibilityChanged = listener;
          return () => undefined;
        },
      },
    },
  });
  tavern.interceptor = (prompt, size, _abort, type) => bridge.interceptor.intercept(prompt, size, type);
  bridge.start();
  await vi.advanceTimersByTimeAsync(100);
}

const desk = (): BookDesk => bridge.books!.desk;
const sentBooks = (): readonly string[] => server.watch.sent.map(({ book }) => book);
const lastSent = () => server.watch.sent.at(-1);
const seconds = (count: number): Promise<unknown> => vi.advanceTimersByTimeAsync(count * 1_000);

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 });
  hidden = false;
  isOld = false;
  tavern = new FakeTavern();
  books = new FakeBooks(tavern);
  tavern.loadedEntries = () => books.loaded();
  await books.save('Valley', bookOf('The beacon is lit.'));
  server = new FakeLorehearth('http://127.0.0.1:27673');
  network = new FakeNetwork(server);
});
afterEach(() => {
  bridge.stop();
  vi.useRealTimers();
});

describe('a chosen book', () => {
  it('is sent once, and again when it has changed', async () => {
    await start();
    expect(server.watch.sent).toMatchObject([{ book: 'Valley', data: bookOf('The beacon is lit.'), writeBack: false }]);
    await seconds(120);
    expect(server.watch.sent).toHaveLength(1);
    await books.save('Valley', bookOf('The beacon is lit.', 'The fire is out.'));
    await seconds(1);
    expect(lastSent()?.data).toEqual(bookOf('The beacon is lit.', 'The fire is out.'));
    expect(desk().standing('Valley').item).toMatchObject({ entries: 2, state: 'mirrored' });
  });

  it('is sent once while the user writes in it', async () => {
    await start();
    for (const text of ['A', 'Al', 'All']) await books.save('Valley', bookOf(text));
    await seconds(1);
    expect(server.watch.sent.map(({ data }) => data)).toEqual([bookOf('The beacon is lit.'), bookOf('All')]);
  });

  it('is seen within seconds when others write its file', async () => {
    await start();
    books.writeFile('Valley', bookOf('Written by another.'));
    await seconds(6);
    expect(lastSent()?.data).toEqual(bookOf('Written by another.'));
  });

  it('is looked at seldom while nobody looks at the page', async () => {
    await start();
    hidden = true;
    await seconds(10);
    books.reads.splice(0);
    await seconds(50);
    expect(books.reads.length).toBeLessThanOrEqual(1);
    books.writeFile('Valley', bookOf('Written by another.'));
    hidden = false;
    visibilityChanged();
    await seconds(1);
    expect(server.watch.sent).toHaveLength(2);
  });

  it('waits while a generation gets its lore', async () => {
    await start();
    server.gate = new Promise((resolve) => setTimeout(resolve, 3_000));
    const turn = tavern.send('Is the beacon lit?');
    await books.save('Valley', bookOf('Changed.'));
    await seconds(2);
    expect(server.watch.sent).toHaveLength(1);
    await seconds(2);
    await turn;
    await seconds(1);
    expect(server.watch.sent).toHaveLength(2);
  });

  it('is not sent again when the server has it already', async () => {
    await start();
    const { items } = server.watch;
    bridge.stop();
    server.watch.sent.splice(0);
    expect(items.size).toBe(1);
    await start();
    expect(server.watch.sent).toEqual([]);
    expect(desk().standing('Valley').item).toMatchObject({ entries: 1 });
  });

  it('arrives when the server comes back', async () => {
    network.servers.splice(0);
    await start();
    expect(desk().standing('Valley').item).toBeUndefined();
    network.servers.push(server);
    await seconds(20);
    expect(sentBooks()).toEqual(['Valley']);
  });

  it('is left to the page that has the seat, unless it is changed here', async () => {
    await start([{ book: 'Valley' }], noSeat);
    books.writeFile('Valley', bookOf('Written by another.'));
    await seconds(10);
    expect(sentBooks()).toEqual([]);
    await books.save('Valley', bookOf('Written here.'));
    await seconds(1);
    expect(sentBooks()).toEqual(['Valley']);
  });

  it('says why it was refused, and is not sent again and again', async () => {
    server.watch.refusal = { status: 400, detail: 'The vault cannot be written.' };
    await start();
    expect(desk().standing('Valley').problem).toBe('The vault cannot be written.');
    const asked = (): number => server.asked.filter((line) => line.startsWith('PUT')).length;
    await seconds(30);
    expect(asked()).toBe(1);
    server.watch.refusal = undefined;
    desk().lookNow();
    await seconds(1);
    expect(desk().standing('Valley')).toMatchObject({ problem: '', item: { entries: 1 } });
  });

  it('is sent soon after the server has read its vault', async () => {
    server.watch.refusal = { status: 409, detail: 'The vault is being read.' };
    await start();
    server.watch.refusal = undefined;
    await seconds(16);
    expect(desk().standing('Valley')).toMatchObject({ problem: '', item: { entries: 1 } });
  });

  it('that is too large is never sent, with a sentence', async () => {
    await books.save('Valley', bookOf('x'.repeat(8 * 1024 * 1024)));
    await start();
    expect(desk().standing('Valley').problem).toMatch(/^This book is too large/);
    expect(server.asked.filter((line) => line.startsWith('PUT'))).toEqual([]);
  });

  it('leaves the list with its notes where they are', async () => {
    await start();
    expect(await desk().unwatch('Valley')).toBe(1);
    expect(server.watch.items.size).toBe(0);
    await books.save('Valley', bookOf('Changed.'));
    await seconds(10);
    expect(server.watch.sent).toHaveLength(1);
  });
});

describe('a book that is not there any more', () => {
  it('is gone when it was deleted, and comes back by itself', async () => {
    await start();
    books.delete('Valley');
    await seconds(2);
    expect(desk().standing('Valley').item?.state).toBe('gone');
    await books.save('Valley', bookOf('Anew.'));
    await seconds(2);
    expect(desk().standing('Valley').item?.state).toBe('mirrored');
  });

  it('is gone when another page has deleted it, though SillyTavern gives an empty one', async () => {
    await start();
    books.files.delete('Valley');
    await seconds(6);
    expect(desk().standing('Valley').item?.state).toBe('gone');
    expect(server.watch.sent).toHaveLength(1);
  });

  it('is not gone when nobody can tell', async () => {
    await start();
    books.delete('Valley');
    books.answers = false;
    await seconds(10);
    expect(desk().standing('Valley')).toMatchObject({ item: { state: 'mirrored' } });
    expect(desk().standing('Valley').problem).toMatch(/could not read/);
  });

  it('keeps its notes under its new name', async () => {
    await start([{ book: 'Valley', writeBack: true, silent: false }]);
    await books.save('Vale', books.files.get('Valley')!);
    books.delete('Valley');
    await seconds(3);
    expect(lastSent()).toMatchObject({ book: 'Vale', renamedFrom: 'Valley', writeBack: true });
    expect(bridge.settings.get().watchedBooks).toEqual([
      { book: 'Vale', writeBack: true, silent: false, everywhere: false },
    ]);
    expect([...server.watch.items.keys()]).toEqual(['Vale']);
  });

  it('is not taken for a copy that was there before', async () => {
    await books.save('Copy', bookOf('The beacon is lit.'));
    await start();
    await seconds(6);
    books.delete('Valley');
    await seconds(3);
    expect(sentBooks()).toEqual(['Valley']);
    expect(desk().standing('Valley').item?.state).toBe('gone');
  });
});

describe('SillyTavern’s own copy', () => {
  const lastPrompt = (): string => tavern.prompts.at(-1) ?? '';

  it('is silent in a turn that Lorehearth has answered, and speaks in any other', async () => {
    await start();
    await tavern.send('Is the beacon lit?');
    expect(lastPrompt()).toContain('The keep is silver.');
    expect(lastPrompt()).not.toContain('The beacon is lit.');
    await tavern.quiet();
    expect(lastPrompt()).toContain('The beacon is lit.');
    server.manner = 'fails';
    await tavern.send('And now?');
    expect(lastPrompt()).toContain('The beacon is lit.');
  });

  it('speaks what the notes do not have yet, or not at all', async () => {
    await start();
    server.watch.noteless.add('1');
    await books.save('Valley', bookOf('The beacon is lit.', 'Without a note.'));
    await seconds(1);
    void books.save('Valley', bookOf('The beacon is lit.', 'Without a note.', 'Just written.'));
    await tavern.send('Is the beacon lit?');
    expect(lastPrompt()).not.toContain('The beacon is lit.');
    expect(lastPrompt()).toContain('Without a note.');
    expect(lastPrompt()).toContain('Just written.');
  });

  it('is silent where the page holds an older content than the notes have', async () => {
    await start();
    books.loaded();
    books.writeFile('Valley', bookOf('The beacon is dark.'));
    await seconds(6);
    await tavern.send('Is the beacon lit?');
    expect(lastPrompt()).not.toContain('The beacon');
  });

  it.each<[string, readonly Partial<WatchedBook>[]]>([
    ['the user wants it to', [{ book: 'Valley', silent: false }]],
    ['the book is not mirrored', []],
  ])('speaks where %s', async (_why, watched) => {
    await start(watched);
    await tavern.send('Is the beacon lit?');
    expect(lastPrompt()).toContain('The beacon is lit.');
  });
});

describe('writing back', () => {
  const changed = { uid: 0, key: ['beacon'], comment: 'E0', content: 'Said in the note.', unknown: [1] };
  const change = { uid: '0', at: '0', title: 'E0', kind: 'changed' as const, fields: [], entry: changed };
  const tellChange = (more: Partial<typeof change> | { kind: 'conflict' } = {}): void => {
    server.watch.changes.set('Valley', [{ ...change, ...more }]);
    server.line.send('index-changed', {});
  };

  it('brings a changed note into the book, shows it in the editor, and tells the server', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    tellChange();
    await seconds(1);
    expect(books.files.get('Valley')?.entries).toEqual({ '0': changed });
    expect(books.reloaded).toEqual(['Valley']);
    expect(lastSent()).toMatchObject({ data: { entries: { '0': changed } }, writeBack: true });
    const sent = server.watch.sent.length;
    await seconds(120);
    expect(server.watch.sent).toHaveLength(sent);
  });

  it('lets nothing be said twice in a turn that follows at once', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    tellChange();
    await seconds(1);
    expect(books.files.get('Valley')?.entries).toEqual({ '0': changed });
    await tavern.send('Is the beacon lit?');
    expect(tavern.prompts.at(-1)).not.toContain('Said in the note.');
  });

  it('ends with the choice of the user, also in the middle of a look', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    const serve = server.watch.serve.bind(server.watch);
    const asked = vi.spyOn(server.watch, 'serve').mockImplementation((path, init) => {
      if (path.endsWith('/changes')) desk().change('Valley', { writeBack: false });
      return serve(path, init);
    });
    tellChange();
    await seconds(10);
    expect(asked.mock.calls.filter(([path]) => path.endsWith('/changes')).length).toBeGreaterThan(0);
    expect(books.files.get('Valley')).toEqual(bookOf('The beacon is lit.'));
  });

  it.each<[string, readonly Partial<WatchedBook>[], Parameters<typeof tellChange>[0]]>([
    ['the user has not asked for it', [{ book: 'Valley' }], {}],
    ['both sides have changed', [{ book: 'Valley', writeBack: true }], { kind: 'conflict' }],
  ])('leaves the book alone where %s', async (_why, watched, more) => {
    await start(watched);
    tellChange(more);
    await seconds(10);
    expect(books.files.get('Valley')).toEqual(bookOf('The beacon is lit.'));
  });

  it('waits while the user writes in the editor, and takes nothing from what is not saved yet', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    Object.assign(books, { open: 'Valley', inUse: true });
    tellChange();
    await seconds(7);
    expect(books.files.get('Valley')).toEqual(bookOf('The beacon is lit.'));
    books.inUse = false;
    await books.save('Valley', bookOf('The beacon is lit.', 'Typed.'));
    await seconds(10);
    expect(books.files.get('Valley')?.entries).toMatchObject({ '0': changed, '1': { content: 'Typed.' } });
  });

  it('waits for what another book has unsaved, for SillyTavern saves one at a time', async () => {
    await books.save('Coast', bookOf('Saved.'));
    await start([{ book: 'Valley', writeBack: true }]);
    books.open = 'Coast';
    books.type('Coast', bookOf('Unsaved.'));
    tellChange();
    await seconds(1);
    expect(books.files.get('Valley')).toEqual(bookOf('The beacon is lit.'));
    await books.save('Coast', bookOf('Unsaved.'));
    await seconds(10);
    expect(books.files.get('Valley')?.entries).toEqual({ '0': changed });
  });

  it('says so when SillyTavern does not keep it', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    books.keeps = false;
    tellChange();
    await seconds(1);
    expect(desk().standing('Valley').problem).toBe('SillyTavern did not keep the changed entries.');
    expect(server.watch.sent).toHaveLength(1);
  });

  it('settles a conflict as the user decides', async () => {
    await start([{ book: 'Valley', writeBack: true }]);
    tellChange({ kind: 'conflict' });
    await seconds(1);
    expect(await desk().settle('Valley', '0', 'mine')).toBe('');
    expect(server.watch.settled).toEqual([{ uid: '0', keep: 'mine' }]);
  });

  it('takes an entry out of the book when the user wants that', async () => {
    await books.save('Valley', bookOf('One.', 'Two.'));
    await start();
    expect(await desk().removeFromBook('Valley', '0')).toBe('');
    expect(Object.keys(books.files.get('Valley')?.entries ?? {})).toEqual(['1']);
    expect(lastSent()?.writeBack).toBe(false);
  });
});

it('does nothing where SillyTavern is too old for it', async () => {
  isOld = true;
  await start();
  expect(bridge.books!.isPossible).toBe(false);
  expect(server.asked.filter((line) => line.includes('watched'))).toEqual([]);
});
