import { describe, expect, test } from 'vitest';
import { jsonOf, testServer } from '../testing/test-server';

const notes = {
  'Places/Keep.md': '---\ntags: [lorebook]\naliases: [The Bastion, "Hal\'s \\"Rock\\""]\n---\nA keep.\n',
  'People/Keep.md': '---\ntags: [lorebook]\nenabled: false\n---\nA keeper.\n',
  'People/Ilse.md': '---\ntags: [lorebook]\naliases: [The Bastion]\n---\nIlse.\n',
};

async function names(query: string) {
  const server = await testServer({ notes });
  return jsonOf(await server.send(`/v1/entry-names${query}`, { token: await server.token('read') }));
}

describe('the names of entries', () => {
  test('come by title, with aliases and whether the entry is used', async () => {
    expect(await names('')).toMatchObject({
      total: 3,
      items: [
        { title: 'Ilse', path: 'People/Ilse.md', aliases: ['The Bastion'], enabled: true },
        { title: 'Keep', path: 'People/Keep.md', aliases: [], enabled: false },
        { title: 'Keep', path: 'Places/Keep.md', aliases: ['The Bastion', 'Hal\'s "Rock"'], enabled: true },
      ],
    });
  });

  test('come in pages', async () => {
    expect(await names('?offset=1&limit=1')).toMatchObject({
      total: 3,
      offset: 1,
      items: [{ path: 'People/Keep.md' }],
    });
  });

  test.each([
    ['ilse', ['People/Ilse.md']],
    ['places/keep', ['Places/Keep.md']],
    ['Hal\'s "Rock"', ['Places/Keep.md']],
    ['Keep', ['People/Keep.md', 'Places/Keep.md']],
    ['the bastion', ['Places/Keep.md', 'People/Ilse.md']],
    ['Nobody', []],
  ])('%s means the entries %j', async (name, paths) => {
    const { items, total } = (await names(`?name=${encodeURIComponent(name)}`)) as {
      items: { path: string }[];
      total: number;
    };
    expect(items.map(({ path }) => path).sort()).toEqual([...paths].sort());
    expect(total).toBe(paths.length);
  });
});
