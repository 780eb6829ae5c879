import { describe, expect, test } from 'vitest';
import { jsonOf, testServer } from '../testing/test-server';

const notes = {
  'Lore/Silver Keep.md':
    '---\ntags: [lorebook]\nkeys: [silver keep]\n---\nThe keep guards the northern pass. See [[Order]] and [[Vault]].\n',
  'Lore/Order.md':
    '---\ntags: [lorebook]\nkeys: [order of silver]\nsummary: Monks who count the dead.\n---\nA long tale.\n',
  'Lore/Vault.md': '---\ntags: [lorebook]\nenabled: false\n---\nThe secret vault below the keep.\n',
  'Lore/Spy.md': '---\ntags: [lorebook]\nkeys: [spy]\nknown_by: [Ilmar]\n---\nThe spy of the northern pass is Brakk.\n',
  'Guides/Style.md': '---\ntags: [lorebook-guide]\n---\nWrite about the northern pass in short sentences.\n',
};

const idOf = (gap: unknown): string => String(Reflect.get(Object(gap), 'id'));

async function setUp(settings: Readonly<Record<string, unknown>> = {}) {
  const server = await testServer({ notes, settings: { searchTool: true, flagTool: true, ...settings } });
  const token = await server.token('generate');
  const call = async (tool: string, body: object) =>
    jsonOf(await server.send(`/v1/tools/${tool}`, { token, body: { chat: { id: 'c' }, ...body } }));
  return {
    server,
    search: (...queries: readonly string[]) => call('search_lore', { queries }),
    flag: (body: object) => call('flag_lore', body),
    call,
    play: async (text: string) =>
      jsonOf(
        await server.send('/v1/generations', {
          token,
          body: { chat: { id: 'c' }, messages: [{ role: 'user', text }], character: { name: 'Vesk' } },
        }),
      ),
  };
}

describe('search_lore', () => {
  test('gives the best entry in full and what it links to in short', async () => {
    const { search } = await setUp();
    const found = await search('northern pass keep');
    expect(found).toMatchObject({ outcome: 'found', left: 1 });
    expect(found['entries']).toMatchObject([
      { title: 'Silver Keep', form: 'full' },
      { title: 'Order', form: 'summary' },
    ]);
    expect(found['text']).toContain('The keep guards the northern pass.');
    expect(found['text']).toContain('Monks who count the dead.');
  });

  test('gives nothing that the story may not know: switched off, known by others, guides', async () => {
    const { search, server } = await setUp({ searchesPerTurn: 10 });
    for (const query of ['secret vault', 'spy Brakk', 'short sentences']) {
      const found = await search(query);
      expect(JSON.stringify(found)).not.toMatch(/below the keep|is Brakk|Write about/);
      expect(found['outcome']).toBe('nothing');
    }
    const [keep] = server.engine.findEntries('Silver Keep');
    await server.engine.changeChat('c', { blocks: [keep?.id ?? ''] });
    expect(await search('silver keep')).toMatchObject({ outcome: 'nothing' });
  });

  test('skips what stands in the prompt of this turn', async () => {
    const { search, play } = await setUp({ searchesPerTurn: 10 });
    await play('We reach the silver keep.');
    expect(await search('silver keep')).toMatchObject({ outcome: 'known', entries: [] });
    const found = await search('silver keep', 'order of silver');
    expect(found).toMatchObject({ outcome: 'found', entries: [{ title: 'Order', form: 'full' }] });
  });

  test('notes a gap for what nothing answers, once for the same question', async () => {
    const { search, server } = await setUp({ searchesPerTurn: 10 });
    expect(await search('Tidewardens of Ilmar')).toMatchObject({
      outcome: 'nothing',
      gap: { title: 'Tidewardens of Ilmar' },
    });
    await search('the Tidewardens of Ilmar');
    const { items } = await server.engine.gaps.list({ sort: 'urgency' }, 0, 10);
    expect(items).toMatchObject([{ origins: ['search'], flags: 2, chat: 'c' }]);
  });

  test('ends after so many searches in a turn, and begins anew in the next', async () => {
    const { call } = await setUp();
    const search = (generation: string) => call('search_lore', { queries: ['keep'], generation });
    expect(await search('a')).toMatchObject({ outcome: 'found', left: 1 });
    expect(await search('a')).toMatchObject({ outcome: 'found', left: 0 });
    expect(await search('a')).toMatchObject({ outcome: 'limit', left: 0 });
    expect(await search('b')).toMatchObject({ outcome: 'found', left: 1 });
  });

  test('takes what models really send: too many queries, empty ones, none', async () => {
    const { search } = await setUp({ searchesPerTurn: 10 });
    expect(await search('', ' ', 'silver keep', 'x', 'y', 'z', 'order of silver')).toMatchObject({ outcome: 'found' });
    expect(await search('', '?!')).toMatchObject({ outcome: 'refused', left: 9 });
  });

  test('keeps its answer within the length of the settings', async () => {
    const long = `---\ntags: [lorebook]\nkeys: [tide]\n---\n${'The tide rises and falls. '.repeat(1_000)}\n`;
    const server = await testServer({
      notes: { 'Lore/Tide.md': long },
      settings: { searchTool: true, searchLength: 500 },
    });
    const body = { chat: { id: 'c' }, queries: ['tide'] };
    const found = await jsonOf(
      await server.send('/v1/tools/search_lore', { token: await server.token('generate'), body }),
    );
    expect(String(found['text']).length).toBeLessThan(700);
    expect(found['text']).toMatch(/falls\. \[…\]/);
  });
});

