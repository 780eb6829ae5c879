import { describe, expect, test } from 'vitest';
import { chatOf, injectedTitles, lore, refusals, turn } from '../../../tests/support/lore-vault';
import { FIRED, INJECTED } from '../chat/injection-record';

const chat = chatOf('Mara: we follow the fox');

describe('what becomes a candidate', () => {
  test('an entry whose key stands in the window', async () => {
    const result = await turn({ 'Fox.md': lore('keys: [fox]'), 'Hare.md': lore('keys: [hare]') }, chat);
    expect(injectedTitles(result)).toEqual(['Fox']);
    expect(result.trace.decisions[0]).toMatchObject({ stage: 'keywords', verdict: 'kept', reason: 'key' });
    expect(result.trace.decisions[0]?.matched).toEqual([{ key: 'fox', matched: 'fox', where: 0, start: 14, end: 17 }]);
  });

  test('a constant without any key in the text, and the trace says so', async () => {
    const result = await turn({ 'World.md': lore('constant: true\nkeys: []') }, chat);
    expect(injectedTitles(result)).toEqual(['World']);
    expect(result.trace.entries[0]?.reason).toBe('constant');
  });

  test('a bootstrap only while the chat is new', async () => {
    const notes = { 'Start.md': lore('bootstrap: true\nkeys: []') };
    expect(injectedTitles(await turn(notes, chatOf('a', 'b', 'c')))).toEqual(['Start']);
    expect(injectedTitles(await turn(notes, chatOf('a', 'b', 'c', 'd')))).toEqual([]);
  });

  test('the entry about the active character when the setting is on', async () => {
    const notes = { 'Vesk.md': lore('aliases: [the Ferryman]\nkeys: [ferry]') };
    const request = { character: { name: 'The Ferryman', texts: {}, tags: [], avatar: '' } };
    expect(injectedTitles(await turn(notes, chat, { request }))).toEqual([]);
    expect(injectedTitles(await turn(notes, chat, { request, settings: { activeCharacter: true } }))).toEqual(['Vesk']);
  });

  test('BR-034 a key with {{user}} stands for the name, and for nothing without one', async () => {
    const notes = { 'Hero.md': lore('keys: ["{{user}}"]') };
    expect(injectedTitles(await turn(notes, chatOf('Vesk: Wren waves'), { request: { personaName: 'Wren' } }))).toEqual(
      ['Hero'],
    );
    expect(injectedTitles(await turn(notes, chatOf('Vesk: user waves'), { request: { personaName: 'Wren' } }))).toEqual(
      [],
    );
    expect(injectedTitles(await turn(notes, chatOf('Vesk: anything'), { request: { personaName: '' } }))).toEqual([]);
  });

  test('BR-035 an unknown macro in a key is literal text', async () => {
    const notes = { 'Vesk.md': lore('keys: ["{{char}}"]'), 'Odd.md': lore('keys: ["{{unknownMacro}}"]') };
    const request = { character: { name: 'Vesk', texts: {}, tags: [], avatar: '' } };
    const result = await turn(notes, chatOf('Mara: Vesk nods at {{unknownMacro}}'), { request });
    expect(injectedTitles(result)).toEqual(['Odd', 'Vesk']);
  });
});

describe('the scan window', () => {
  test('BR-066 scan depth 0 searches no message; an entry’s own depth still counts', async () => {
    const notes = {
      'Always.md': lore('constant: true'),
      'Own.md': lore('keys: [fox]\nscan_depth: 2'),
      'Plain.md': lore('keys: [fox]'),
    };
    expect(injectedTitles(await turn(notes, chat, { settings: { scanDepth: 0 } }))).toEqual(['Always', 'Own']);
  });

  test('hidden and system messages do not eat the window', async () => {
    const messages = chatOf('Mara: a fox', 'Vesk: hidden thing', 'Vesk: yes').map((message) =>
      message.index === 1 ? { ...message, hidden: true } : message,
    );
    const notes = { 'Fox.md': lore('keys: [fox]'), 'Hidden.md': lore('keys: [hidden]') };
    expect(injectedTitles(await turn(notes, messages, { settings: { scanDepth: 2 } }))).toEqual(['Fox']);
  });

  test('keys never match across two messages', async () => {
    const notes = { 'Silver.md': lore('keys: [silver moon]') };
    expect(injectedTitles(await turn(notes, chatOf('Mara: silver', 'moon')))).toEqual([]);
    expect(injectedTitles(await turn(notes, chatOf('Mara: silver\nmoon')))).toEqual(['Silver']);
  });

  test('a speaker’s name is searched unless the setting is off', async () => {
    const notes = { 'Vesk.md': lore('keys: [vesk]') };
    expect(injectedTitles(await turn(notes, chatOf('Vesk: hello')))).toEqual(['Vesk']);
    expect(injectedTitles(await turn(notes, chatOf('Vesk: hello'), { settings: { speakerNames: false } }))).toEqual([]);
  });

  test('the draft is searched too', async () => {
    const result = await turn({ 'Hare.md': lore('keys: [hare]') }, chat, { request: { draft: 'and a hare' } });
    expect(injectedTitles(result)).toEqual(['Hare']);
    expect(result.trace.decisions[0]?.matched[0]?.where).toBe('draft');
  });
});

