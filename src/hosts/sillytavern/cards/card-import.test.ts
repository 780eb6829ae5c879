import { describe, expect, it } from 'vitest';
import { testServer } from '../../../server/testing/test-server';
import type { TavernCharacter } from '../tavern-context';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import { CardImport } from './card-import';

const book = {
  entries: [
    {
      id: 1,
      comment: 'Mill',
      keys: ['mill'],
      content: 'The mill grinds.',
      enabled: true,
      insertion_order: 1,
      extensions: {},
    },
  ],
};
const mira: TavernCharacter = { name: 'Mira', avatar: 'Mira.png', data: { character_book: book } };

/** A page with these characters, paired with a real server. */
async function paired(characters: readonly TavernCharacter[], ...scopes: ('read' | 'write')[]) {
  const server = await testServer();
  const token = await server.token(...scopes);
  const cards = new CardImport({
    context: withContext(new FakeTavern().context, { characters, characterId: '0' }),
    link: { connection: () => Promise.resolve({ base: 'http://127.0.0.1:27673', token }) },
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      const body: unknown = JSON.parse(await new Response(init?.body).text());
      return server.send(pathname, { method: 'POST', token, body });
    },
  });
  return { server, cards };
}

describe('the lorebook of a card', () => {
  it('becomes notes with one call, and again brings them up to date', async () => {
    const { server, cards } = await paired([mira], 'write');
    expect(cards.names).toEqual(['Mira']);
    const { isDone, sentence } = await cards.import('Mira');
    expect(isDone).toBe(true);
    expect(sentence).toMatch(/^1 note made in .*Mira\.$/);
    expect(server.engine.findEntries('Mill')).toHaveLength(1);
    expect(await cards.import('Mira')).toEqual({
      isDone: true,
      sentence: 'The notes are there already and up to date.',
    });
  });

  it.each([
    [{ ...mira, data: { character_book: { entries: 'none' } } }, 'There is no lorebook in the card of Mira.'],
    [{ ...mira, data: { character_book: { entries: { 0: 'x' } } } }, /\.$/],
  ])('that is none becomes no notes, and says why', async (character, sentence) => {
    const { cards } = await paired([character], 'write');
    const outcome = await cards.import('Mira');
    expect(outcome.isDone).toBe(false);
    expect(outcome.sentence).toMatch(sentence);
  });

  it('stays where it is for a page that may not write', async () => {
    const { cards } = await paired([mira], 'read');
    expect(await cards.import('Mira')).toEqual({
      isDone: false,
      sentence: 'This page may not write notes. Pair it again.',
    });
  });

  it('stays where it is when nobody answers', async () => {
    const ports = { context: withContext(new FakeTavern().context, { characters: [mira] }), fetch };
    const away = new CardImport({ ...ports, link: { connection: () => Promise.resolve(undefined) } });
    expect(await away.import('Mira')).toEqual({ isDone: false, sentence: 'Lorehearth is not connected.' });
    const broken = new CardImport({ ...ports, link: { connection: () => Promise.reject(new Error('gone')) } });
    expect((await broken.import('Mira')).sentence).toMatch(/^Lorehearth did not answer\./);
  });
});
