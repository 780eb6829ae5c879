import { describe, expect, test } from 'vitest';
import { bookEntry, cardBook } from '../../../tests/support/card-books';
import { engineHost, titlesOf, type EngineHost } from '../../../tests/support/engine-host';
import { chatOf, lore, refusals, requestFor, type Notes } from '../../../tests/support/lore-vault';
import type { Retrieval, SentBook } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Settings } from '../settings/settings-table';

const text = 'The mill grinds at night.';
const chat = chatOf('Mara: the mill');
let numbers = 0;

async function opened(notes: Notes = {}, settings: Partial<Settings> = {}): Promise<EngineHost> {
  const host = engineHost(notes);
  await host.engine.open();
  expect(await host.engine.changeSettings({ template: '{{content}}', ...settings })).toEqual([]);
  return host;
}

function mira(book: unknown): SentBook {
  return { card: 'Mira', avatar: 'mira', book };
}

function ask({ engine }: EngineHost, books: readonly SentBook[], changes: Partial<Retrieval> = {}) {
  const generationId = `g${String(numbers++)}`;
  return engine.generate(requestFor(chat, { generationId, cardBooks: books, ...changes }), 10_000);
}

function prompt({ injections }: RetrievalResult): string {
  return injections.map((injection) => injection.text).join('\n');
}

describe('an entry of a card’s book', () => {
  test('is found like one of the vault, marked with its card, and is no note', async () => {
    const host = await opened({ 'Bell.md': lore('keys: [bell]') });
    const result = await ask(host, [mira(cardBook([bookEntry({ comment: 'Mill' })]))]);
    expect(prompt(result)).toBe(text);
    expect(result.trace.entries).toMatchObject([
      { title: 'Mill', card: 'Mira', path: '', injected: true, reason: 'key' },
    ]);
    expect(result.trace.books).toMatchObject([
      { card: 'Mira', name: 'Coast', state: 'read', entries: 1, problems: [] },
    ]);
    expect(host.engine.status().entries).toBe(1);
    expect(host.engine.entries({}, 0, 10).total).toBe(1);
    expect(host.engine.search(['mill'], 5)).toEqual([]);
  });

  test('is in no turn that does not bring its card', async () => {
    const host = await opened({ 'Bell.md': lore('keys: [bell]') });
    await ask(host, [mira(cardBook([bookEntry()]))]);
    const without = await ask(host, []);
    expect(without.trace.entries).toEqual([]);
    expect(without.trace.books).toBeUndefined();
  });

  test('obeys what its book says of depth, recursion and budget', async () => {
    const host = await opened({}, { tokenBudget: 64 });
    const long = Array.from({ length: 100 }, () => 'word').join(' ');
    const entries = [
      bookEntry({ comment: 'Old', keys: ['old'] }),
      bookEntry({ comment: 'Large', keys: ['mill'], content: `${long} tower` }),
      bookEntry({ comment: 'Woken', keys: ['tower'], content: 'A tower.' }),
    ];
    const lines = chatOf('Mara: old', 'Mira: the mill');
    const plain = await ask(host, [mira(cardBook(entries))], { messages: lines });
    expect(titlesOf(plain)).toEqual(['Old']);
    const words = { scan_depth: 1, recursive_scanning: true, token_budget: 1_000 };
    const told = await ask(host, [mira(cardBook(entries, words))], { messages: lines });
    expect([...titlesOf(told)].sort()).toEqual(['Large', 'Woken']);
    expect(told.trace.summary).toMatchObject({ budget: 1_000, budgetBook: 'Coast' });
  });

  test('comes in whatever folders the chat draws on, and its book’s budget counts then too', async () => {
    const host = await opened({
      'Lore/Bell.md': lore('keys: [mill]', 'Bell.'),
      'Other/Sea.md': lore('keys: [mill]', 'Sea.'),
    });
    await host.engine.changeChat('chat', { books: ['Lore'] });
    const result = await ask(host, [mira(cardBook([bookEntry({ comment: 'Mill' })], { token_budget: 90_000 }))]);
    expect([...titlesOf(result)].sort()).toEqual(['Bell', 'Mill']);
    expect(result.trace.summary.budget).toBe(90_000);
  });

  test('can be pinned, blocked and held over like any other', async () => {
    const host = await opened();
    const books = [mira(cardBook([bookEntry({ id: 1, keys: ['sail'], extensions: { sticky: 4 } })]))];
    const first = await ask(host, books, { messages: chatOf('Mara: a sail') });
    const id = first.trace.entries[0]?.id ?? '';
    const lines = chatOf('Mara: a sail', 'Mira: aye', 'Mara: and then');
    const later = await ask(host, books, { messages: lines, turn: 3, total: 3, records: [[1, first.record]] });
    expect(later.trace.entries).toMatchObject([{ id, reason: 'sticky', injected: true }]);
    await host.engine.changeChat('chat', { pins: [id] });
    expect((await ask(host, books)).trace.entries).toMatchObject([{ id, reason: 'pin', injected: true }]);
    await host.engine.changeChat('chat', { pins: [], blocks: [id] });
    expect(refusals(await ask(host, books, { messages: chatOf('Mara: a sail') }))).toEqual({ sail: 'blocked' });
  });

  test('never takes a name away from a note', async () => {
    const host = await opened({
      'Keep.md': lore('keys: [mill]\nrequires: [Tower]', 'Keep.'),
      'Tower.md': lore('keys: [mill]', 'Tower.'),
    });
    const rival = bookEntry({ comment: 'Tower', keys: ['other'], content: 'Another tower.' });
    expect([...titlesOf(await ask(host, [mira(cardBook([rival]))]))].sort()).toEqual(['Keep', 'Tower']);
    const lone = await opened({ 'Keep.md': lore('keys: [mill]\ncascade_links: [Tower]', 'Keep.') });
    expect([...titlesOf(await ask(lone, [mira(cardBook([rival]))]))].sort()).toEqual(['Keep', 'Tower']);
  });

  test('is explained when it is absent, and a change that helps is one of its card', async () => {
    const host = await opened();
    const book = mira(cardBook([bookEntry({ extensions: { delay: 9 } })]));
    const id = (await ask(host, [book])).trace.entries[0]?.id ?? '';
    const { explanations } = await host.engine.preview(requestFor(chat, { cardBooks: [book] }), { explain: [id] });
    expect(explanations).toMatchObject([
      { reason: 'delay', change: { where: 'card', sentence: 'In the card of Mira: take the delay out of the entry.' } },
    ]);
  });
});

