import { describe, expect, test } from 'vitest';
import { engineHost } from '../../../tests/support/engine-host';
import { lore, type Notes } from '../../../tests/support/lore-vault';
import { readLoreTests, testsOfNote } from './read-lore-tests';

const notes: Notes = {
  'Fox.md': lore('keys: [fox]', 'A red animal.\n\n```lore-test\ntext: A fox!\n```'),
  'Owl.md': lore('keys: [owl]\nsticky: 1\nposition: in_chat\ndepth: 2', 'A bird.'),
  'Gate.md': lore('keys: [gate]\nscene_type: [trial]', 'A gate.'),
};

async function run(yaml: string, note?: string) {
  const { engine } = engineHost(notes);
  await engine.open();
  const { results, problems } = await engine.lab.tests.runSource(yaml, note);
  return [
    ...results.map(({ test: { name }, state, sentence, checks }) =>
      [name, state, sentence, ...checks.filter(({ isMet }) => !isMet).map(({ subject, why }) => `${subject}: ${why}`)]
        .filter((part) => part !== undefined)
        .join(' | '),
    ),
    ...problems.map(({ line, message }) => `${String(line)} ${message}`),
  ];
}

describe('a lore test', () => {
  test.each([
    ['text: A fox!\nfires: Fox\nnever: [Owl]'],
    ['chat: ["Hesper: An owl.", "User: Yes.", "Hesper: Well.", "User: So?"]\nsettings: { scanDepth: 1 }\nnever: Owl'],
    ['chat: ["Hesper: Hi.", "User: An owl!", "Hesper: Well.", "User: So?"]\nsettings: { scanDepth: 1 }\nfires: Owl'],
    ['chat:\n  - Hesper: An owl.\nturn: 1\nfires: Owl\nat: { Owl: in_chat 2 }'],
    ['text: owl\nat: { owl: "in_chat 2 system" }\ntokens: 100'],
    ['text: gate\nfields: { scene_type: trial }\nfires: Gate'],
    ['text: gate\nfields: { scene_type: feast }\nnever: Gate'],
  ])('passes: %s', async (yaml) => {
    expect(await run(`name: T\n${yaml}`)).toEqual(['T | passed']);
  });

  test('says why it fails', async () => {
    expect(await run('name: T\ntext: A wolf.\nfires: Fox')).toEqual([
      expect.stringMatching(/^T \| failed \| Fox: None of its keys stands in the scanned text/),
    ]);
    expect(await run('name: T\ntext: A fox.\nnever: Fox\ntokens: 1')).toEqual([
      expect.stringMatching(/^T \| failed \| Fox: .*fox.* \| at most 1 tokens: The turn takes \d+ tokens\.$/i),
    ]);
    expect(await run('name: T\ntext: An owl.\nat: { Owl: before }')).toEqual([
      'T | failed | Owl at before: It is at in_chat 2 system.',
    ]);
  });

  test.each([
    ['text: x\nfires: Nobody', 'broken | No entry has the path, file name, alias or title "Nobody".'],
    ['file: chats/none.jsonl\nfires: Fox', 'broken | There is no file "chats/none.jsonl" in the vault.'],
    ['text: x\nfires: Fox\nsettings: { scanDepth: many }', 'broken | A setting is not allowed.'],
  ])('that cannot be run says so: %s', async (yaml, told) => {
    expect((await run(`name: T\n${yaml}`))[0]).toContain(`T | ${told}`);
  });

  test('of a note means the note, by "this" or by saying nothing', async () => {
    expect(await run('- text: A fox\n- text: A wolf\n  never: this', 'Fox.md')).toEqual([
      'Fox 1 | passed',
      'Fox 2 | passed',
    ]);
  });
});

