import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Bridge } from '../bridge';
import { bookOf, FakeBooks } from '../testing/fake-books';
import { FakeLorehearth, FakeNetwork } from '../testing/fake-lorehearth';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import { SettingsDrawer } from './drawer';
import { element } from './element';

let tavern: FakeTavern;
let books: FakeBooks;
let server: FakeLorehearth;
let bridge: Bridge;
let drawer: SettingsDrawer;
let popups: HTMLElement[];
let told: string[];

async function start(): Promise<void> {
  tavern.extensionSettings['lorehearth'] = { token: 'good' };
  const context = withContext(tavern.context, {
    ...books.contextPart,
    callGenericPopup: (content) => {
      popups.push(content);
      return Promise.resolve(undefined);
    },
  });
  const visibility = { isHidden: () => false, onChange: () => () => undefined };
  bridge = new Bridge({
    context,
    fetch: new FakeNetwork(server).fetch,
    newId: () => 'id1',
    clientName: 'SillyTavern at test',
    books: { fetch: books.fetch, editor: books, visibility, takeSeat: () => Promise.resolve(() => undefined) },
  });
  drawer = new SettingsDrawer({ bridge, context, newId: () => 'id1', editor: books, tell: (text) => told.push(text) });
  drawer.start();
  bridge.start();
  panel().open = true;
  panel().dispatchEvent(new Event('toggle'));
  await settle();
}

const settle = (milliseconds = 1_000): Promise<unknown> => vi.advanceTimersByTimeAsync(milliseconds);
const panel = (): HTMLDetailsElement => document.querySelector<HTMLDetailsElement>('#lorehearth-drawer details')!;
const row = (book: string): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('.lorehearth-book')].find(
    (one) => one.querySelector('span')!.textContent === book,
  )!;
const names = (): string[] =>
  [...document.querySelectorAll('.lorehearth-book')].map((one) => one.querySelector('span')!.textContent);
const state = (book: string): string => row(book).querySelector('.lorehearth-book-state')!.textContent;
const button = (inside: HTMLElement, label: string): HTMLButtonElement =>
  [...inside.querySelectorAll('button')].find(({ textContent }) => textContent === label)!;

function tick(book: string, label: string, checked: boolean): void {
  const field = [...row(book).querySelectorAll('label')].find(({ textContent }) => textContent.startsWith(label))!;
  const box = field.querySelector('input')!;
  box.checked = checked;
  box.dispatchEvent(new Event('change'));
}

beforeEach(async () => {
  vi.useFakeTimers({ now: 0 });
  document.body.replaceChildren(element('div', { attributes: { id: 'extensions_settings2' } }));
  [popups, told] = [[], []];
  tavern = new FakeTavern();
  books = new FakeBooks(tavern);
  server = new FakeLorehearth('http://127.0.0.1:27673');
  await books.save('Valley', bookOf('The beacon is lit.'));
  await books.save('Coast', bookOf());
});
afterEach(() => {
  drawer.stop();
  bridge.stop();
  vi.useRealTimers();
});

describe('the list of lorebooks', () => {
  it('shows every book, and how it stands with those that are mirrored', async () => {
    await start();
    expect(names()).toEqual(['Coast', 'Valley']);
    expect(row('Valley').querySelector<HTMLElement>('.lorehearth-book-more')!.hidden).toBe(true);
    tick('Valley', 'Valley', true);
    await settle();
    expect(names()).toEqual(['Valley', 'Coast']);
    expect(state('Valley')).toBe('Mirrored 1 entry · just now');
    expect(panel().querySelector('summary')!.textContent).toBe('Lorebooks as notes · 1 mirrored');
    tick('Valley', 'Write changes back', true);
    tick('Valley', 'SillyTavern’s own copy', false);
    await settle();
    tick('Valley', 'In every chat', true);
    const chosen = { book: 'Valley', writeBack: true, silent: false, everywhere: true };
    expect(bridge.settings.get().watchedBooks).toEqual([chosen]);
    expect(server.watch.items.get('Valley')?.writeBack).toBe(true);
    tick('Valley', 'Valley', false);
    await settle();
    expect(told).toEqual(['Valley is not mirrored any more. Its note stays in your vault.']);
  });

  it('follows the books of SillyTavern, and what goes wrong', async () => {
    await start();
    tick('Valley', 'Valley', true);
    await settle();
    await books.save('Isle', bookOf());
    books.delete('Valley');
    await settle(2_000);
    expect(names()).toEqual(['Valley', 'Coast', 'Isle']);
    expect(state('Valley')).toContain('Not in SillyTavern any more');
    server.watch.refusal = { status: 409, detail: 'The vault cannot be written.' };
    tick('Isle', 'Isle', true);
    await settle();
    expect(state('Isle')).toBe('The vault cannot be written.');
    server.watch.refusal = undefined;
    button(panel(), 'Mirror now').click();
    await settle();
    expect(state('Isle')).toBe('Mirrored 0 entries · just now');
  });

  it('has a search where there are many books', async () => {
    for (let number = 0; number < 100; number += 1) await books.save(`Book ${String(number)}`, bookOf());
    await start();
    expect(names()).toHaveLength(60);
    expect(panel().textContent).toContain('and 42 more: search for them.');
    const search = panel().querySelector<HTMLInputElement>('input[type=search]')!;
    search.value = ' book 7';
    search.dispatchEvent(new Event('input'));
    expect(names()).toHaveLength(11);
    search.value = 'nothing';
    search.dispatchEvent(new Event('input'));
    expect(panel().textContent).toContain('No lorebook is called so.');
  });

  it('says that there is none', async () => {
    books.delete('Valley');
    books.delete('Coast');
    await start();
    expect(panel().textContent).toContain('SillyTavern has no lorebook yet.');
  });
});

describe('what differs', () => {
  const difference = {
    uid: '0',
    at: '0',
    title: 'Beacon',
    kind: 'conflict' as const,
    fields: [{ field: 'content', mine: 'Dark.', theirs: '<b>Bright.</b>' }],
  };

  it('is shown side by side, and settled with a button', async () => {
    server.watch.changes.set('Valley', [difference, { ...difference, uid: '1', title: 'Gone', kind: 'removed' }]);
    await start();
    tick('Valley', 'Valley', true);
    await settle();
    button(row('Valley'), 'Compare').click();
    await settle();
    const [popup] = popups;
    expect([...popup!.querySelectorAll('.lorehearth-words')].slice(0, 2).map(({ textContent }) => textContent)).toEqual(
      ['Dark.', '<b>Bright.</b>'],
    );
    button(popup!, 'Keep the note').click();
    await settle();
    expect(server.watch.settled).toEqual([{ uid: '0', keep: 'mine' }]);
    expect(popup!.textContent).toContain('The note is kept.');
    button(popup!, 'Remove it from SillyTavern’s book too').click();
    await settle();
    expect(books.files.get('Valley')?.entries).toEqual({});
  });

  it('says so when nobody answers', async () => {
    server.watch.changes.set('Valley', [difference]);
    await start();
    tick('Valley', 'Valley', true);
    await settle();
    server.watch.items.clear();
    button(row('Valley'), 'Compare').click();
    await settle();
    expect(popups[0]!.textContent).toContain('No such book is watched.');
  });
});