describe('flag_lore', () => {
  test('notes what is missing, and counts it when it is flagged again', async () => {
    const { flag } = await setUp();
    expect(await flag({ title: 'Ossa', reason: 'A diver.', urgency: 'high' })).toMatchObject({
      outcome: 'noted',
      left: 4,
    });
    expect(await flag({ title: 'ossa' })).toMatchObject({ outcome: 'known', left: 3 });
  });

  test('notes that an entry is old, by whatever it is called', async () => {
    const { flag, server } = await setUp();
    expect(await flag({ title: 'The keep fell', kind: 'update', entry: 'Silver Keep' })).toMatchObject({
      outcome: 'noted',
    });
    const { items } = await server.engine.gaps.list({ sort: 'urgency' }, 0, 10);
    expect(items).toMatchObject([{ kind: 'outdated', title: 'Silver Keep', status: 'open' }]);
  });

  test('says so when there is an entry already, and notes nothing', async () => {
    const { flag, server } = await setUp();
    const answer = await flag({ title: 'silver keep' });
    expect(answer).toMatchObject({ outcome: 'refused', left: 5 });
    expect(answer['text']).toContain('Silver Keep');
    expect((await server.engine.gaps.list({ sort: 'urgency' }, 0, 10)).total).toBe(0);
  });

  test('does not note what the user dismissed', async () => {
    const { flag, server } = await setUp();
    const { gap } = await flag({ title: 'Ossa' });
    await server.engine.gaps.decide([idOf(gap)], { status: 'dismissed' });
    expect(await flag({ title: 'Ossa' })).toMatchObject({ outcome: 'refused' });
  });

  test('ends after so many flags in a turn', async () => {
    const { flag } = await setUp({ flagsPerTurn: 1 });
    expect(await flag({ title: 'Ossa' })).toMatchObject({ outcome: 'noted', left: 0 });
    expect(await flag({ title: 'Brakk' })).toMatchObject({ outcome: 'limit' });
    expect(await flag({ title: ' ' })).toMatchObject({ outcome: 'refused' });
  });
});

test('tools that are switched off do nothing, and clients are told which are on', async () => {
  const { search, flag, server } = await setUp({ searchTool: false, flagTool: false });
  expect(await search('silver keep')).toMatchObject({ outcome: 'off', entries: [] });
  expect(await flag({ title: 'Ossa' })).toMatchObject({ outcome: 'off' });
  const status = async () => jsonOf(await server.send('/v1/status', { token: await server.token('read') }));
  expect(await status()).toMatchObject({ tools: { search: false, flag: false, searchesPerTurn: 2, flagsPerTurn: 5 } });
  await server.engine.changeSettings({ searchTool: true });
  expect(await status()).toMatchObject({ tools: { search: true, flag: false } });
});
