import { describe, expect, test } from 'vitest';
import { bookEntry, cardBook } from '../../../tests/support/card-books';
import type { WireGenerationAnswer, WireTrace } from '../contract/wire-generation';
import { testServer } from '../testing/test-server';

type Server = Awaited<ReturnType<typeof testServer>>;

const book = cardBook([bookEntry({ id: 1, comment: 'Mill' })]);

function request(part: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { chat: { id: 'c' }, messages: [{ role: 'user', text: 'the mill by the silver keep' }], ...part };
}

async function generate(server: Server, body: unknown): Promise<WireGenerationAnswer> {
  const response = await server.send('/v1/generations', { token: await server.token('generate'), body });
  expect(response.status).toBe(200);
  return (await response.json()) as WireGenerationAnswer;
}

const titles = ({ entries }: WireGenerationAnswer): readonly string[] => entries.map(({ title }) => title).sort();

describe('the lorebook of a card over REST', () => {
  test('is sent with the character, is in the answer with its source, and has a digest', async () => {
    const server = await testServer();
    const answer = await generate(server, request({ character: { name: 'Mira', avatar: 'Mira.png', book } }));
    expect(titles(answer)).toEqual(['Mill', 'Silver Keep']);
    expect(answer.entries.find(({ title }) => title === 'Mill')).toMatchObject({
      path: '',
      source: { kind: 'card', card: 'Mira' },
    });
    expect(answer.entries.find(({ title }) => title === 'Silver Keep')).toMatchObject({ source: { kind: 'vault' } });
    expect(answer.books).toMatchObject([{ card: 'Mira', avatar: 'Mira', name: 'Coast', state: 'read', entries: 1 }]);
    expect(answer.wants.book).toBeUndefined();
    const token = await server.token('read');
    const trace = (await (await server.send(`/v1/generations/${answer.id}`, { token })).json()) as WireTrace;
    expect(trace.books).toEqual(answer.books);
    expect(trace.entries.find(({ title }) => title === 'Mill')?.source).toEqual({ kind: 'card', card: 'Mira' });
    const id = answer.entries.find(({ title }) => title === 'Mill')?.id ?? '';
    expect((await server.send(`/v1/entries/${id}`, { token })).status).toBe(404);
  });

  test('is named by its digest later, and wanted where it is not known', async () => {
    const server = await testServer();
    const first = await generate(server, request({ character: { name: 'Mira', book } }));
    const character = { name: 'Mira', bookDigest: first.books?.[0]?.digest };
    expect(titles(await generate(server, request({ character })))).toEqual(['Mill', 'Silver Keep']);
    const restarted = await testServer();
    const without = await generate(restarted, request({ character, generationId: 'g' }));
    expect(without.wants.book).toBe(true);
    expect(titles(without)).toEqual(['Silver Keep']);
    const again = await generate(restarted, request({ character: { name: 'Mira', book }, generationId: 'g' }));
    expect(titles(again)).toEqual(['Mill', 'Silver Keep']);
    expect(again.wants.book).toBeUndefined();
  });

  test('of each member is read where a group joins its cards, BR-143 each entry once', async () => {
    const server = await testServer();
    const tower = cardBook([bookEntry({ id: 9, comment: 'Wheel', content: 'The wheel turns.' })], { name: 'Wheels' });
    const group = { members: ['Mira', 'Bram', 'Odo'], speaker: 'Mira' };
    const books = [
      { name: 'Bram', avatar: 'Bram.png', book: tower },
      { name: 'Odo', book },
    ];
    const answer = await generate(server, request({ character: { name: 'Mira', book }, group: { ...group, books } }));
    expect(titles(answer)).toEqual(['Mill', 'Silver Keep', 'Wheel']);
    expect(answer.books?.map(({ card }) => card)).toEqual(['Mira', 'Bram', 'Odo']);
  });

  test.each([['a text'], [null], [[]], [7], [{ entries: 3 }]])(
    'that is wrong is no fault of the request: %j',
    async (wrong) => {
      const server = await testServer();
      const answer = await generate(server, request({ character: { name: 'Mira', book: wrong } }));
      expect(titles(answer)).toEqual(['Silver Keep']);
      expect(answer.summary.degraded).toEqual(['card-book:unreadable']);
    },
  );

  test('is previewed without a trace of it, with the reason why an entry is absent', async () => {
    const server = await testServer({
      notes: { 'Mill.md': '---\ntags: [lorebook]\nkeys: [mill]\n---\nThe mill grinds at night.\n' },
    });
    const token = await server.token('read');
    const body = request({ character: { name: 'Mira', book } });
    const first = (await (await server.send('/v1/preview', { token, body })).json()) as { trace: WireTrace };
    const copy = first.trace.entries.find(({ source }) => source?.kind === 'card');
    expect(copy).toMatchObject({ title: 'Mill', injected: false });
    const explained = await server.send('/v1/preview', { token, body: { ...body, explain: [copy?.id] } });
    expect(await explained.json()).toMatchObject({ explanations: [{ reason: 'duplicate' }] });
    expect(await (await server.send('/v1/generations', { token })).json()).toMatchObject({ items: [] });
  });

  test('becomes notes by its digest, which go first from then on', async () => {
    const server = await testServer();
    const nameless = { entries: [bookEntry({ id: 1, comment: 'Mill' })] };
    const first = await generate(server, request({ character: { name: 'Mira', book: nameless } }));
    const files = [{ name: 'Card', bookDigest: first.books?.[0]?.digest }];
    const token = await server.token('write');
    const made = await server.send('/v1/imports', { token, body: { files, folder: 'Cards' } });
    expect(await made.json()).toMatchObject({ report: { created: ['Cards/Mira/Mill.md'] } });
    const later = await generate(server, request({ character: { name: 'Mira', book: nameless } }));
    expect(titles(later)).toEqual(['Mill', 'Silver Keep']);
    expect(later.entries.find(({ title }) => title === 'Mill')).toMatchObject({ path: 'Cards/Mira/Mill.md' });
    const gone = await server.send('/v1/imports', { token, body: { files: [{ name: 'Card', bookDigest: 'none' }] } });
    expect(gone.status).toBe(409);
  });

  test('is refused where an import names it and brings a file too', async () => {
    const server = await testServer();
    const files = [{ name: 'Card', bookDigest: 'x', text: '{}' }];
    const response = await server.send('/v1/imports', { token: await server.token('write'), body: { files } });
    expect(response.status).toBe(400);
  });
});
