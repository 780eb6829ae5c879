import { describe, expect, test } from 'vitest';
import type { SelectionOutcome } from '../../ai/selection/selection-outcome';
import type { SelectionQuestion } from '../../ai/selection/selection-question';
import { chatOf, lore, turn, injectedTitles, refusals, type Notes } from '../../../../tests/support/lore-vault';
import type { Settings } from '../../settings/settings-table';
import type { RetrievalResult } from '../retrieval-result';

/** A model that picks entries by title and remembers what it was asked. */
function picker(...titles: readonly (string | readonly [string, 'high' | 'medium' | 'low'])[]) {
  const asked: SelectionQuestion[] = [];
  const select = (question: SelectionQuestion): Promise<SelectionOutcome> => {
    asked.push(question);
    const picks = titles.flatMap((wanted) => {
      const [title, confidence] = typeof wanted === 'string' ? ([wanted, 'high'] as const) : wanted;
      const found = question.candidates.find((one) => one.title === title);
      return found ? [{ id: found.id, confidence, reason: `Because of ${title}.` }] : [];
    });
    return Promise.resolve({
      kind: 'chosen',
      picks,
      unknown: ['Nowhere'],
      ambiguous: [],
      isCutOff: false,
      source: 'model',
      age: 0,
      categories: undefined,
    });
  };
  return { select, asked };
}

const failing = (): Promise<SelectionOutcome> =>
  Promise.resolve({ kind: 'failed', error: 'timeout', sentence: 'The AI did not answer in time.' });

const notes: Notes = {
  'Fox.md': lore('keys: [fox]', 'A fox. See [[Den]].'),
  'Hare.md': lore('keys: [hare]\nsummary: A quick animal.', 'A hare.'),
  'Den.md': lore('keys: [hollow]', 'Where the fox sleeps.'),
  'World.md': lore('constant: true', 'The world. See [[Sea]].'),
  'Sea.md': lore('keys: [waves]', 'The sea.'),
  'Off.md': lore('keys: [nothing]\nenabled: false', 'Off.'),
};
const chat = chatOf('Mara: a fox and a hare');
const twoStage: Partial<Settings> = { selectionMode: 'two-stage' };

/** Titles of what was injected, by name. */
function sorted(result: RetrievalResult): readonly string[] {
  return [...injectedTitles(result)].sort();
}

async function titles({ select }: ReturnType<typeof picker>, settings: Partial<Settings> = {}, messages = chat) {
  return sorted(await turn(notes, messages, { select, settings: { ...twoStage, ...settings } }));
}