describe('BR-143 an entry that stands in the vault and in the card', () => {
  const book = cardBook([bookEntry({ id: 7, comment: 'Mill' })]);

  async function imported(): Promise<EngineHost> {
    const host = await opened();
    const bytes = new TextEncoder().encode(JSON.stringify(book));
    const planned = await host.engine.imports.plan([{ name: 'Mira.json', bytes }]);
    if (planned.kind !== 'plan') throw new Error(planned.sentence);
    await host.engine.imports.apply(planned.plan);
    return host;
  }

  function expectOnce(result: RetrievalResult, wanted = text): void {
    expect(prompt(result).split(wanted)).toHaveLength(2);
    expect(result.trace.entries.filter((entry) => entry.injected)).toHaveLength(1);
  }

  test('with the same title and text is in the prompt once, as the note', async () => {
    const host = await opened({ 'Mill.md': lore('keys: [mill]', text) });
    const result = await ask(host, [mira(book)]);
    expectOnce(result);
    expect(result.trace.entries.map(({ path, injected }) => [path, injected])).toEqual([
      ['Mill.md', true],
      ['', false],
    ]);
    expect(result.trace.decisions.find(({ verdict }) => verdict === 'refused')).toMatchObject({
      reason: 'duplicate',
      detail: 'The note Mill.md is the same entry, and notes go first.',
    });
  });

  test('after its import is in the prompt once, also when the note was edited in every part', async () => {
    const host = await imported();
    expectOnce(await ask(host, [mira(book)]));
    const [path = ''] = host.engine.entries({}, 0, 1).items.map((entry) => entry.path);
    const edited = (await host.source.read(path)).kind === 'text' ? await host.source.read(path) : undefined;
    if (edited?.kind !== 'text') throw new Error('No note.');
    const changed = edited.text
      .replace(text, 'Silent now.')
      .replace('title: Mill', 'title: Old mill')
      .replace('  - mill\n', '  - mill\n  - wheel\n');
    await host.writer.replace(path, edited.text, changed);
    await host.engine.refresh();
    const result = await ask(host, [mira(book)]);
    expectOnce(result, 'Silent now.');
    expect(prompt(result)).not.toContain(text);
  });

  test.each([
    ['equal text under another name', lore('keys: [mill]', `${text}\n`), 'Grinder.md'],
    ['equal title and keys over another text', lore('keys: [Mill]', 'Rewritten.'), 'Mill.md'],
  ])('is one by %s', async (_, note, path) => {
    const host = await opened({ [path]: note });
    const result = await ask(host, [mira(book)]);
    expect(titlesOf(result)).toHaveLength(1);
    expect(Object.values(refusals(result))).toEqual(['duplicate']);
  });

  test.each([
    ['the note is switched off', lore('keys: [mill]\nenabled: false', text)],
    ['the note’s keys are others now', lore('keys: [wheel]', text)],
  ])('stays out when %s: the user has decided', async (_, note) => {
    const host = await opened({ 'Mill.md': note });
    const result = await ask(host, [mira(book)]);
    expect(prompt(result)).toBe('');
    expect(Object.values(refusals(result))).toContain('duplicate');
  });

  test('is in the prompt once when it is constant, pinned, asked for by link, or chosen by likeness', async () => {
    const host = await opened({ 'Mill.md': lore('keys: [mill]', text) });
    const constant = await ask(host, [mira(cardBook([bookEntry({ id: 7, comment: 'Mill', constant: true })]))]);
    expectOnce(constant);
    const copy = constant.trace.entries.find(({ card }) => card === 'Mira')?.id ?? '';
    await host.engine.changeChat('chat', { pins: [copy] });
    const pinned = await ask(host, [mira(book)], { messages: chatOf('Mara: hello') });
    // Who pins the copy means the entry, which is the note.
    expectOnce(pinned);
    expect(pinned.trace.entries[0]).toMatchObject({ path: 'Mill.md', reason: 'pin' });
    const alike = await opened({ 'Mill.md': lore('keys: [x]', text) }, { fuzzy: true, fuzzyThreshold: 1 });
    expect(prompt(await ask(alike, [mira(book)])).split(text)).toHaveLength(2);
  });

  test('is one when two cards of a group have the same entry, and the speaker’s goes first', async () => {
    const host = await opened();
    const result = await ask(host, [mira(book), { card: 'Bram', avatar: 'bram', book }]);
    expectOnce(result);
    expect(result.trace.entries.map(({ card, injected }) => [card, injected])).toEqual([
      ['Mira', true],
      ['Bram', false],
    ]);
    expect(result.trace.decisions.at(-1)?.detail).toBe('The card of Mira has the same entry, and it goes first.');
  });

  test('two entries of one book with one text both stay, as after an import', async () => {
    const host = await opened();
    const twice = cardBook([bookEntry({ id: 1, comment: 'One' }), bookEntry({ id: 2, comment: 'Two' })]);
    expect([...titlesOf(await ask(host, [mira(twice)]))].sort()).toEqual(['One', 'Two']);
  });

  test('two books of one name that count alike are not the same for it', async () => {
    const host = await opened();
    const other = cardBook([bookEntry({ id: 7, comment: 'Sea mill', content: 'Driven by the tide.' })]);
    const result = await ask(host, [mira(book), { card: 'Bram', avatar: 'bram', book: other }]);
    expect([...titlesOf(result)].sort()).toEqual(['Mill', 'Sea mill']);
  });

  test('is told in why-not even when no word asked for it', async () => {
    const host = await opened({ 'Mill.md': lore('keys: [mill]', text) });
    const copy = (await ask(host, [mira(book)])).trace.entries.find(({ card }) => card === 'Mira')?.id ?? '';
    const request = requestFor(chatOf('Mara: hello'), { cardBooks: [mira(book)] });
    const { explanations } = await host.engine.preview(request, { explain: [copy] });
    expect(explanations).toMatchObject([{ entry: copy, isInjected: false, reason: 'duplicate' }]);
  });

  test('goes on resting as a note after the import', async () => {
    const resting = cardBook([bookEntry({ id: 7, comment: 'Mill', extensions: { cooldown: 9 } })]);
    const host = await opened();
    const first = await ask(host, [mira(resting)]);
    const bytes = new TextEncoder().encode(JSON.stringify(resting));
    const planned = await host.engine.imports.plan([{ name: 'Mira.json', bytes }]);
    if (planned.kind !== 'plan') throw new Error(planned.sentence);
    await host.engine.imports.apply(planned.plan);
    const lines = chatOf('Mara: the mill', 'Mira: aye', 'Mara: the mill');
    const later = await ask(host, [mira(resting)], {
      messages: lines,
      turn: 3,
      total: 3,
      records: [[1, first.record]],
    });
    expect(prompt(later)).toBe('');
    expect(later.trace.decisions.map(({ reason }) => reason).sort()).toEqual(['cooldown', 'duplicate']);
  });

  test('is offered to the AI once', async () => {
    const host = await opened({ 'Mill.md': lore('keys: [mill]', text) }, { selectionMode: 'ai-only' });
    const { result, prompt: asked } = await host.engine.preview(requestFor(chat, { cardBooks: [mira(book)] }), {
      prompt: true,
    });
    expect(JSON.stringify(asked).split('grinds at night')).toHaveLength(2);
    expect(Object.values(refusals(result))).toContain('duplicate');
  });
});