describe('what refuses a candidate', () => {
  test.each([
    ['enabled: false\nkeys: [fox]', 'disabled'],
    ['tag: lorebook-never\nkeys: [fox]', 'never'],
    ['keys: [fox]\ntriggers: [impersonate]', 'trigger'],
    ['keys: [fox]\nexclude_keys: [follow]', 'excluded_by_key'],
    ['keys: [fox]\nrefine_keys: [hare]', 'secondary_keys_not_met'],
    ['keys: [fox]\nrefine_keys: [hare, fox]\nselective_logic: and_all', 'secondary_keys_not_met'],
    ['keys: [fox]\nrefine_keys: [follow]\nselective_logic: not_any', 'secondary_keys_not_met'],
    ['keys: [fox]\nrefine_keys: [follow, fox]\nselective_logic: not_all', 'secondary_keys_not_met'],
  ])('%s', async (properties, reason) => {
    const result = await turn({ 'Fox.md': lore(properties) }, chat);
    expect(injectedTitles(result)).toEqual([]);
    expect(refusals(result)).toEqual({ Fox: reason });
  });

  test.each([
    'refine_keys: [follow, hare]',
    'refine_keys: [follow, fox]\nselective_logic: and_all',
    'refine_keys: [hare]\nselective_logic: not_any',
    'refine_keys: [follow, hare]\nselective_logic: not_all',
  ])('secondary keys that agree let it pass: %s', async (properties) => {
    expect(injectedTitles(await turn({ 'Fox.md': lore(`keys: [fox]\n${properties}`) }, chat))).toEqual(['Fox']);
  });

  test('BR-041 secondary keys are looked for in the same window as the keys', async () => {
    const notes = { 'Law.md': lore('keys: [the, a, .]\nrefine_keys: [seal the archive]\nselective_logic: not_any') };
    expect(injectedTitles(await turn(notes, chatOf('Mara: the ship')))).toEqual(['Law']);
    expect(
      refusals(await turn(notes, chatOf('Mara: the crew: seal the archive', 'Vesk: aye', 'Mara: the wind'))),
    ).toEqual({
      Law: 'secondary_keys_not_met',
    });
  });
});

describe('the budget', () => {
  const words = (count: number): string => Array.from({ length: count }, (_, at) => `w${String(at)}`).join(' ');

  test('BR-059 an entry that does not fit leaves room for smaller ones', async () => {
    const notes = {
      'A.md': lore('keys: [fox]\npriority: 1', words(100)),
      'B.md': lore('keys: [fox]\npriority: 2', words(5000)),
      'C.md': lore('keys: [fox]\npriority: 3', words(80)),
      'D.md': lore('keys: [fox]\npriority: 4', words(200)),
    };
    const result = await turn(notes, chat, { settings: { tokenBudget: 300 } });
    expect(injectedTitles(result)).toEqual(['A', 'C']);
    expect(refusals(result)).toEqual({ B: 'too_large', D: 'over_budget' });
    expect(result.trace.summary).toMatchObject({ candidates: 4, injected: 2, tokens: 180, budget: 300 });
  });

  test('BR-061 a budget of one token keeps everything out and lists every skip', async () => {
    const notes = Object.fromEntries(
      ['A', 'B', 'C', 'D', 'E'].map((name) => [`${name}.md`, lore('keys: [fox]', 'two words')]),
    );
    const result = await turn(notes, chat, { settings: { tokenBudget: 1 } });
    expect(injectedTitles(result)).toEqual([]);
    expect(Object.keys(refusals(result))).toHaveLength(5);
  });

  test('BR-062 a share is taken of the context size, not of the prompt', async () => {
    const notes = { 'World.md': lore('constant: true', words(600)) };
    const settings = { budgetKind: 'percent', budgetPercent: 25 } as const;
    for (const length of [1, 3, 9]) {
      const messages = chatOf(...Array.from({ length: 3 }, () => `Vesk: ${words(length * 50)}`));
      expect(injectedTitles(await turn(notes, messages, { settings, request: { contextSize: 8000 } }))).toEqual([
        'World',
      ]);
    }
  });

  test('the entry limit counts entries, and required ones come first', async () => {
    const notes = {
      'A.md': lore('keys: [fox]\npriority: 1'),
      'B.md': lore('keys: [fox]\npriority: 900\nrequired: true'),
    };
    const result = await turn(notes, chat, { settings: { entryLimit: 1 } });
    expect(injectedTitles(result)).toEqual(['B']);
    expect(refusals(result)).toEqual({ A: 'entry_limit' });
  });

  test('required entries beyond the budget are still given, up to the safe share of the context, with a warning', async () => {
    const notes = {
      'A.md': lore('constant: true\nrequired: true', words(40)),
      'B.md': lore('constant: true\nrequired: true', words(40)),
    };
    const result = await turn(notes, chat, { settings: { tokenBudget: 10 }, request: { contextSize: 100 } });
    expect(injectedTitles(result)).toEqual(['A']);
    expect(refusals(result)).toEqual({ B: 'context_limit' });
    expect(result.trace.summary.warnings[0]).toContain('TOKEN_BUDGET_EXCEEDED');
  });

  test('an entry that ignores the budget always fits, and what it takes is gone for those behind it', async () => {
    const notes = (priority: number): Record<string, string> => ({
      'A.md': lore(`keys: [fox]\npriority: ${String(priority)}\nignore_budget: true`, words(90)),
      'B.md': lore('keys: [fox]', words(90)),
    });
    const settings = { tokenBudget: 100 };
    expect(injectedTitles(await turn(notes(900), chat, { settings }))).toEqual(['B', 'A']);
    const behind = await turn(notes(1), chat, { settings });
    expect(injectedTitles(behind)).toEqual(['A']);
    expect(refusals(behind)).toEqual({ B: 'over_budget' });
  });

  test('candidates are kept or refused, never lost', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 30 }, (_, at) => [`N${String(at)}.md`, lore('keys: [fox]', words(at + 1))]),
    );
    const { trace } = await turn(notes, chat, { settings: { tokenBudget: 40 } });
    const refused = new Set(trace.decisions.filter((one) => one.verdict === 'refused').map((one) => one.entry));
    expect(trace.summary.injected + refused.size).toBe(trace.summary.candidates);
  });
});

