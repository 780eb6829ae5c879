import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthHost, said } from '../../../../tests/support/growth-host';
import { lore } from '../../../../tests/support/lore-vault';
import { readKeysAnswer } from './keys-answer';
import { settleKeys } from './settle-keys';

const notes = { 'Lore/Keep.md': lore('keys: [keep, /fort\\w+/i] # mine', 'The Silver Keep guards the pass.') };
const chats = {
  a: [
    'Mara: I keep walking.',
    'Guide: The Silver Keep stands above you.',
    'Mara: Keep your voice down.',
    'Guide: A fortress indeed.',
  ],
  b: ['Mara: They call it the silver keep of the north.'],
};
const request = { tool: 'keys', scope: {} } as const;
const better = JSON.stringify({
  keys: [
    { key: 'silver keep', reason: 'its name' },
    { key: '/fort\\w+/i', reason: 'works' },
  ],
  removed: [{ key: 'keep', reason: 'a common verb' }],
});

describe('better keys', () => {
  test('are proposed with reasons, and with what the old and the new ones hit in stored chats', async () => {
    const host = await growthHost(notes, () => better, { chats });
    const job = await host.done(request);
    expect(job.results).toMatchObject([
      {
        kind: 'proposal',
        path: 'Lore/Keep.md',
        keys: [
          { key: 'keep', change: 'removed', reason: 'a common verb' },
          { key: '/fort\\w+/i', change: 'kept', reason: 'works' },
          { key: 'silver keep', change: 'added', reason: 'its name' },
        ],
        hits: { messages: 5, chats: 2, before: 5, after: 3, gained: 0, lost: 2 },
      },
    ]);
    const [result] = job.results;
    if (result?.kind !== 'proposal' || result.hits === undefined) throw new Error('No hits.');
    expect(result.hits.lostHits.map(({ quote, start, end, chatName }) => [quote.slice(start, end), chatName])).toEqual([
      ['Keep', 'Chat a'],
      ['keep', 'Chat a'],
    ]);
    expect(result.hits.keptHits.map(({ key }) => key)).toEqual(['silver keep', '/fort\\w+/i', 'silver keep']);
    const [proposal] = await host.engine.edits.list();
    expect(proposal?.after).toContain('# mine');
    expect(proposal?.after).toContain('silver keep');
    expect(host.source.text('Lore/Keep.md')).toBe(notes['Lore/Keep.md']);
  });

  test('are asked for with messages that the keys of today hit', async () => {
    const host = await growthHost(notes, () => better, { chats });
    await host.done(request);
    expect(
      said(host.model.requests[0] ?? { messages: [], maxTokens: 1, signal: new AbortController().signal }),
    ).toContain('“keep” in: Mara: I keep walking.');
  });

  test('that are the old ones are not proposed', async () => {
    const host = await growthHost(notes, () => '["keep"]', { chats });
    expect((await host.done(request)).results).toMatchObject([
      { kind: 'left', sentence: expect.stringContaining('as they are') as string },
    ]);
  });

  test('are tried on the newest messages, and it is said when older ones were left out', async () => {
    const long = `Guide: ${'word '.repeat(40_000)}`;
    const told = ['Mara: The silver keep of old.', ...Array.from({ length: 6 }, () => long), 'Mara: I keep on.'];
    const one = await growthHost(notes, () => better, { chats: { a: told } });
    const [result] = (await one.done(request)).results;
    expect(result).toMatchObject({ hits: { isCut: true, before: 1, after: 0, lost: 1 } });
    const many = Object.fromEntries(Array.from({ length: 23 }, (_, at) => [`c${String(at)}`, chats.b]));
    const other = await growthHost(notes, () => better, { chats: many });
    expect((await other.done(request)).results).toMatchObject([{ hits: { isCut: true, chats: 20, messages: 20 } }]);
  });

  test('that find more than the old ones show what they find', async () => {
    const more = JSON.stringify({ keys: [{ key: 'keep' }, { key: 'voice' }, { key: 'north' }], removed: [] });
    const host = await growthHost({ 'Lore/Keep.md': lore('keys: [silver keep]', 'A keep.') }, () => more, { chats });
    const [result] = (await host.done(request)).results;
    expect(result).toMatchObject({ hits: { before: 2, after: 4, gained: 2, lost: 0, isCut: false } });
    if (result?.kind !== 'proposal' || result.hits === undefined) throw new Error('No hits.');
    const { gainedHits, lostHits, keptHits } = result.hits;
    expect([gainedHits.length, lostHits.length, keptHits.length]).toEqual([2, 0, 2]);
  });

  test('are found without any chat, too', async () => {
    const host = await growthHost(notes, () => better);
    expect((await host.done(request)).results).toMatchObject([{ kind: 'proposal', hits: { messages: 0, chats: 0 } }]);
  });

  test('replace title and aliases where the note had none, and that shows', async () => {
    const bare = { 'Lore/Ford.md': lore('aliases: [old crossing]', 'A ford.') };
    const host = await growthHost(bare, () => '{"keys":[{"key":"northern ford","reason":""}]}', {
      chats: { c: ['Mara: The ford is deep.', 'Guide: The northern ford.'] },
      settings: { aliasesAreKeys: false },
    });
    const [result] = (await host.done(request)).results;
    expect(result).toMatchObject({ kind: 'proposal', hits: { before: 2, after: 1, lost: 1 } });
  });

  test('of a locked note are refused with the reason', async () => {
    const locked = { 'Lore/Keep.md': lore('keys: [keep]\nlocked: true') };
    const host = await growthHost(locked, () => better, { chats });
    expect((await host.done(request)).results).toMatchObject([
      { kind: 'left', sentence: expect.stringContaining('locked') as string },
    ]);
  });
});

describe('the answer', () => {
  test.each([
    ['["silver keep", "the keep"]', ['silver keep', 'the keep']],
    ['{"keywords":["silver keep"]}', ['silver keep']],
    ['Sure:\n```json\n[{"keyword":"silver keep","why":"its name"}]\n```', ['silver keep']],
    ['{"result":{"keys":[{"key":"silver keep","reason":"x"},{"key":"nor', ['silver keep']],
  ])('%s is read', (answer, keys) => {
    expect(readKeysAnswer(answer).keys.map(({ key }) => key)).toEqual(keys);
  });

  test('never leaves an entry without keys, makes no patterns and takes none of the user’s away unasked', () => {
    const key = fc.constantFrom(
      'keep',
      'Keep',
      '/k.*/i',
      '/(/',
      'x',
      '',
      ' ',
      'the very long '.repeat(20),
      'silver keep',
      '港',
    );
    const item = fc.record({ key, reason: fc.string() });
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom('keep', '/k.*/i', 'orla'), { minLength: 1 }),
        fc.array(item),
        fc.array(item),
        (today, keys, removed) => {
          const settled = settleKeys(today, { keys, removed });
          const left = settled.filter(({ change }) => change !== 'removed');
          expect(left.length).toBeGreaterThan(0);
          expect(new Set(left.map((one) => one.key.toLowerCase())).size).toBe(left.length);
          for (const one of settled.filter(({ change }) => change === 'added')) {
            expect(one.key).toMatch(/^(?:Keep|keep|silver keep|港)$/);
          }
          if (today.includes('/k.*/i') && !removed.some((one) => one.key === '/k.*/i'))
            expect(left.map((one) => one.key)).toContain('/k.*/i');
        },
      ),
    );
  });
});