describe('two-stage', () => {
  test('offers what keywords found and what its notes link to, and takes what the model picks', async () => {
    const { select, asked } = picker('Hare', 'Den');
    const result = await turn(notes, chat, { settings: twoStage, select });
    expect(asked[0]?.candidates.map((one) => one.title)).toEqual(['Den', 'Fox', 'Hare', 'Sea']);
    expect(asked[0]?.forced).toEqual({ count: 1, tokens: 4 });
    expect(sorted(result)).toEqual(['Den', 'Hare', 'World']);
    expect(refusals(result)).toEqual({ Fox: 'ai_not_chosen' });
    expect(result.trace.mode).toBe('two-stage');
    expect(result.trace.ai).toMatchObject({ outcome: 'chosen', source: 'model', candidates: 4, unknown: ['Nowhere'] });
    expect(result.trace.ai?.picks.map((pick) => [pick.title, pick.confidence])).toEqual([
      ['Hare', 'high'],
      ['Den', 'high'],
    ]);
  });

  test('tells the model of links, fields, summaries and what it may pick', async () => {
    const { select, asked } = picker();
    await turn(notes, chat, { settings: { ...twoStage, entryLimit: 3, tokenBudget: 100 }, select });
    const [question] = asked;
    expect(question?.candidates.find((one) => one.title === 'Fox')).toMatchObject({ links: ['Den'], isNamed: true });
    expect(question?.candidates.find((one) => one.title === 'Den')).toMatchObject({ isNamed: false });
    expect(question?.candidates.find((one) => one.title === 'Hare')?.summary).toBe('A quick animal.');
    expect(question).toMatchObject({ mostPicks: 2, budget: 100 });
  });

  test('adds to what keywords found when it is told to', async () => {
    expect(await titles(picker('Den'), { aiPolicy: 'merge' })).toEqual(['Den', 'Fox', 'Hare', 'World']);
  });

  test.each<[Settings['aiErrorFallback'], readonly string[]]>([
    ['best', ['Fox', 'Hare', 'World']],
    ['keywords', ['Fox', 'Hare', 'World']],
    ['forced', ['World']],
    ['nothing', []],
  ])('falls back to %s when the model fails, and says so', async (aiErrorFallback, expected) => {
    const result = await turn(notes, chat, { settings: { ...twoStage, aiErrorFallback }, select: failing });
    expect(sorted(result)).toEqual(expected);
    expect(result.trace.summary.degraded).toEqual(['ai:timeout']);
    expect(result.trace.summary.warnings).toContain('The AI did not answer in time.');
  });

  test.each<[Settings['aiEmptyFallback'], readonly string[]]>([
    ['forced', ['World']],
    ['keywords', ['Fox', 'Hare', 'World']],
    ['nothing', []],
  ])('takes %s when the model says that nothing fits', async (aiEmptyFallback, expected) => {
    expect(await titles(picker(), { aiEmptyFallback })).toEqual(expected);
  });

  test('is not asked when nothing is to be chosen', async () => {
    const { select, asked } = picker();
    const silent = { 'World.md': lore('constant: true', 'The world.') };
    const empty = await turn(silent, chat, { settings: twoStage, select });
    expect(empty.trace.ai?.outcome).toBe('skipped');
    const full = await turn(notes, chat, { settings: { ...twoStage, entryLimit: 1 }, select });
    expect(full.trace.ai?.sentence).toContain('fill the entry limit');
    const wordless = chatOf('Mara:   ');
    const named = { 'Fox.md': lore('keys: [mara]') };
    const quiet = await turn(named, wordless, { settings: twoStage, select });
    expect(quiet.trace.ai?.sentence).toContain('empty');
    expect(asked).toEqual([]);
  });

  test('confidence decides between entries of equal priority when the budget is short', async () => {
    expect(await titles(picker(['Fox', 'low'], ['Hare', 'high']), { entryLimit: 2 })).toEqual(['Hare', 'World']);
  });

  test('a swipe and a continue ask what the first try asked', async () => {
    const { select, asked } = picker('Fox');
    await turn(notes, chat, { settings: twoStage, select });
    const longer = chatOf('Mara: a fox and a hare', 'Vesk: It runs.');
    await turn(notes, longer, { settings: twoStage, select, request: { type: 'continue', turn: 1 } });
    expect(asked[1]?.lines).toEqual(asked[0]?.lines);
  });
});

describe('from the whole vault', () => {
  const aiOnly: Partial<Settings> = { selectionMode: 'ai-only' };

  test('offers every entry that could go in', async () => {
    const { select, asked } = picker('Sea');
    const result = await turn(notes, chatOf('Mara: hello'), { settings: aiOnly, select });
    expect(asked[0]?.candidates.map((one) => one.title)).toEqual(['Den', 'Fox', 'Hare', 'Sea']);
    expect(sorted(result)).toEqual(['Sea', 'World']);
  });

  test('offers nothing that filters, chances or exclude keys refuse', async () => {
    const gated: Notes = {
      'A.md': lore('keys: [a1]\nprobability: 0'),
      'B.md': lore('keys: [b1]\nexclude_keys: [hello]'),
      'C.md': lore('keys: [c1]\ndelay: 50'),
      'D.md': lore('keys: [hello]\nrefine_keys: [goodbye]'),
      'E.md': lore('keys: [e1]\ndelay_until_recursion: true'),
      'F.md': lore('keys: [f1]'),
    };
    const { select, asked } = picker();
    await turn(gated, chatOf('Mara: hello'), { settings: aiOnly, select });
    expect(asked[0]?.candidates.map((one) => one.title)).toEqual(['F']);
  });

  test.each<[Settings['aiErrorFallback'], readonly string[]]>([
    ['best', ['Den', 'Fox', 'Hare', 'Sea', 'World']],
    ['keywords', ['Fox', 'World']],
  ])('falls back to %s', async (aiErrorFallback, expected) => {
    const result = await turn(notes, chatOf('Mara: a fox'), {
      settings: { ...aiOnly, aiErrorFallback },
      select: failing,
    });
    expect(sorted(result)).toEqual(expected);
  });

  test('leaves the least important out when the list would be too long, and says which', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [
        `N${String(at)}.md`,
        lore(`keys: [k${String(at)}]\npriority: ${String(at + 1)}`),
      ]),
    );
    const { select, asked } = picker();
    const result = await turn(many, chat, { settings: { ...aiOnly, aiManifestTokens: 500 }, select });
    expect(asked[0]?.candidates.length).toBeLessThan(60);
    expect(asked[0]?.candidates.map((one) => one.title)).toContain('N0');
    expect(result.trace.ai?.cut).toBe(60 - (asked[0]?.candidates.length ?? 0));
  });
});

