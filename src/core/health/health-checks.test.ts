import { describe, expect, test } from 'vitest';
import { indexOf, lore, settingsWith, wordCounter, type Notes } from '../../../tests/support/lore-vault';
import { defaultFields } from '../lore/field-definitions';
import type { Trace } from '../pipeline/trace';
import type { Settings } from '../settings/settings-table';
import { ProblemFinder } from './find-problems';
import type { HealthInput } from './health-input';

function inputOf(notes: Notes, settings: Partial<Settings> = {}, changes: Partial<HealthInput> = {}): HealthInput {
  const all = settingsWith(settings);
  return {
    index: indexOf(notes, all),
    settings: all,
    recurses: () => all.recursion,
    tokens: (text) => wordCounter.count(text).tokens,
    unreachable: undefined,
    lackOf: () => undefined,
    failedSummaries: [],
    documents: [],
    gaps: [],
    fields: defaultFields,
    nearTags: [],
    turns: [],
    give: () => Promise.resolve(),
    ...changes,
  };
}

/** `title code text` of what is found. */
async function found(
  notes: Notes,
  settings: Partial<Settings> = {},
  changes: Partial<HealthInput> = {},
): Promise<readonly string[]> {
  const findings = await new ProblemFinder().find(inputOf(notes, settings, changes));
  return findings.map(({ code, entry, text }) => [entry?.title ?? 'vault', code, text].filter(Boolean).join(' '));
}

const plain = lore('keys: [plain]');

test('a vault without fault has no findings', async () => {
  expect(
    await found({ 'A.md': plain, 'Fox.md': lore('keys: [red fox]\nrequires: A', 'See [[A]] and [[map.png]].') }),
  ).toEqual([]);
});

describe('settings', () => {
  test.each([
    ['scan-depth-zero', { scanDepth: 0 }],
    ['budget-small 199', { tokenBudget: 199 }],
    ['reserve-over-budget 4000', { constantsReserve: 4_000 }],
    ['recursion-one-step 1', { recursion: true, recursionSteps: 1 }],
    ['tags-equal lorebook', { neverTag: 'Lorebook' }],
  ] as const)('tell %s', async (finding, settings) => {
    expect(await found({ 'A.md': plain }, settings)).toContain(`vault ${finding}`);
  });

  test('tell that a vault has no entry, or cannot be read, and not both', async () => {
    expect(await found({})).toEqual(['vault no-entries lorebook']);
    expect(await found({}, {}, { unreachable: 'no disk' })).toEqual(['vault vault-unreachable']);
    expect(await found({}, {}, { nearTags: [{ tag: 'lore', notes: 4 }] })).toContain('vault tag-near lore');
  });

  test('a scan depth of 0 is no fault where an entry has one of its own', async () => {
    expect(await found({ 'A.md': lore('keys: [a plain]\nscan_depth: 2') }, { scanDepth: 0 })).toEqual([]);
  });
});

