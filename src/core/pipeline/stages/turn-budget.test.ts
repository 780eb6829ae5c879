import { describe, expect, test } from 'vitest';
import { chatOf, lore, refusals, turn } from '../../../../tests/support/lore-vault';
import type { ChatState } from '../../chat/chat-state';
import type { Settings } from '../../settings/settings-table';
import type { Retrieval } from '../retrieval';

interface World {
  readonly books?: string;
  readonly settings?: Partial<Settings>;
  readonly request?: Partial<Retrieval>;
  readonly chat?: Partial<ChatState>;
}

async function budgetOf({ books = '{}', ...options }: World): Promise<unknown> {
  const notes = { 'Lorehearth/Books.md': `---\nbooks: ${books}\n---\n`, 'A/Fox.md': lore('keys: [fox]') };
  const { budget, budgetBook } = (await turn(notes, chatOf('Mara: hi'), options)).trace.summary;
  return budgetBook === undefined ? budget : [budget, budgetBook];
}

describe('the budget of a turn', () => {
  const share: Partial<Settings> = { budgetKind: 'percent', budgetPercent: 10, tokenBudget: 70 };
  const cases: readonly (readonly [string, World, unknown])[] = [
    ['is the fixed number', { settings: { tokenBudget: 70 } }, 70],
    ['is a share of the context', { settings: share, request: { contextSize: 1_000 } }, 100],
    ['is the fixed number where the context is not known', { settings: share }, 70],
    ['is capped', { settings: { ...share, budgetCap: 60 }, request: { contextSize: 1_000 } }, 60],
    ['is capped where the context is not known', { settings: { ...share, budgetCap: 60 } }, 60],
    ['is not capped where it is a fixed number', { settings: { tokenBudget: 70, budgetCap: 60 } }, 70],
    ['has no limit', { settings: { budgetKind: 'unlimited' } }, undefined],
    ['has the safe share as its limit', { settings: { budgetKind: 'unlimited' }, request: { contextSize: 100 } }, 50],
    ['is that of the vault’s book', { books: '{ /: { token_budget: 9 } }' }, [9, '/']],
    ['is the highest', { books: '{ A: { token_budget: 9000 }, B: { token_budget: 5000 } }' }, [9_000, 'A']],
    ['stays that of the settings where it is higher', { books: '{ A: { token_budget: 9 } }' }, 3_072],
    [
      'of no limit is the highest',
      { books: '{ A: { token_budget: 9 } }', settings: { budgetKind: 'unlimited' } },
      undefined,
    ],
    ['is that of the attached book', { books: '{ A: { token_budget: 9 } }', chat: { books: ['a'] } }, [9, 'A']],
    ['is that of the book around it', { books: '{ A: { token_budget: 9 } }', chat: { books: ['A/B'] } }, [9, 'A']],
    [
      'is that of a book inside it, where it is higher',
      { books: '{ A: { token_budget: 9 }, A/B: { token_budget: 12 } }', chat: { books: ['A'] } },
      [12, 'A/B'],
    ],
    [
      'is that of the settings for a folder without one',
      { books: '{ A: { token_budget: 9 } }', chat: { books: ['B'] } },
      3_072,
    ],
    [
      'of a book within the safe share only',
      { books: '{ A: { token_budget: 9000 } }', request: { contextSize: 100 } },
      [50, 'A'],
    ],
  ];
  test.each(cases)('%s', async (_, world, expected) => {
    expect(await budgetOf(world)).toEqual(expected);
  });
});

describe('what is told', () => {
  const notes = {
    'Fox.md': lore('keys: [fox]\nrequired: true', 'one two three four'),
    'Owl.md': lore('keys: [owl]', 'one two'),
  };

  test('required entries beyond the budget, beside a reserve too', async () => {
    const settings = { tokenBudget: 3, constantsReserve: 2 };
    const { trace } = await turn(notes, chatOf('Mara: fox, owl'), { settings });
    expect(trace.summary.warnings).toEqual([expect.stringContaining('TOKEN_BUDGET_EXCEEDED')]);
    expect(trace.decisions.find((one) => one.reason === 'over_budget')?.detail).toBe(
      'It needs 2 tokens; 0 were left beside the 2 reserved for constants.',
    );
  });

  test('a book whose budget an entry exceeds', async () => {
    const own = { ...notes, 'Lorehearth/Books.md': '---\nbooks: { /: { token_budget: 1 } }\n---\n' };
    const result = await turn(own, chatOf('Mara: owl'));
    expect(refusals(result)).toEqual({ Owl: 'too_large' });
    expect(result.trace.decisions.map((one) => one.detail)).toContain(
      'It needs 2 tokens; the whole budget is 1 (that of the book /).',
    );
  });

  test('a notebook that is too large', async () => {
    const notebook = { text: 'one two three', position: undefined, depth: undefined, role: undefined };
    const { trace } = await turn(notes, chatOf('Mara: owl'), { chat: { notebook }, request: { contextSize: 4 } });
    expect(trace.summary.warnings).toEqual([
      'The notebook was left out: it needs 3 tokens; the context’s safe share is 2. Shorten it.',
    ]);
    expect(trace.injections.map((one) => one.key)).toEqual(['lorehearth/after']);
  });
});
