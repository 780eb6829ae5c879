import { describe, expect, test } from 'vitest';
import { chatOf, injectedTitles, lore, refusals, turn } from '../../../tests/support/lore-vault';

const recursion = { recursion: true, entryLimit: 0 } as const;

describe('recursion', () => {
  const chain = {
    'A.md': lore('keys: [alder]', 'It names birch.'),
    'B.md': lore('keys: [birch]', 'It names cedar.'),
    'C.md': lore('keys: [cedar]', 'It names dogwood.'),
    'D.md': lore('keys: [dogwood]', 'The end.'),
  };

  test.each([
    [0, ['A']],
    [1, ['A', 'B']],
    [2, ['A', 'B', 'C']],
    [3, ['A', 'B', 'C', 'D']],
  ])('BR-042 %i steps follow the chain so far', async (recursionSteps, titles) => {
    const result = await turn(chain, chatOf('Mara: alder'), { settings: { ...recursion, recursionSteps } });
    expect(injectedTitles(result)).toEqual(titles);
  });

  test('BR-044 is off by default, and exclude_recursion keeps a text from waking others', async () => {
    const people = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [`P${String(at)}.md`, lore(`keys: [person${String(at)}]`)]),
    );
    const text = Object.keys(people)
      .map((_, at) => `person${String(at)}`)
      .join(', ');
    const off = await turn({ ...people, 'Cast.md': lore('keys: [cast]', text) }, chatOf('Mara: the cast gathers'));
    expect(injectedTitles(off)).toEqual(['Cast']);
    const notes = { ...people, 'Cast.md': lore('keys: [cast]\nexcludeRecursion: true', text) };
    expect(injectedTitles(await turn(notes, chatOf('Mara: the cast gathers'), { settings: recursion }))).toEqual([
      'Cast',
    ]);
  });

  test('not_recursable keeps an entry from being woken by another’s text', async () => {
    const notes = { ...chain, 'B.md': lore('keys: [birch]\nnot_recursable: true') };
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder'), { settings: recursion }))).toEqual(['A']);
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder and birch'), { settings: recursion }))).toEqual([
      'A',
      'B',
    ]);
  });

  test('a refused entry wakes nothing', async () => {
    const notes = { ...chain, 'A.md': lore('keys: [alder]\ndelay: 10', 'It names birch.') };
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder'), { settings: recursion }))).toEqual([]);
  });

  test('secondary keys may stand in the text of another entry', async () => {
    const notes = {
      'A.md': lore('keys: [alder]', 'It names birch.'),
      'B.md': lore('keys: [fox]\nrefine_keys: [birch]'),
    };
    expect(injectedTitles(await turn(notes, chatOf('Mara: fox and alder'), { settings: recursion }))).toEqual([
      'A',
      'B',
    ]);
  });

  test('cycles end', async () => {
    const notes = { 'A.md': lore('keys: [alder]', 'birch'), 'B.md': lore('keys: [birch]', 'alder') };
    const settings = { ...recursion, recursionSteps: 1000 };
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder'), { settings }))).toEqual(['A', 'B']);
  });

  test('the trace says in whose text the key stood', async () => {
    const { trace } = await turn(chain, chatOf('Mara: alder'), { settings: recursion });
    const birch = trace.decisions.find((decision) => decision.reason === 'recursion');
    expect(birch?.matched[0]).toMatchObject({ key: 'birch', matched: 'birch', where: trace.decisions[0]?.entry });
  });

  test('delayed entries wait for their level', async () => {
    const notes = {
      'A.md': lore('keys: [alder]', 'birch'),
      'One.md': lore('keys: [birch]\ndelay_until_recursion: true'),
      'Two.md': lore('keys: [birch]\ndelay_until_recursion: 2'),
    };
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder'), { settings: { recursion: true } }))).toEqual([
      'A',
      'One',
      'Two',
    ]);
    const limited = { recursion: true, recursionSteps: 1 };
    expect(injectedTitles(await turn(notes, chatOf('Mara: alder'), { settings: limited }))).toEqual(['A', 'One']);
  });
});

describe('minimum activations', () => {
  const notes = {
    'Fox.md': lore('keys: [fox]'),
    'Hare.md': lore('keys: [hare]'),
    'Own.md': lore('keys: [owl]\nscan_depth: 1'),
  };
  const chat = chatOf('Mara: an owl and a hare', 'Vesk: a hare', 'Mara: quiet', 'Vesk: a fox');

  test('search older messages until enough entries are found', async () => {
    const settings = { scanDepth: 1, minActivations: 2 };
    const result = await turn(notes, chat, { settings });
    expect(injectedTitles(result)).toEqual(['Fox', 'Hare']);
    expect(result.trace.entries.find((entry) => entry.title === 'Hare')?.reason).toBe('min_activations');
  });

  test('stop at their depth', async () => {
    const settings = { scanDepth: 1, minActivations: 2, minActivationsDepth: 2 };
    expect(injectedTitles(await turn(notes, chat, { settings }))).toEqual(['Fox']);
  });

  test('do not widen the window of an entry with its own', async () => {
    const settings = { scanDepth: 1, minActivations: 3 };
    expect(injectedTitles(await turn(notes, chat, { settings }))).toEqual(['Fox', 'Hare']);
  });
});

describe('cascade links', () => {
  test('pull entries in without keys, on and on, and end in a circle', async () => {
    const notes = {
      'A.md': lore('keys: [alder]\ncascade_links: ["[[B]]"]'),
      'B.md': lore('keys: []\ncascade_links: [C, A]'),
      'C.md': lore('keys: []\ncascade_links: [B]'),
    };
    const result = await turn(notes, chatOf('Mara: alder'));
    expect(injectedTitles(result)).toEqual(['A', 'B', 'C']);
    expect(result.trace.entries.map((entry) => entry.reason)).toContain('cascade');
  });

  test('what they bring passes the filters', async () => {
    const notes = { 'A.md': lore('keys: [alder]\ncascade_links: [B]'), 'B.md': lore('keys: []\nenabled: false') };
    const result = await turn(notes, chatOf('Mara: alder'));
    expect(refusals(result)).toEqual({ B: 'disabled' });
  });
});

describe('fuzzy search', () => {
  const notes = {
    'Ferry.md': lore('keys: [raft]', 'The ferry crosses the black river at night, pulled by ropes.'),
    'Oven.md': lore('keys: [oven]', 'Bread is baked before dawn.'),
  };
  const chat = chatOf('Mara: we cross the black river by ferry');

  test('finds entries whose text resembles the chat, when it is on', async () => {
    expect(injectedTitles(await turn(notes, chat))).toEqual([]);
    expect(injectedTitles(await turn(notes, chat, { settings: { fuzzy: true } }))).toEqual(['Ferry']);
  });

  test('BR-037 does not go round secondary keys', async () => {
    const law = { 'Harbour Law.md': lore('keys: [law]\nrefine_keys: [harbour]', 'The law of the hills and harbours.') };
    const result = await turn(law, chatOf('Mara: the law of the hills'), { settings: { fuzzy: true } });
    expect(injectedTitles(result)).toEqual([]);
    expect(refusals(result)).toEqual({ 'Harbour Law': 'secondary_keys_not_met' });
  });

  test('never finds a writing guide', async () => {
    const guide = '---\ntags: [lorebook-guide]\n---\nThe ferry crosses the black river.';
    const result = await turn({ 'Guide.md': guide }, chat, { settings: { fuzzy: true } });
    expect(result.trace.entries).toEqual([]);
  });
});