describe('one entry', () => {
  test.each([
    ['probability-zero', 'probability: 0'],
    ['recursion-contradiction', 'delay_until_recursion: true\nnot_recursable: true'],
    ['depth-not-in-chat depth', 'position: before\ndepth: 2'],
    ['depth-not-in-chat role', 'role: user'],
    ['outlet-elsewhere maps', 'outlet: maps\nposition: after'],
    ['logic-without-refine not_all', 'selective_logic: not_all'],
    ['key-short ox', 'keys: [ox]'],
    ['key-duplicate Pell', 'keys: [pell, Pell]'],
    ['key-swallowed red fox', 'keys: [fox, red fox]'],
    ['key-excluded red fox', 'keys: [red fox]\nexclude_keys: [fox]'],
    ['never-scanned', 'scan_depth: 0'],
    ['excludes-itself A', 'excludes: "[[A]]"'],
    ['requires-itself A', 'requires: A'],
    ['never-and-always', 'tags: [lorebook, lorebook-never]\nconstant: true'],
  ])('tells %s', async (finding, properties) => {
    const source = properties.startsWith('tags') ? `---\n${properties}\n---\nText.` : lore(properties);
    expect(await found({ 'A.md': source }, { recursion: false })).toContain(`A ${finding}`);
  });

  test.each([
    ['a chance', 'probability: 1%'],
    ['a place in the chat', 'position: in_chat\ndepth: 2\nrole: user'],
    ['a short key of a script without spaces', 'keys: [鈴, 川]'],
    ['a picture as a key', 'keys: [🐟]'],
    ['keys that differ in a case that counts', 'keys: [Knot, knot]\ncase_sensitive: true'],
    ['keys that only share letters', 'keys: [fox, foxglove]'],
    ['counted keys', 'keys: [fox, red fox]\nwarmup: 2'],
    ['a regular expression', 'keys: [/fo?x/, red fox]'],
  ])('is content with %s', async (_, properties) => {
    expect(await found({ 'A.md': lore(properties) })).toEqual([]);
  });

  test('that is switched off has no problems of this kind', async () => {
    expect(await found({ 'B.md': plain, 'A.md': lore('enabled: false\nprobability: 0\nkeys: [ox, ox]') })).toEqual([]);
  });

  test.each(['{{setvar::a::1}}', '{{ addglobalvar::a::1 }}', '{{incvar::a}}', '{{SETVAR::a::}}'])(
    'whose text has %s writes',
    async (macro) => {
      expect(await found({ 'A.md': lore('keys: [a b]', `Text ${macro}.`) })).toEqual([`A macro-writes-state ${macro}`]);
    },
  );

  test('reading macros write nothing', async () => {
    expect(await found({ 'A.md': lore('keys: [a b]', '{{getvar::a}} {{char}} {{random::a::b}}') })).toEqual([]);
  });

  test('that is long, and one that never fits', async () => {
    const text = (words: number): string => 'word '.repeat(words);
    const notes = { 'A.md': lore('keys: [a b]', text(1_600)), 'B.md': lore('keys: [b c]', text(4_000)) };
    expect(await found(notes)).toEqual(['A entry-long 1600', 'B entry-over-budget 4000']);
  });

  test('needs a summary, and a short seed, only where the AI chooses', async () => {
    const notes = {
      'A.md': lore('keys: [a b]'),
      'B.md': lore('keys: [b c]\nseed: true\nsummary: S', 'word '.repeat(2_100)),
    };
    expect(await found(notes, { longEntryTokens: 9_000 })).toEqual([]);
    expect(await found(notes, { longEntryTokens: 9_000, selectionMode: 'two-stage' })).toEqual([
      'A summary-missing',
      'B seed-long 2100',
    ]);
  });

  test('links to no note', async () => {
    const notes = {
      'A.md': lore('keys: [a b]', '[[Nobody]] [[Diary#May]] [[Folder/Diary|x]] [[a.pdf]] [[#Here]]'),
      'Folder/Diary.md': 'Dear.',
    };
    expect(await found(notes)).toEqual(['A text-link-missing Nobody']);
  });
});

describe('gates', () => {
  test('that contradict each other', async () => {
    const notes = {
      'A.md': lore('keys: [a b]\nrequires: B\nexcludes: "[[Folder/B|b]]"'),
      'Folder/B.md': lore('keys: [b c]'),
      'C.md': lore('keys: [c d]\nrequires: [B, D]'),
      'D.md': lore('keys: [d e]\nexcludes: B'),
      'E.md': lore('keys: [e f]\nrequires: G'),
      'G.md': lore('keys: [g h]\nexcludes: E'),
    };
    expect(await found(notes)).toEqual([
      'A requires-and-excludes Folder/B',
      'C requires-excluded D',
      'E requires-excluded G',
    ]);
  });

  test('on what is switched off, and on what depends on that', async () => {
    const notes = {
      'A.md': lore('keys: [a b]\nrequires: B'),
      'B.md': lore('keys: [b c]\nrequires: [C]'),
      'C.md': lore('enabled: false'),
      'D.md': lore('keys: [d e]\nrequires: E'),
      'E.md': '---\ntags: [lorebook, lorebook-never]\n---\nText.',
      'F.md': lore('keys: [f g]\nconstant: true\nrequires: C'),
      'G.md': lore('keys: [g h]\nrequires: H'),
      'H.md': lore('keys: [h i]\nrequires: Nobody'),
    };
    expect([...(await found(notes))].sort()).toEqual([
      'A requires-unreachable B',
      'B requires-unreachable C',
      'D requires-unreachable E',
      'G requires-unreachable H',
    ]);
  });

  test('that exclude a constant, or what is in every new chat', async () => {
    const notes = {
      'A.md': lore('keys: [a b]\nexcludes: B'),
      'B.md': lore('constant: true'),
      'C.md': lore('keys: [c d]\nexcludes: [D, E]'),
      'D.md': lore('keys: [d e]\nbootstrap: true'),
      'E.md': lore('keys: [e f]\nbootstrap: true\nenabled: false'),
    };
    expect(await found(notes)).toEqual(['A excludes-constant B', 'C excludes-bootstrap D']);
  });

  test.each([2, 3, 7])('in a circle of %i are told once', async (length) => {
    const names = Array.from({ length }, (_, at) => `Note ${String(at)}`);
    const notes = Object.fromEntries(
      names.map((name, at) => [`${name}.md`, lore(`requires: ${names[(at + 1) % length] ?? ''}`)]),
    );
    const told = await found({ ...notes, 'Other.md': lore('requires: Note 0') });
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('requires-cycle');
  });

  test('in a chain as long as the vault do not overflow', async () => {
    const notes = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, at) => [
        `N${String(at)}.md`,
        lore(`keys: [key n${String(at)}]\nrequires: N${String((at + 1) % 4_000)}`),
      ]),
    );
    expect(await found(notes)).toHaveLength(1);
  });
});

