import { describe, expect, test, vi } from 'vitest';
import type { ChatMessage } from '../../src/core/chat/chat-message';
import type { RecordAt } from '../../src/core/chat/injection-record';
import { KeyTable } from '../../src/core/search/key-table';
import { engineHost, titlesOf } from '../support/engine-host';
import { chatOf, lore, requestFor } from '../support/lore-vault';
import { besideHostile, many } from './beside';

// Generous: what must be bounded is the work, and a machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const megabyte = 'The old lantern hangs in the hall. '.repeat(30_000);

/** How many texts were searched for keys while `work` went on. */
async function searches(work: () => Promise<unknown>): Promise<number> {
  const match = vi.spyOn(KeyTable.prototype, 'match');
  await work();
  const { length } = match.mock.calls;
  match.mockRestore();
  return length;
}

describe('a chat of 20,000 messages', () => {
  test('of 1 MB each costs the messages of the window, not the chat', async () => {
    // One string for all messages: what is searched must be the window, whatever lies before it.
    const messages = chatOf(...many(20_000, () => 'Mara: text')).map((one) => ({ ...one, text: megabyte }));
    const searched = await searches(() => besideHostile({ 'A.md': lore('keys: [hall]') }, messages, { scanDepth: 4 }));
    expect(searched).toBeLessThan(10);
  });

  test('is searched as a whole where an entry asks for it, each message once', async () => {
    const messages = chatOf(...many(20_000, (at) => `Mara: ${at === 0 ? 'the first word' : `lantern ${String(at)}`}`));
    const searched = await searches(async () => {
      const { titles } = await besideHostile({ 'A.md': lore('keys: [first word]\nscan_depth: 1000000') }, messages);
      expect(titles).toEqual(['A']);
    });
    expect(searched).toBeLessThan(20_010);
  });

  test('carries a record on each message, and timers are reckoned from them', async () => {
    const { engine } = engineHost({ 'A.md': lore('keys: [lantern]\ncooldown: 2'), 'B.md': lore('keys: [lantern]') });
    await engine.open();
    const id = engine.entryByPath('A.md')?.id ?? '';
    const records = many(10_000, (at): RecordAt => [2 * at + 1, { v: 1, g: String(at), e: [[id, 3, 'hash']] }]);
    const result = await engine.generate(
      requestFor(chatOf(...many(20_001, () => 'Mara: lantern')), { records }),
      1_000,
    );
    expect(titlesOf(result)).toEqual(['B']);
  });

  test('of which all but one are hidden is searched in the one', async () => {
    const hidden = chatOf(...many(20_000, () => 'Mara: hall')).map((one) => ({ ...one, hidden: one.index > 0 }));
    const messages = hidden.map((one) => (one.index === 0 ? { ...one, text: 'the lantern' } : one));
    expect((await besideHostile({ 'A.md': lore('keys: [hall]') }, messages)).titles).toEqual([]);
  });
});

describe('odd messages', () => {
  const odd: readonly (readonly [string, Partial<ChatMessage>])[] = [
    ['without text', { text: '' }],
    ['with a lone half of a character', { text: '\ud83d lantern \udc00' }],
    ['with zero-width and direction marks', { text: '\u202e\u200b\u2066 lantern \u2069' }],
    ['with 100,000 combining marks', { text: `lantern e${'\u0301'.repeat(100_000)}` }],
    ['with a name of 1 MB', { name: megabyte, text: 'lantern' }],
    ['with a name that looks like a pattern', { name: '(a+)+$', text: 'lantern' }],
    ['with 1,000,000 line ends', { text: `lantern${'\n'.repeat(1_000_000)}` }],
    ['with 1,000,000 spaces inside a key', { text: `two${' '.repeat(1_000_000)}words lantern` }],
    ['with an index far out', { index: Number.MAX_SAFE_INTEGER, text: 'lantern' }],
  ];

  test.each(odd)('%s are searched', async (_, change) => {
    const [first, second] = [...chatOf('Mara: lantern', 'Vesk: words')];
    const messages = [{ ...second, ...change }, first].filter((one) => one !== undefined) as readonly ChatMessage[];
    const { warnings } = await besideHostile({ 'A.md': lore('keys: [two words, "{{user}}"]') }, messages);
    expect(warnings).toEqual([]);
  });

  test.each(['user', 'char'])(
    'a pattern with {{%s}} takes the name as plain text, whatever it holds',
    async (macro) => {
      const name = '(a+)+$ [x';
      const { engine } = engineHost({ 'A.md': lore(`keys: ["/hello {{${macro}}}/"]`) });
      await engine.open();
      const request = requestFor(chatOf(`Mara: hello ${name}`), {
        personaName: name,
        character: { name, texts: {}, tags: [], avatar: '' },
      });
      expect(titlesOf(await engine.generate(request, 1_000))).toEqual(['A']);
    },
  );
});
