import { describe, expect, test } from 'vitest';
import type { Settings } from '../../src/core/settings/settings-table';
import { engineHost, titlesOf } from '../support/engine-host';
import { chatOf, entryOf, injectedTitles, lore, refusals, requestFor, turn, type Notes } from '../support/lore-vault';

const injected = async (notes: Notes, lines: readonly string[], settings: Partial<Settings> = {}) =>
  [...injectedTitles(await turn(notes, chatOf(...lines), { settings }))].sort();

describe('BR-041 secondary keys are looked for where the keys are', () => {
  const old = ['Mara: the seal', 'Vesk: yes', 'Mara: no', 'Vesk: well', 'Mara: a lamp'];

  test.each([
    ['and_any', '[seal, crown]', 4, false],
    ['and_any', '[seal, crown]', 5, true],
    ['and_all', '[seal, yes]', 4, false],
    ['and_all', '[seal, yes]', 5, true],
    ['not_any', '[seal, crown]', 4, true],
    ['not_any', '[seal, crown]', 5, false],
    ['not_all', '[seal, yes]', 4, true],
    ['not_all', '[seal, yes]', 5, false],
  ])('%s %s over %i messages: %s', async (logic, words, depth, comes) => {
    const own = {
      'A.md': lore(`keys: [lamp]\nrefine_keys: ${words}\nselective_logic: ${logic}\nscan_depth: ${String(depth)}`),
    };
    const global = { 'A.md': lore(`keys: [lamp]\nrefine_keys: ${words}\nselective_logic: ${logic}`) };
    expect(await injected(own, old)).toEqual(comes ? ['A'] : []);
    expect(await injected(global, old, { scanDepth: depth })).toEqual(comes ? ['A'] : []);
  });
});

describe('BR-046 chance is rolled before a group chooses', () => {
  test.each([
    '',
    'group_override: true',
    'group_weight: 1000000',
    'group_scoring: true\nrefine_keys: [sky]',
    'priority: 1',
  ])('a member without a chance never wins, whatever speaks for it (%j)', async (advantage) => {
    const notes = {
      'Rain.md': lore(`keys: [sky, cloud]\ngroup: weather\nprobability: 0\n${advantage}`),
      'Fog.md': lore('keys: [sky]\ngroup: weather\nprobability: 100%'),
    };
    for (let count = 1; count < 40; count++) {
      const request = { generationId: String(count), turn: count };
      const result = await turn(notes, chatOf('Mara: sky and cloud'), { request });
      expect(injectedTitles(result)).toEqual(['Fog']);
    }
  });
});

describe('BR-059 what does not fit makes room for what does', () => {
  const words = (count: number): string => 'word '.repeat(count).trim();

  test.each([
    ['too_large', { budgetKind: 'tokens', tokenBudget: 30 } as const, undefined],
    ['context_limit', { budgetKind: 'percent', budgetPercent: 30 } as const, 100],
  ])('whole, as %s', async (reason, settings, contextSize) => {
    const notes = {
      'A.md': lore('keys: [lamp]\npriority: 1', words(10)),
      'B.md': lore('keys: [lamp]\npriority: 2', words(50)),
      'C.md': lore('keys: [lamp]\npriority: 3', words(15)),
      'D.md': lore('keys: [lamp]\npriority: 4', words(20)),
      'E.md': lore('keys: [lamp]\npriority: 5', words(5)),
    };
    const result = await turn(notes, chatOf('Mara: lamp'), { settings, request: { contextSize } });
    expect([...injectedTitles(result)].sort()).toEqual(['A', 'C', 'E']);
    expect(refusals(result)).toEqual({ B: reason, D: 'over_budget' });
  });
});

describe('BR-066 a window of zero searches nothing', () => {
  test.each([
    ['the setting', { scanDepth: 0 }, 'keys: [lamp]'],
    ['the property', {}, 'keys: [lamp]\nscan_depth: 0'],
    ['the property in camel case', {}, 'keys: [lamp]\nscanDepth: "0"'],
    ['with a pattern', { scanDepth: 0 }, 'keys: ["/lamp/"]'],
    ['with recursion', { scanDepth: 0, recursion: true }, 'keys: [lamp]'],
    ['with a minimum of entries', { minActivations: 5 }, 'keys: [lamp]\nscan_depth: 0'],
    ['with a draft', { scanDepth: 0, fuzzy: true }, 'keys: [lamp]'],
  ])('by %s', async (_, settings, properties) => {
    const notes = { 'A.md': lore(properties), 'Law.md': lore('constant: true', 'No light.') };
    expect(await injected(notes, ['Mara: a lamp', 'Vesk: a lamp'], settings)).toEqual(['Law']);
  });
});