describe('the whole vault', () => {
  test('constants over the budget and over the limit', async () => {
    const constant = lore('constant: true', 'word '.repeat(150));
    const notes = {
      'A.md': constant,
      'B.md': constant,
      'C.md': lore('constant: true\nignore_budget: true', 'word '.repeat(900)),
    };
    expect(await found(notes, { tokenBudget: 250 })).toEqual(['vault constants-over-budget 300']);
    expect(await found(notes, { entryLimit: 2 })).toEqual(['vault constants-over-limit 2']);
  });

  test('a key of many entries is told once, and not inside one group', async () => {
    const notes = (extra = ''): Notes =>
      Object.fromEntries(
        Array.from({ length: 7 }, (_, at) => [`N${String(at)}.md`, lore(`keys: [The River]\n${extra}`)]),
      );
    expect(await found(notes())).toEqual(['N0 key-shared the river']);
    expect(await found(notes('group: river'))).toEqual([]);
    expect(await found(notes(), { sharedKeyEntries: 7 })).toEqual([]);
  });

  test('titles that are almost one', async () => {
    const notes = { 'The Harbor.md': plain, 'harbor.md': lore('keys: [b c]'), 'Harbour.md': lore('keys: [c d]') };
    expect(await found(notes)).toEqual(['harbor title-overlap harbor']);
  });

  test('two spellings of one type', async () => {
    const notes = {
      'A.md': plain,
      'B.md': lore('type: place'),
      'C.md': lore('type: place'),
      'D.md': lore('type: Places'),
    };
    expect(await found(notes)).toEqual(['D type-near Places']);
  });

  test('a member that never wins its group', async () => {
    const notes = {
      'A.md': lore('keys: [river]\ngroup: r\ngroup_override: true'),
      'B.md': lore('keys: [slow river, river mouth]\ngroup: r'),
      'C.md': lore('keys: [slow river, delta]\ngroup: r'),
    };
    expect(await found(notes)).toEqual(['B group-never-wins r']);
  });

  test('an entry that nothing searches for, unless another brings it or texts are searched', async () => {
    const notes = {
      'A.md': lore('scan_depth: 0'),
      'B.md': lore('keys: [b c]\ncascade_links: C'),
      'C.md': lore('scan_depth: 0'),
    };
    expect(await found(notes)).toEqual(['A never-scanned']);
    expect(await found(notes, { recursion: true })).toEqual([]);
    expect(await found({ ...notes, 'D.md': lore('delay_until_recursion: 2') })).toEqual([]);
  });
});

test('a key that was found in almost every turn', async () => {
  const notes = { 'A.md': plain, 'B.md': lore('keys: [rare key]') };
  const [a, b] = [...indexOf(notes).entries.values()];
  const turn = (at: number): Trace => {
    const matched = (key: string) => [{ key, matched: key, where: 1, start: 0, end: 1 }];
    const decision = (entry: string | undefined, key: string) =>
      ({
        entry: entry ?? '',
        stage: 'keywords',
        verdict: 'kept',
        reason: 'key',
        detail: '',
        matched: matched(key),
      }) as const;
    const decisions = [decision(a?.id, 'plain'), ...(at % 2 === 0 ? [decision(b?.id, 'rare key')] : [])];
    return { decisions } as unknown as Trace;
  };
  const turns = Array.from({ length: 40 }, (_, at) => turn(at));
  expect(await found(notes, {}, { turns })).toEqual(['A key-fires-often plain']);
  expect(await found(notes, {}, { turns: turns.slice(0, 10) })).toEqual([]);
});

test('what was found in an entry is kept as long as the entry and the settings', async () => {
  const notes = { 'A.md': lore('keys: [ab]') };
  const finder = new ProblemFinder();
  const [first] = await finder.find(inputOf(notes));
  expect((await finder.find(inputOf(notes)))[0]).not.toBe(undefined);
  const input = inputOf(notes);
  expect((await finder.find(input))[0]).toBe((await finder.find(input))[0]);
  expect(first?.code).toBe('key-short');
});
