import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { noteOf, withMoved, withUndelivered, writeNote, type MessageNote } from '../message-note';
import { MissedTurns } from '../missed-turns';
import { answer } from '../testing/answers';
import { FakeTavern, message, withContext } from '../testing/fake-tavern';
import { LoreChips } from './chip';
import { element } from './element';

let tavern: FakeTavern;
let missed: MissedTurns;
let chips: LoreChips;
let opened: HTMLElement[];

const planned = {
  injection: 'lorehearth/author_note_top',
  key: 'zz_lorehearth/moved/2/author_note_top',
  value: 'The keep is silver.',
  place: 'author note top',
  entries: ['e1'],
  position: 0,
  depth: 4,
  role: 0,
};

const frame = (): Promise<void> => new Promise((resolve) => requestAnimationFrame(() => resolve()));
const chipTexts = (): (string | undefined)[] =>
  [...document.querySelectorAll('.mes')].map(
    (shown) => shown.querySelector('.lorehearth-chip')?.textContent ?? undefined,
  );

function drawnMessage(index: number): HTMLElement {
  const block = element('div', { class: 'mes_block' });
  return element('div', { class: 'mes', attributes: { mesid: String(index) }, children: [block] });
}

function draw(): void {
  const drawn = tavern.chat.map((_, index) => drawnMessage(index));
  document.body.replaceChildren(element('div', { attributes: { id: 'chat' }, children: drawn }));
}

function addReply(note?: MessageNote): void {
  const reply = message('Ilse', 'Aye.');
  if (note !== undefined) writeNote(reply.extra, note);
  tavern.chat.push(reply);
}

async function start(): Promise<void> {
  draw();
  const context = withContext(tavern.context, {
    callGenericPopup: (content) => {
      opened.push(content);
      return Promise.resolve();
    },
  });
  chips = new LoreChips(context, missed);
  chips.start();
  await frame();
}

const click = (): void => document.querySelector<HTMLElement>('.lorehearth-chip')?.click();

beforeEach(() => {
  tavern = new FakeTavern();
  missed = new MissedTurns(tavern.context);
  opened = [];
});
afterEach(() => {
  chips.stop();
  vi.restoreAllMocks();
});

describe('the chip', () => {
  it('stands under every reply with a note and nowhere else', async () => {
    addReply(noteOf(answer('g1'), []));
    addReply();
    await start();
    expect(chipTexts()).toEqual([undefined, '1 entry · 6 tokens', undefined]);
  });

  it.each<[string, MessageNote]>([
    ['No lore matched', noteOf(answer('g', { summary: { ...answer('g').summary, injected: 0, tokens: 0 } }), [])],
    ['1 entry · 6 tokens', noteOf(answer('g'), ['Old texts were left out.'])],
    [
      '1 entry · 6 tokens · not all delivered',
      withUndelivered(noteOf(answer('g'), []), [{ place: 'before', cause: 'Full.', entries: ['e1'] }]),
    ],
  ])('says %s', async (text, note) => {
    addReply(note);
    await start();
    expect(chipTexts()[1]).toBe(text);
  });

  it('follows the version that is shown', async () => {
    addReply(noteOf(answer('g1'), []));
    await start();
    tavern.chat[1]!.extra = {};
    await tavern.emit('MESSAGE_SWIPED', 1);
    await frame();
    expect(chipTexts()[1]).toBeUndefined();
  });

  it('comes to messages that are drawn later', async () => {
    addReply(noteOf(answer('g1'), []));
    await start();
    addReply(noteOf(answer('g2'), []));
    document.getElementById('chat')?.append(drawnMessage(2));
    await frame();
    await frame();
    expect(chipTexts()[2]).toBe('1 entry · 6 tokens');
  });

  it('tells of a reply without lore, unless the page was never paired', async () => {
    addReply();
    missed.begin({ kind: 'miss', cause: 'late', detail: '' });
    missed.messageReceived(1);
    addReply();
    missed.begin({ kind: 'miss', cause: 'unpaired', detail: '' });
    missed.messageReceived(2);
    await start();
    expect(chipTexts()).toEqual([undefined, 'No lore', undefined]);
    click();
    expect(opened[0]?.textContent).toContain('did not answer in time');
  });

  it('goes when the extension stops', async () => {
    addReply(noteOf(answer('g1'), []));
    await start();
    chips.stop();
    expect(chipTexts()).toEqual([undefined, undefined]);
    expect(tavern.listenerCount).toBe(0);
  });
});