describe('BR-042 steps of recursion', () => {
  const chain: Notes = {
    'A.md': lore('keys: [aa]', 'bb'),
    'B.md': lore('keys: [bb]', 'cc aa'),
    'C.md': lore('keys: ["/cc/"]', 'dd'),
    'D.md': lore('keys: [dd]', 'aa'),
  };

  test.each([
    [1, ['A', 'B']],
    [2, ['A', 'B', 'C']],
    [3, ['A', 'B', 'C', 'D']],
    [100, ['A', 'B', 'C', 'D']],
  ])('%i of them reach %j, patterns and rings included', async (recursionSteps, titles) => {
    expect(await injected(chain, ['Mara: aa'], { recursion: true, recursionSteps })).toEqual(titles);
  });
});

describe('BR-070 order within one place', () => {
  test.each([
    'before',
    'after',
    'in_chat\ndepth: 2',
    'before_char',
    'author_note_top',
    'examples_bottom',
    'outlet\noutlet: maps',
  ])('a lower order comes first at %s, whatever the priority says', async (place) => {
    const note = (order: number, priority: number): string =>
      lore(`keys: [lamp]\nposition: ${place}\norder: ${String(order)}\npriority: ${String(priority)}`);
    const notes = { 'Third.md': note(30, 1), 'First.md': note(-5, 9), 'Second.md': note(20, 5) };
    expect(injectedTitles(await turn(notes, chatOf('Mara: lamp')))).toEqual(['First', 'Second', 'Third']);
  });
});

describe('BR-108 notes of one name', () => {
  test('have timers, pins and blocks of their own', async () => {
    const { engine } = engineHost({
      'North/Harbour.md': lore('keys: [north quay]\ncooldown: 2'),
      'South/Harbour.md': lore('keys: [south quay]\ncooldown: 2'),
    });
    await engine.open();
    const lines = ['Mara: north quay', 'Vesk: yes', 'Mara: north quay and south quay'];
    const first = await engine.generate(requestFor(chatOf(...lines.slice(0, 1)), { generationId: 'a' }), 1_000);
    const request = requestFor(chatOf(...lines), { generationId: 'b', records: [[1, first.record]] });
    const second = await engine.generate(request, 1_000);
    expect(first.trace.entries.map((entry) => entry.path)).toEqual(['North/Harbour.md']);
    expect(second.trace.entries.filter((entry) => entry.injected).map((entry) => entry.path)).toEqual([
      'South/Harbour.md',
    ]);
    await engine.changeChat('chat', { pins: [engine.entryByPath('North/Harbour.md')?.id ?? ''] });
    const third = await engine.generate({ ...request, generationId: 'c' }, 1_000);
    expect(titlesOf(third)).toEqual(['Harbour', 'Harbour']);
    await engine.changeChat('chat', { pins: [], blocks: [engine.entryByPath('South/Harbour.md')?.id ?? ''] });
    expect(titlesOf(await engine.generate({ ...request, generationId: 'd' }, 1_000))).toEqual([]);
  });
});

describe('BR-105 comments are neither injected nor searched', () => {
  test.each([
    'Kind. %%killer%%',
    'Kind. %% killer\nkiller %%',
    '%%killer%% Kind.',
    'Kind.\n\n%%\n\nkiller\n\n%%',
    'Kind. <!-- killer -->',
    'Kind. <!-- killer\n\nkiller -->',
    'Kind. %% killer %% %% killer %%',
    'Kind.\n%% killer',
    '| Kind. | %% killer %% |\n| --- | --- |',
    '- Kind. %% [[killer]] %%',
    '> Kind. %% killer %%',
  ])('%j', async (text) => {
    const notes = { 'Mira.md': lore('keys: [mira]', text), 'Killer.md': lore('keys: [killer]') };
    expect(await injected(notes, ['Mara: mira'], { recursion: true })).toEqual(['Mira']);
    const { text: clean, links } = entryOf('Mira.md', lore('keys: [mira]', text));
    expect(clean).toContain('Kind.');
    expect(clean).not.toMatch(/killer|%%|<!--|\n\n\n/);
    expect(links).toEqual([]);
  });
});