describe('a card’s book that is named by its digest', () => {
  test('need not be sent again', async () => {
    const host = await opened();
    const first = await ask(host, [mira(cardBook([bookEntry()]))]);
    const digest = first.trace.books?.[0]?.digest ?? '';
    expect(prompt(await ask(host, [{ card: 'Mira', avatar: 'mira', digest }]))).toBe(text);
  });

  test('and is not known leaves a turn without it, which says so, and which is played again when the book comes', async () => {
    const host = await opened({ 'Bell.md': lore('keys: [mill]', 'Bell.') });
    const generationId = 'twice';
    const first = await ask(host, [{ card: 'Mira', avatar: 'mira', digest: 'nothing' }], { generationId });
    expect(titlesOf(first)).toEqual(['Bell']);
    expect(first.trace.summary.degraded).toEqual(['card-book:unknown']);
    const book = cardBook([bookEntry({ comment: 'Mill' })]);
    const second = await ask(host, [mira(book)], { generationId });
    expect([...titlesOf(second)].sort()).toEqual(['Bell', 'Mill']);
    expect(host.engine.generations('chat', 10)).toHaveLength(1);
    expect(await ask(host, [mira(book)], { generationId })).toBe(second);
  });

  test('is all that is kept of it in a turn that can be played again', async () => {
    const host = await opened();
    const { trace } = await ask(host, [mira(cardBook([bookEntry()]))], { generationId: 'kept' });
    const replayed = await host.engine.replay('kept', {});
    expect(replayed?.result.trace.entries).toEqual(trace.entries);
    expect(JSON.stringify(trace)).not.toContain('insertion_order');
  });
});

describe('a card’s book that is wrong', () => {
  test.each([['a text'], [{ entries: 'none' }], [null], [[7]]])('harms no turn and is told: %j', async (book) => {
    const host = await opened({ 'Bell.md': lore('keys: [mill]', 'Bell.') });
    const result = await ask(host, [mira(book)]);
    expect(titlesOf(result)).toEqual(['Bell']);
    expect(result.trace.summary.degraded).toEqual(['card-book:unreadable']);
    expect(result.trace.summary.warnings[0]).toMatch(/^In the lorebook of the card of Mira: /);
  });
});
