import { describe, expect, it } from 'vitest';
import { bookEntry, cardBook } from '../../../tests/support/card-books';
import { createClient } from '../../server/client';
import { testServer } from '../../server/testing/test-server';
import { CardImports } from './card-imports.svelte';

/** A panel on a real server that knows the book of a card. */
async function setUp() {
  const server = await testServer();
  const body = {
    chat: { id: 'c' },
    messages: [{ role: 'user', text: 'the mill' }],
    character: { name: 'Mira', book: cardBook([bookEntry({ id: 1, comment: 'Mill' })]) },
  };
  const answer = await server.send('/v1/generations', { token: await server.token('generate'), body });
  const { books } = (await answer.json()) as { books: { digest: string }[] };
  const client = createClient({
    // A signal of the page's realm is none for requests of the other.
    fetch: (input, { signal: _, ...init } = {}) => server.app.inProcess(input, init),
    base: 'http://127.0.0.1:27673',
    token: () => '',
  });
  return { server, cards: new CardImports(client), book: { card: 'Mira', digest: books[0]?.digest ?? '' } };
}

describe('CardImports', () => {
  it('makes notes of a book by its digest, and takes them back', async () => {
    const { server, cards, book } = await setUp();
    expect(cards.of(book)).toBeUndefined();
    const importing = cards.import(book);
    expect(cards.of(book)).toEqual({ kind: 'working' });
    await importing;
    expect(cards.of(book)).toMatchObject({ kind: 'done', sentence: '1 note made.' });
    expect(server.engine.findEntries('Mill')).toHaveLength(1);
    await cards.undo(book);
    expect(cards.of(book)).toEqual({ kind: 'undone' });
    expect(server.engine.findEntries('Mill')).toEqual([]);
  });

  it('says that notes are there already', async () => {
    const { cards, book } = await setUp();
    await cards.import(book);
    await cards.import(book);
    expect(cards.of(book)).toEqual({ kind: 'done', sentence: 'The notes are there already.', id: undefined });
  });

  it('tells why nothing was imported', async () => {
    const { cards } = await setUp();
    const gone = { card: 'Mira', digest: 'gone' };
    await cards.import(gone);
    expect(cards.of(gone)).toMatchObject({ kind: 'failed', failure: { kind: 'refused', status: 409 } });
  });
});