describe('its details', () => {
  it('list the entries with reason and words', async () => {
    addReply(noteOf(answer('g1'), []));
    await start();
    click();
    const [item] = opened[0]!.querySelectorAll('.lorehearth-entries li');
    expect(item?.querySelector('.lorehearth-entry-title')?.textContent).toBe('Keep');
    expect(item?.querySelector('.lorehearth-entry-why')?.textContent).toBe('Key found:silver keep');
    expect(opened[0]?.querySelector('.lorehearth-figures')?.textContent).toBe('1 of 2 entries · 6 tokens · 3 ms');
  });

  it.each([
    ['constant', 'Always on'],
    ['sticky', 'Stays from an earlier turn'],
    ['recursion', 'Key found in another entry:silver keep'],
    ['a_new_reason', 'A new reason:silver keep'],
  ])('give the reason %s as "%s"', async (reason, text) => {
    const entries = answer('g').entries.map((entry) => ({ ...entry, reason }));
    addReply(noteOf(answer('g', { entries }), []));
    await start();
    click();
    expect(opened[0]?.querySelector('.lorehearth-entry-why')?.textContent).toBe(text);
  });

  it('say what was not delivered, and why', async () => {
    addReply(withUndelivered(noteOf(answer('g1'), []), [{ place: 'before', cause: 'It is full.', entries: ['e1'] }]));
    await start();
    click();
    expect(opened[0]?.querySelector('.lorehearth-notices')?.textContent).toBe(
      'Not delivered (before): Keep. It is full.',
    );
    expect(opened[0]?.querySelector('.lorehearth-lost .lorehearth-entry-tokens')?.textContent).toBe('not delivered');
  });

  it('name even what belongs to no entry', async () => {
    addReply(withUndelivered(noteOf(answer('g1'), []), [{ place: 'before', cause: 'It is full.', entries: [] }]));
    await start();
    click();
    expect(opened[0]?.querySelector('.lorehearth-notices')?.textContent).toBe(
      'Not delivered (before): a text of no entry. It is full.',
    );
  });

  it('say what was moved, and why', async () => {
    const moved = { to: 'after', cause: 'It is not due.' };
    addReply(withMoved(noteOf(answer('g1'), []), [{ ...planned, moved }]));
    await start();
    expect(chipTexts()[1]).toBe('1 entry · 6 tokens');
    click();
    expect(opened[0]?.querySelector('.lorehearth-notices')?.textContent).toBe(
      'Moved (from author note top to after): Keep. It is not due.',
    );
    expect(opened[0]?.querySelector('.lorehearth-lost')).toBeNull();
  });

  it('show everything from a vault or a server as text', async () => {
    const evil = '<img src=x onerror="alert(1)">';
    const [entry] = answer('g').entries;
    const summary = { ...answer('g').summary, warnings: [evil], degraded: [evil] };
    const entries = [{ ...entry!, title: evil, reason: evil, matched: [evil] }];
    const note = withUndelivered(noteOf(answer('g', { summary, entries }), [evil]), [
      { place: evil, cause: evil, entries: [evil] },
    ]);
    addReply(note);
    await start();
    click();
    expect(opened[0]?.querySelector('img')).toBeNull();
    expect(opened[0]?.textContent.split('<img src=x').length).toBeGreaterThan(5);
  });
});