describe('places', () => {
  test('entries of one place are joined by order, then priority, then path', async () => {
    const notes = {
      'B.md': lore('keys: [fox]\norder: 1', 'Bee.'),
      'A.md': lore('keys: [fox]\norder: 2', 'Ay.'),
      'C.md': lore('keys: [fox]\norder: 2\npriority: 1', 'Cee.'),
    };
    const result = await turn(notes, chat);
    expect(result.injections).toHaveLength(1);
    expect(result.injections[0]?.text).toBe('Bee.\n\nCee.\n\nAy.');
  });

  test('position, depth, role and outlet make the place', async () => {
    const notes = {
      'A.md': lore('keys: [fox]\nposition: before'),
      'B.md': lore('keys: [fox]\nposition: in_chat\ndepth: 2\nrole: user'),
      'C.md': lore('keys: [fox]\nposition: 7\noutlet: places'),
      'D.md': lore('keys: [fox]\nposition: in-chat'),
      'E.md': lore('keys: [fox]\nposition: outlet'),
    };
    expect((await turn(notes, chat)).injections.map((injection) => injection.key)).toEqual([
      'lorehearth/after',
      'lorehearth/before',
      'lorehearth/in_chat/2/user',
      'lorehearth/in_chat/4/system',
      'lorehearth/outlet/places',
    ]);
  });

  test('BR-070 a lower order stands earlier in the answer', async () => {
    const notes = {
      'Reply.md': lore('keys: [fox]\nposition: in_chat\ndepth: 3\nrole: user\norder: 20', 'Reply.'),
      'Call.md': lore('keys: [fox]\nposition: in_chat\ndepth: 3\nrole: user\norder: 10', 'Call.'),
    };
    expect((await turn(notes, chat)).injections[0]?.text).toBe('Call.\n\nReply.');
  });

  test('the template is filled in one pass, whatever title and text hold', async () => {
    const notes = { 'Fox.md': lore('keys: [fox]\ntitle: "<Fox & {{content}} $1>"', '$& {{title}} $1') };
    const result = await turn(notes, chat, { settings: { template: '<{{title}}>\n{{content}}' } });
    expect(result.injections[0]?.text).toBe('<&lt;Fox &amp; {{content}} $1&gt;>\n$& {{title}} $1');
  });
});

describe('record and trace', () => {
  test('the record names each injected entry, and which of them fired by themselves', async () => {
    const result = await turn({ 'Fox.md': lore('keys: [fox]'), 'World.md': lore('constant: true') }, chat);
    expect(result.record).toMatchObject({ v: 1, g: 'generation' });
    expect(result.record.e.map(([, flags]) => flags).sort((a, b) => a - b)).toEqual([INJECTED, INJECTED | FIRED]);
  });

  test('a turn without any match has a trace all the same', async () => {
    const result = await turn({ 'Fox.md': lore('keys: [hare]') }, chat);
    expect(result.injections).toEqual([]);
    expect(result.trace.summary).toMatchObject({ candidates: 0, injected: 0, tokens: 0 });
    expect(result.trace.window).toEqual([0]);
  });

  test('the same input gives the same answer', async () => {
    const notes = { 'Fox.md': lore('keys: [fox]'), 'Two.md': lore('keys: [follow]') };
    expect(await turn(notes, chat)).toEqual(await turn(notes, chat));
  });
});
