import { describe, expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';
import { parseNote } from '../lore/parse-note';
import { parseOptions } from '../../../tests/support/lore-vault';

/** The note after the one problem of a code was mended and the proposal accepted. */
async function mended(code: string, source: string): Promise<string> {
  const host = engineHost({ 'A.md': source, 'Isk.md': lore('keys: [isk town]') });
  await host.engine.open();
  const problem = (await host.engine.health.report()).find((one) => one.code === code);
  if (!problem) throw new Error(`${code} is not found.`);
  expect(problem.fix).toBeDefined();
  const [result] = await host.engine.health.mend([problem.id]);
  if (result?.proposal === undefined) return result?.sentence ?? '';
  await host.engine.edits.accept(result.proposal);
  await settled();
  const after = await host.engine.health.report();
  expect(after.map(({ id }) => id)).not.toContain(problem.id);
  const note = await host.source.read('A.md');
  return note.kind === 'text' ? note.text : note.kind;
}

describe('one click', () => {
  test.each([
    [
      'takes a name out of a list and keeps the rest',
      'link-target-missing',
      lore('requires:\n  - "[[Isk]]" # stays\n  - "[[Nobody|him]]"'),
      lore('requires:\n  - "[[Isk]]" # stays'),
    ],
    [
      'takes the last name with its property',
      'link-target-missing',
      lore('keys: [a b]\nrequires: [[Nobody]]'),
      lore('keys: [a b]'),
    ],
    ['takes a plain name', 'link-target-missing', lore('requires: Nobody, Isk'), lore('requires:\n  - Isk')],
    ['takes itself out', 'excludes-itself', lore('excludes: ["[[A]]", Isk]'), lore('excludes: [Isk]')],
    ['takes the second of two keys', 'key-duplicate', lore('keys: [Pell, boy, pell]'), lore('keys: [Pell, boy]')],
    ['takes one of two equal keys', 'key-duplicate', lore('keys: [Pell, boy, Pell]'), lore('keys: [Pell, boy]')],
    ['takes a swallowed key', 'key-swallowed', lore('keys: [fox, red fox]'), lore('keys: [fox]')],
    ['renames a property', 'property-near-miss', lore('kesy: [red fox] # mine'), lore('keys: [red fox] # mine')],
    [
      'puts a tag in quotes',
      'tag-as-comment',
      '---\ntags:\n  - #lorebook\n---\nT.\n',
      '---\ntags:\n  - "#lorebook"\n---\nT.\n',
    ],
    [
      'indents with spaces',
      'tab-indentation',
      '---\r\ntags: [lorebook]\r\nkeys:\r\n\t- fox\r\n---\r\n\tT.\r\n',
      '---\r\ntags: [lorebook]\r\nkeys:\r\n  - fox\r\n---\r\n\tT.\r\n',
    ],
    [
      'brings the properties to the first line',
      'frontmatter-not-first',
      `\n\n${lore('keys: [fox]')}`,
      lore('keys: [fox]'),
    ],
  ])('%s', async (_, code, before, after) => {
    expect(await mended(code, before)).toBe(after);
    expect(parseNote('A.md', after, parseOptions).kind).toBe('entry');
  });

  test('asks nothing twice while a proposal waits', async () => {
    const host = engineHost({ 'A.md': lore('keys: [fox, red fox]') });
    await host.engine.open();
    const [problem] = await host.engine.health.report();
    const id = problem?.id ?? '';
    const [first] = await host.engine.health.mend([id]);
    const [second] = await host.engine.health.mend([id, id]);
    expect(second).toEqual(first);
    expect(await host.engine.edits.list()).toHaveLength(1);
    expect((await host.engine.edits.list())[0]?.origin).toEqual({ tool: 'health' });
  });

  test('says why nothing is proposed', async () => {
    const host = engineHost({ 'A.md': lore('keys: [ab]'), 'B.md': lore('locked: true\nkeys: [fox, red fox]') });
    await host.engine.open();
    const problems = await host.engine.health.report();
    const sentences = (await host.engine.health.mend(['unknown', ...problems.map(({ id }) => id)])).map(
      ({ sentence }) => sentence,
    );
    expect(sentences).toEqual([
      'This problem is not there any more.',
      'Nothing can be mended by itself here.',
      expect.stringContaining('locked'),
    ]);
  });
});
