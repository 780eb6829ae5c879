import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/core/settings/settings-table';
import { chatOf, entryOf, injectedTitles, lore, refusals, turn, type Notes } from '../support/lore-vault';

const injected = async (notes: Notes, line: string, settings: Partial<Settings> = {}) =>
  [...injectedTitles(await turn(notes, chatOf(`Mara: ${line}`), { settings }))].sort();

const words = (count: number): string => 'word '.repeat(count).trim();

describe('BR-061 limits of a turn', () => {
  const three = Object.fromEntries(
    ['A', 'B', 'C'].map((name, at) => [`${name}.md`, lore(`keys: [lamp]\npriority: ${String(at + 1)}`, words(10))]),
  );
  const percent = { budgetKind: 'percent', budgetPercent: 100 } as const;

  test.each<[string, Partial<Settings>, number | undefined, Record<string, string>]>([
    ['a share of an unknown context', { ...percent, tokenBudget: 20 }, undefined, { C: 'over_budget' }],
    ['a share with a cap', { ...percent, budgetCap: 15 }, 1_000, { B: 'over_budget', C: 'over_budget' }],
    ['no budget in a small context', { budgetKind: 'unlimited' }, 30, { B: 'context_limit', C: 'context_limit' }],
    ['one entry', { entryLimit: 1 }, undefined, { B: 'entry_limit', C: 'entry_limit' }],
    ['no limit of entries', { entryLimit: 0 }, undefined, {}],
  ])('%s', async (_, settings, contextSize, refused) => {
    const result = await turn(three, chatOf('Mara: lamp'), { settings, request: { contextSize } });
    expect(refusals(result)).toEqual(refused);
    expect(injectedTitles(result).length + Object.keys(refused).length).toBe(3);
  });

  test.each<[string, number, Partial<Settings>, readonly string[]]>([
    ['constant: true', 50, { tokenBudget: 20 }, ['A', 'B']],
    ['constant: true', 15, { tokenBudget: 20 }, ['K']],
    ['constant: true', 15, { tokenBudget: 30, constantsReserve: 10 }, ['A', 'K']],
    ['keys: [lamp]\nrequired: true', 50, { tokenBudget: 20 }, ['K']],
    ['keys: [lamp]\nignore_budget: true\npriority: 99', 50, { tokenBudget: 20 }, ['A', 'B', 'K']],
  ])('beside %j of %i words, %j', async (properties, count, settings, titles) => {
    expect(await injected({ ...three, 'K.md': lore(properties, words(count)) }, 'lamp', settings)).toEqual(titles);
  });
});

describe('BR-044 what recursion reaches', () => {
  test.each<[string, string, string, readonly string[]]>([
    ['itself', 'keys: [aa]', 'keys: [zz]', ['A']],
    ['through a constant', 'constant: true', 'keys: [bb]', ['A', 'B']],
    ['not through a constant that wakes nothing', 'constant: true\nexclude_recursion: true', 'keys: [bb]', ['A']],
    ['not what cannot be woken', 'keys: [aa]', 'keys: [bb]\nnot_recursable: true', ['A']],
    [
      'nothing that is delayed and cannot be woken',
      'keys: [aa]',
      'keys: [bb]\ndelay_until_recursion: true\nnot_recursable: true',
      ['A'],
    ],
    ['what is delayed', 'keys: [aa]', 'keys: [bb]\ndelay_until_recursion: 1', ['A', 'B']],
    ['entries with a window of their own', 'keys: [aa]', 'keys: [bb]\nscan_depth: 1', ['A', 'B']],
    ['secondary keys', 'keys: [aa]', 'keys: [aa]\nrefine_keys: [bb]', ['A', 'B']],
    ['nothing through a chance that was missed', 'keys: [aa]\nprobability: 0', 'keys: [bb]', []],
    ['nothing through what is switched off', 'keys: [aa]\nenabled: false', 'keys: [bb]', []],
  ])('%s', async (_, a, b, titles) => {
    const notes = { 'A.md': lore(a, 'aa bb'), 'B.md': lore(b, 'aa') };
    expect(await injected(notes, 'aa', { recursion: true })).toEqual(titles);
    expect(await injected(notes, 'aa', { recursion: true, recursionSteps: 0 })).toEqual(
      titles.filter((one) => one === 'A'),
    );
  });
});