describe('what is no test', () => {
  test.each([
    ['text: [', 1, 'The YAML cannot be read'],
    ['text: x\nfire: Fox', 1, 'A test has no "fire".'],
    ['- text: x\n  never: a\n- name: y', 3, 'Write one of "text", "chat" and "file".'],
    ['text: x', 1, 'The test promises nothing'],
    ['text: x\ntokens: few', 1, '"tokens":'],
    ['just words', 1, 'A test is a list of'],
    ['', 1, 'A test is a list of'],
  ])('%j is told with its line', (yaml, line, message) => {
    const { tests, problems } = readLoreTests(yaml, { path: 'T.yaml', line: 1 });
    expect(problems.map((problem) => [problem.path, problem.line])).toEqual([['T.yaml', line]]);
    expect(problems[0]?.message).toContain(message);
    expect(tests).toEqual(yaml.startsWith('- text') ? [expect.anything()] : []);
  });

  test('does not take a note that quotes a block inside another fence', () => {
    const quoted = lore('keys: [a]', '````markdown\n```lore-test\ntext: x\n```\n````');
    expect(testsOfNote('A.md', quoted).tests).toHaveLength(0);
  });

  test('tells the line of the block in its note', () => {
    const { tests } = testsOfNote('A.md', lore('keys: [a]', 'One.\n\n```lore-test\n- text: x\n- text: y\n```'));
    expect(tests.map(({ line }) => line)).toEqual([8, 9]);
  });
});

test('the tests of the vault are those of notes and of the file, and an edit is taken in', async () => {
  const file = 'tests:\n  - { name: Two, text: owl, fires: Owl }';
  const host = engineHost({ ...notes, 'Lorehearth/lore-tests.yaml': file });
  await host.engine.open();
  const names = async () =>
    (await host.engine.lab.tests.run()).results.map(({ test: { name }, state }) => `${name} ${state}`);
  expect(await names()).toEqual(['Fox 1 passed', 'Two passed']);
  host.source.set('Fox.md', lore('keys: [wolf]', '```lore-test\ntext: A fox!\n```'));
  await host.engine.refresh();
  expect(await names()).toEqual(['Fox 1 failed', 'Two passed']);
});

describe('a chat that is played again', () => {
  const jsonl = [
    { user_name: 'Mara', character_name: 'Hesper' },
    { name: 'Hesper', is_user: false, mes: 'Welcome.' },
    { name: 'Mara', is_user: true, mes: 'An owl and a fox.' },
    { name: 'Hesper', is_user: false, mes: 'Indeed.' },
    { name: 'Mara', is_user: true, mes: 'Hm.' },
    { name: 'Hesper', is_user: false, mes: 'Hm!' },
    { name: 'Mara', is_user: true, mes: 'Hm.' },
  ]
    .map((line) => JSON.stringify(line))
    .join('\n');

  async function played(signal?: AbortSignal) {
    const { engine } = engineHost(notes);
    await engine.open();
    const found = await engine.lab.chat({ kind: 'file', text: jsonl });
    if (found.kind === 'missing') throw new Error(found.sentence);
    const coverage = engine.lab.newCoverage();
    const turns: string[] = [];
    for await (const { turn, came, went, result } of engine.lab.simulate(found.chat, { scanDepth: 1 }, signal)) {
      coverage.add(result.trace);
      const title = (id: string): string => engine.entry(id)?.title ?? id;
      turns.push(`${String(turn)} +${came.map(title).join()} -${went.map(title).join()}`);
    }
    return { turns, coverage: coverage.report(engine.lab.entries).items };
  }

  test('goes turn by turn, and what a turn injects is the past of the next', async () => {
    expect((await played()).turns).toEqual(['2 +Fox,Owl -', '4 + -Fox', '6 + -Owl']);
  });

  test('tells what was found, what went in, and what never was', async () => {
    const { coverage } = await played();
    expect(
      coverage.map(
        ({ title, found, injected, silentKeys }) =>
          `${title} ${String(found)} ${String(injected)} ${silentKeys.join()}`,
      ),
    ).toEqual(['Fox 1 1 ', 'Gate 0 0 gate', 'Owl 1 2 ']);
  });

  test('stops when it is told to', async () => {
    expect((await played(AbortSignal.abort())).turns).toEqual([]);
  });
});