describe('what depends on a choice', () => {
  const linked: Notes = {
    'Fox.md': lore('keys: [fox]\ncascade_links: [Den]', 'A fox.'),
    'Den.md': lore('keys: [hollow]\ncascade_links: [Leaves]', 'A den.'),
    'Leaves.md': lore('keys: [leaves]', 'Leaves.'),
    'Owl.md': lore('keys: [owl]\ngroup: birds', 'An owl. [[Crow]]'),
    'Crow.md': lore('keys: [crow]\ngroup: birds', 'A crow.'),
  };

  test('is pulled in with the chosen and leaves with what is not', async () => {
    const messages = chatOf('Mara: a fox and an owl');
    const settings = twoStage;
    expect(sorted(await turn(linked, messages, { settings, select: picker('Fox').select }))).toEqual([
      'Den',
      'Fox',
      'Leaves',
    ]);
    const without = await turn(linked, messages, { settings, select: picker('Owl').select });
    expect(injectedTitles(without)).toEqual(['Owl']);
    expect(refusals(without)).toEqual({ Fox: 'ai_not_chosen', Den: 'source_gone', Leaves: 'source_gone' });
  });

  test('a group has one member still: the chosen one may take the place of one that was not', async () => {
    const messages = chatOf('Mara: an owl');
    const crow = await turn(linked, messages, { settings: twoStage, select: picker('Crow').select });
    expect(injectedTitles(crow)).toEqual(['Crow']);
    const both = await turn(linked, messages, { settings: twoStage, select: picker('Owl', 'Crow').select });
    expect(injectedTitles(both)).toEqual(['Owl']);
    expect(refusals(both)).toEqual({ Crow: 'group' });
  });
});

test('a chat that is new is told how the story begins', async () => {
  const seeded: Notes = { ...notes, 'Start.md': lore('keys: [start]\nseed: true', 'It begins at sea.') };
  const { select, asked } = picker('Fox');
  await turn(seeded, chat, { settings: twoStage, select });
  expect(asked[0]?.seeds).toEqual([{ title: 'Start', text: 'It begins at sea.' }]);
  await turn(seeded, chat, { settings: { ...twoStage, newChatThreshold: 0 }, select });
  expect(asked[1]?.seeds).toEqual([]);
});

test('a text names an entry by key, title or alias', async () => {
  const named: Notes = {
    'The Long Sea.md': lore('keys: [waves]\naliases: [Old Blue]', 'The sea.'),
    'R.md': lore('keys: ["/gr[ae]y/"]'),
    'Fox.md': lore('keys: [fox]'),
  };
  const { select, asked } = picker();
  await turn(named, chat, { settings: twoStage, select });
  const names = (text: string): boolean | undefined => asked[0]?.namesAnEntry(text);
  expect(['waves', 'the long sea', 'old blue', 'a grey cat'].map(names)).toEqual([true, true, true, true]);
  expect(names('nothing of that')).toBe(false);
});
