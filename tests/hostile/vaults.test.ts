import { describe, expect, test, vi } from 'vitest';
import { CharacterAutomaton } from '../../src/core/search/character-automaton';
import { HitBudget } from '../../src/core/search/hit-budget';
import { NameTable } from '../../src/core/search/name-table';
import { chatOf, lore } from '../support/lore-vault';
import { besideHostile, many, vaultOf } from './beside';

// Generous: what must be bounded is the work, and a machine may be busy.
vi.setConfig({ testTimeout: 120_000 });

const COUNT = 5_000;
const name = (number: number): string => `N${String(number)}`;
const after = (number: number): string => name((number + 1) % COUNT);

/** How often names were looked up while `work` went on. */
async function lookUps(work: () => Promise<unknown>): Promise<number> {
  const resolve = vi.spyOn(NameTable.prototype, 'resolve');
  await work();
  const { length } = resolve.mock.calls;
  resolve.mockRestore();
  return length;
}

describe('5,000 entries', () => {
  test('that require one another in a chain all go when its end is missing', async () => {
    const notes = vaultOf(COUNT, (number) => lore(`keys: [lantern]\nrequires: ${name(number + 1)}`));
    const { titles, problems } = await besideHostile(notes);
    expect(titles).toEqual([]);
    expect(problems).toEqual([`${name(COUNT - 1)}.md link-target-missing`]);
  });

  test('that require one another in a chain all stay when its end is there', async () => {
    const last = COUNT - 1;
    const notes = vaultOf(COUNT, (at) => lore(`keys: [lantern]${at === last ? '' : `\nrequires: ${name(at + 1)}`}`));
    expect((await besideHostile(notes)).titles).toHaveLength(COUNT);
  });

  test('that require one another in a ring all stay', async () => {
    const notes = vaultOf(COUNT, (number) => lore(`keys: [lantern]\nrequires: ${after(number)}`));
    expect((await besideHostile(notes)).titles).toHaveLength(COUNT);
  });

  test('that exclude one another in a ring leave no two that do', async () => {
    const notes = vaultOf(COUNT, (number) => lore(`keys: [lantern]\nexcludes: ${after(number)}`));
    const { titles } = await besideHostile(notes);
    const stay = new Set(titles);
    expect(stay.size).toBeGreaterThan(COUNT / 3);
    for (const title of titles) expect(stay.has(after(Number(title.slice(1))))).toBe(false);
  });

  test('that require and exclude themselves and each other come to an end', async () => {
    const notes = vaultOf(COUNT, (number) =>
      lore(
        `keys: [lantern]\nrequires: [${name(number)}, ${after(number)}]\nexcludes: [${name(number)}, ${after(number)}]`,
      ),
    );
    const { titles, warnings } = await besideHostile(notes);
    expect(titles).toEqual([]);
    expect(warnings).toEqual([]);
  });

  test('that pull one another in come in once each, with one look-up for each link', async () => {
    const notes = vaultOf(COUNT, (at) =>
      lore(`keys: [${at === 0 ? 'lantern' : 'nothing'}]\ncascade_links: ${after(at)}`),
    );
    const looked = await lookUps(async () => {
      expect((await besideHostile(notes)).titles).toHaveLength(COUNT);
    });
    expect(looked).toBeLessThan(3 * COUNT);
  });

  test('whose texts wake one another in a ring come in as far as the steps go', async () => {
    const notes = vaultOf(COUNT, (at) =>
      lore(`keys: [${at === 0 ? 'lantern' : `word${name(at)}`}]`, `word${after(at)}`),
    );
    const { titles } = await besideHostile(notes, undefined, { recursion: true, recursionSteps: 100 });
    expect(titles).toHaveLength(101);
  });

  test('that all name all of one title cost one look-up for each name', async () => {
    const notes = vaultOf(COUNT, () =>
      lore('keys: [lantern]\ntitle: Same\nrequires: Same\ncascade_links: Same\nknown_by: "[[Same]]"'),
    );
    const looked = await lookUps(async () => {
      const { titles, problems } = await besideHostile(notes);
      expect(titles).toHaveLength(COUNT);
      expect(problems).toHaveLength(2 * COUNT);
    });
    expect(looked).toBeLessThan(4 * COUNT);
  });
});

describe('10,000 entries', () => {
  test('in one group leave one', async () => {
    const notes = vaultOf(10_000, () => lore('keys: [lantern]\ngroup: crowd'));
    const { titles, result } = await besideHostile(notes);
    expect(titles).toHaveLength(1);
    expect(result.trace.decisions.filter(({ reason }) => reason === 'group')).toHaveLength(9_999);
  });

  test('in 10,000 groups that overlap leave no two of one group', async () => {
    const notes = vaultOf(10_000, (at) => lore(`keys: [lantern]\ngroup: "g${String(at)}, g${String(at + 1)}"`));
    const numbers = (await besideHostile(notes)).titles.map((title) => Number(title.slice(1))).sort((a, b) => a - b);
    expect(numbers.length).toBeGreaterThan(2_000);
    expect(numbers.every((number, at) => at === 0 || number - (numbers[at - 1] ?? 0) > 1)).toBe(true);
  });

  test('that are constant are cut by the budget, each with its reason', async () => {
    const notes = vaultOf(10_000, () => lore('constant: true'));
    const { titles, result } = await besideHostile(notes, undefined, { entryLimit: 10 });
    expect(titles.length).toBeLessThanOrEqual(10);
    expect(result.trace.decisions.filter(({ reason }) => reason === 'entry_limit').length).toBeGreaterThan(9_980);
  });

  test('that are constant are all injected where nothing limits them', async () => {
    expect((await besideHostile(vaultOf(10_000, () => lore('constant: true')))).titles).toHaveLength(10_000);
  });

  test('with one key of one character each are all found in a text that holds it thousands of times', async () => {
    const notes = vaultOf(10_000, () => lore('keys: [a]'));
    const { titles } = await besideHostile(notes, chatOf(`Mara: lantern ${'a '.repeat(5_000)}`));
    expect(titles).toHaveLength(10_000);
  });

  test('with one title are told of once each', async () => {
    const { problems } = await besideHostile(vaultOf(10_000, () => lore('title: Same\nkeys: [nothing]')));
    expect(problems).toHaveLength(10_000);
  });
});

describe('a text with more hits than are reported', () => {
  const text = `lantern ${'aa '.repeat(200_000)}`;

  test('finds each key all the same, whole words and parts of words, whatever comes first', async () => {
    const parts = many(200, (at) => lore(`whole_words: false\nkeys: ["${'a'.repeat(1 + (at % 2))}"]`));
    const notes = Object.fromEntries([
      ...parts.map((source, at) => [`P${String(at)}.md`, source] as const),
      ['Word.md', lore('keys: [aa]')],
      ['Sign.md', lore('keys: ["#rare"]')],
      ['Last.md', lore('keys: [rare words]')],
    ]);
    const { titles } = await besideHostile(notes, chatOf(`Mara: ${text} #rare rare words`));
    expect(titles).toHaveLength(203);
  });

  test('reports a bounded number of them', () => {
    const keys = many(1_000, (number) => ({
      kind: 'characters' as const,
      number,
      text: 'a',
      wholeWords: number === 7,
    }));
    const automaton = new CharacterAutomaton(keys);
    let calls = 0;
    let spent = 0;
    const budget = new HitBudget();
    const onHit = (): void => {
      calls++;
      budget.spend();
      spent++;
    };
    automaton.search('xa'.repeat(50_000), onHit, budget);
    expect(calls).toBe(spent);
    expect(calls).toBeLessThanOrEqual(103_000);
  });
});