describe('BR-046 chances', () => {
  test.each([
    ['0', 0],
    ['100', 1],
    ['"50%"', 0.5],
    ['0.5', 0.5],
    ['"12.5%"', 0.125],
    ['"100 %"', 1],
    ['-5', 0],
    ['150', 1],
    ['always', undefined],
    ['true', undefined],
  ])('%s is %j', (written, chance) => {
    expect(entryOf('A.md', lore(`keys: [aa]\nprobability: ${written}`)).properties.probability).toBe(chance);
  });
});

describe('BR-057 groups', () => {
  test.each<[string, string, readonly string[]]>([
    ['group: w', 'group: " w "\ngroup_weight: 0', ['A']],
    ['group: 1', 'group: "1"\ngroup_weight: 0', ['A']],
    ['group: ","', 'group: ""', ['A', 'B']],
    ['group: w\ngroup_weight: 0', 'group: w\ngroup_weight: 0', ['A']],
    ['group: "v, w"', 'group: "w,x"\ngroup_weight: 0', ['A']],
    ['group: w\nenabled: false\ngroup_override: true', 'group: w', ['B']],
  ])('%j beside %j', async (a, b, titles) => {
    const notes = { 'A.md': lore(`keys: [sky]\n${a}`), 'B.md': lore(`keys: [sky]\n${b}`) };
    expect(await injected(notes, 'sky')).toEqual(titles);
  });
});

describe('BR-041 secondary keys', () => {
  test.each([
    ['["", " "]', true],
    ['[" harbour "]', true],
    ['["/har?bour/i"]', true],
    ['["/HARBOUR/"]', false],
    ['[HARBOUR]', true],
    ['"harbour, sea"', true],
    ['[null]', true],
    ['[harbours]', false],
    ['[Harbour]\ncase_sensitive: true', false],
    ['[harb]\nwhole_words: false', true],
  ])('%s agree: %s', async (written, comes) => {
    expect(await injected({ 'A.md': lore(`keys: [law]\nrefine_keys: ${written}`) }, 'law of the harbour')).toEqual(
      comes ? ['A'] : [],
    );
  });
});

describe('BR-064 what waits for the texts of other entries says so', () => {
  const waiting = (properties: string): Notes => ({
    'A.md': lore(`${properties}\ndelay_until_recursion: 1`),
    'B.md': lore('keys: [law]', 'Of the lamp.'),
  });

  test.each<[string, string, Partial<Settings>, readonly string[], Record<string, string>]>([
    ['keys: [lamp]', 'a lamp', { recursion: false }, [], { A: 'recursion_only' }],
    ['keys: [lamp]', 'a lamp', { recursion: true }, [], { A: 'recursion_only' }],
    ['keys: [lamp]', 'a lamp and a law', { recursion: true }, ['A', 'B'], {}],
    ['keys: [lamp]', 'a law', { recursion: true }, ['A', 'B'], {}],
    ['keys: [lamp]', 'nothing', { recursion: true }, [], {}],
    ['keys: [lamp]\nrefine_keys: [sea]', 'a lamp', { recursion: true }, [], { A: 'recursion_only' }],
  ])('%s in “%s” with %j', async (properties, line, settings, comes, refused) => {
    const result = await turn(waiting(properties), chatOf(`Mara: ${line}`), { settings });
    expect([...injectedTitles(result)].sort()).toEqual(comes);
    expect(refusals(result)).toEqual(refused);
  });
});
