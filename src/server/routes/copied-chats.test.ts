import { describe, expect, test } from 'vitest';
import { jsonOf, testServer } from '../testing/test-server';

/** A server, and functions that look at and change the decisions for a chat. */
async function chats() {
  const server = await testServer();
  const token = await server.token('admin');
  return {
    list: async () => jsonOf(await server.send('/v1/chats', { token })),
    look: async (path: string) => jsonOf(await server.send(`/v1/chats${path}`, { token })),
    change: async (id: string, body: unknown) =>
      jsonOf(await server.send(`/v1/chats/${id}`, { method: 'PATCH', token, body })),
    /** A reply is written in a chat. */
    play: (id: string, parent: string) =>
      server.send('/v1/generations', { token, body: { chat: { id, parent }, messages: [] } }),
  };
}

const keep = [{ title: 'Silver Keep', path: 'Lore/Silver Keep.md' }];

describe('a chat that was copied from another', () => {
  test('shows the decisions of the other until it has its own', async () => {
    const { look, change } = await chats();
    await change('one', { pin: ['Silver Keep'], context: { era: 'present' } });
    expect(await look('/two?parent=one')).toMatchObject({ id: 'two', parent: 'one', pins: keep });
    expect(await look('/two')).toMatchObject({ id: 'two', pins: [], context: {} });
  });

  test('begins with the decisions of the other when it is changed first', async () => {
    const { look, change } = await chats();
    await change('one', { pin: ['Silver Keep'], context: { era: 'present' } });
    const changed = await change('two', { parent: 'one', block: ['Şölen'] });
    expect(changed).toMatchObject({ parent: 'one', pins: keep, blocks: [{ title: 'Şölen' }] });
    expect(changed).toMatchObject({ context: { era: ['present'] } });
    expect(await look('/one')).toMatchObject({ pins: keep, blocks: [] });
  });

  test('takes back what the other had pinned, for itself alone', async () => {
    const { look, change } = await chats();
    await change('one', { pin: ['Silver Keep'] });
    expect(await change('two', { parent: 'one', unpin: ['Silver Keep'] })).toMatchObject({ pins: [] });
    expect(await look('/one')).toMatchObject({ pins: keep });
  });

  test('keeps what it has when a parent is named later', async () => {
    const { change } = await chats();
    await change('one', { pin: ['Silver Keep'] });
    await change('two', { block: ['Şölen'] });
    expect(await change('two', { parent: 'one', books: ['Lore'] })).toMatchObject({ pins: [], books: ['Lore'] });
  });

  test('does not get what is decided for the other after it was seen', async () => {
    const { look, change, play } = await chats();
    await play('two', 'one');
    await change('three', { parent: 'one', books: ['Lore'] });
    await change('one', { pin: ['Silver Keep'] });
    expect(await look('/two?parent=one')).toMatchObject({ pins: [] });
    expect(await look('/three?parent=one')).toMatchObject({ pins: [] });
  });

  test('is not listed while nothing was decided for it', async () => {
    const { list, play } = await chats();
    await play('two', 'one');
    expect(await list()).toMatchObject({ items: [], total: 0 });
  });
});
