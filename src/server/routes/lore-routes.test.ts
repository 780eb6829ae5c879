import { expect, test } from 'vitest';
import { testServer } from '../testing/test-server';

const notes = {
  'Places/Mill.md': '---\ntags: [lorebook/place]\nkeys: [mill]\n---\n@@depth 2\n@@@end\n\nIt grinds.\n',
  'Fox.md': '---\ntags: [lorebook, wild]\nkeys: [fox]\ntype: animal\n---\nRed.\n',
};

async function answerTo(path: string): Promise<unknown> {
  const server = await testServer({ notes });
  return (await server.send(path, { token: await server.token('read') })).json();
}

const facets = {
  types: [
    { value: 'animal', count: 1 },
    { value: 'place', count: 1 },
  ],
  tags: [
    { value: 'lorebook/place', count: 1 },
    { value: 'wild', count: 1 },
  ],
  folders: [{ value: 'Places', count: 1 }],
};

test.each(['/v1/entries', '/v1/entries?limit=1&type=animal', '/v1/entries?path=Fox.md', '/v1/entries?path=None.md'])(
  '%s tells the facets of all entries',
  async (path) => {
    expect(await answerTo(path)).toMatchObject({ facets });
  },
);

test('an entry tells its decorators as they are written', async () => {
  const path = encodeURIComponent('Places/Mill.md');
  expect(await answerTo(`/v1/entries/${path}`)).toMatchObject({
    text: 'It grinds.',
    decorators: ['@@depth 2', '@@@end'],
  });
  expect(await answerTo('/v1/entries/Fox.md')).toMatchObject({ decorators: [] });
});
