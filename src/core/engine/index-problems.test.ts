import { describe, expect, test, vi } from 'vitest';
import { indexOf, lore, type Notes } from '../../../tests/support/lore-vault';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { defaultFields, type FieldDefinitions } from '../lore/field-definitions';
import { NameTable } from '../search/name-table';
import { IndexProblems } from './index-problems';

const noFields: FieldDefinitions = { fields: defaultFields, problems: [] };

/** `path:line code text` of the problems that only show when notes are seen together. */
function problemsOf(notes: Notes, stopped: readonly string[] = []): readonly string[] {
  return new IndexProblems()
    .of({ index: indexOf(notes), fields: noFields, stopped: new Set(stopped) })
    .filter(({ code }) => !['body-empty', 'key-regex-invalid'].includes(code))
    .map(({ path, line, code, text }) => `${path}:${String(line)} ${code} ${text}`);
}

const properties = ['requires', 'excludes', 'cascade_links', 'known_by'] as const;

describe.each(properties)('%s', (property) => {
  test.each([
    ['a link', '["[[Nobody]]"]'],
    ['an unquoted link', '[[Nobody]]'],
    ['a link with a heading and another text', '"[[Nobody#Youth|him]]"'],
    ['a link among existing ones', '["[[Fox]]", "[[Nobody]]"]'],
  ])('tells of %s to no entry, with its line', (_, written) => {
    const notes = { 'A.md': lore(`keys: [a]\n${property}: ${written}`), 'Fox.md': lore('keys: [fox]') };
    expect(problemsOf(notes)).toEqual(['A.md:4 link-target-missing Nobody']);
  });

  test('tells of a link that means two entries', () => {
    const notes = {
      'A.md': lore(`${property}: "[[Harbour]]"`),
      'North/Harbour.md': lore('title: North'),
      'South/Harbour.md': lore('title: South'),
    };
    expect(problemsOf(notes)).toEqual(['A.md:3 link-target-ambiguous Harbour']);
  });

  test.each([
    '[[North/Harbour]]',
    '[[North/Harbour.md]]',
    '[[north/harbour|the harbour]]',
    '[[The Quay]]',
    '[[Haven]]',
  ])('is content with %s', (link) => {
    const notes = {
      'A.md': lore(`${property}: "${link}"`),
      'North/Harbour.md': lore('title: Haven\naliases: [The Quay]'),
      'South/Harbour.md': lore('title: South'),
    };
    expect(problemsOf(notes)).toEqual([]);
  });

  test('names the property in its sentence', () => {
    const index = indexOf({ 'A.md': lore(`${property}: "[[Nobody]]"`) });
    const [problem] = new IndexProblems().of({ index, fields: noFields, stopped: new Set() });
    expect(problem?.message).toContain(`"${property}" names "Nobody"`);
  });
});

test('a plain name counts as an entry, but in known_by it may be somebody who has no note', () => {
  expect(problemsOf({ 'A.md': lore('requires: Nobody\nknown_by: [Nobody, Vesk]') })).toEqual([
    'A.md:3 link-target-missing Nobody',
  ]);
});

test('a name written twice is told once for each property', () => {
  const notes = { 'A.md': lore('requires: [Nobody, Nobody]\nexcludes: Nobody\nRequires: "[[Nobody]]"') };
  expect(problemsOf(notes)).toEqual(['A.md:3 link-target-missing Nobody', 'A.md:4 link-target-missing Nobody']);
});

test('a note that is no entry is no target', () => {
  const notes = { 'A.md': lore('requires: Diary'), 'Diary.md': 'Dear diary.' };
  expect(problemsOf(notes)).toEqual(['A.md:3 link-target-missing Diary']);
});

test('entries with one title are each told of another one', () => {
  const notes = {
    'North/Harbour.md': lore('keys: [north]'),
    'South/Harbour.md': lore('keys: [south]'),
    'Old.md': lore('title: HARBOUR'),
    'Mill.md': lore('keys: [mill]'),
  };
  expect(problemsOf(notes)).toEqual([
    'North/Harbour.md:1 title-duplicate Harbour',
    'South/Harbour.md:1 title-duplicate Harbour',
    'Old.md:1 title-duplicate HARBOUR',
  ]);
});

test('a stopped pattern is told once for each entry that has it', () => {
  const notes = {
    'A.md': lore('keys: ["/(a+)+$/"]\nrefine_keys: ["/(a+)+$/"]'),
    'B.md': lore('keys: ["/(a+)+$/", b]'),
    'C.md': lore('keys: ["/c+/"]'),
  };
  expect(problemsOf(notes, ['/(a+)+$/'])).toEqual([
    'A.md:1 key-regex-stopped /(a+)+$/',
    'B.md:1 key-regex-stopped /(a+)+$/',
  ]);
});

describe('the engine', () => {
  const codes = (host: ReturnType<typeof engineHost>): readonly string[] =>
    host.engine.problems().map(({ path, code }) => `${path} ${code}`);

  test('finds problems between notes once for each state of the vault', async () => {
    const host = engineHost({ 'A.md': lore('requires: B'), 'C.md': lore('keys: [c]') });
    await host.engine.open();
    const resolve = vi.spyOn(NameTable.prototype, 'resolve');
    expect(codes(host)).toEqual(['A.md link-target-missing']);
    host.engine.status();
    host.engine.problems();
    expect(resolve).toHaveBeenCalledTimes(1);
    resolve.mockRestore();
    expect(host.engine.status().problems).toEqual({ error: 0, warning: 1, info: 0 });
  });

  test('forgets a problem that an edit of another note mends', async () => {
    const host = engineHost({ 'A.md': lore('requires: B') });
    await host.engine.open();
    host.source.set('B.md', lore('keys: [b]'));
    await settled();
    expect(codes(host)).toEqual([]);
    host.source.remove('B.md');
    await settled();
    expect(codes(host)).toEqual(['A.md link-target-missing']);
  });

  test('tells of a pattern that was stopped, from the turn on that stopped it', async () => {
    const host = engineHost({ 'A.md': lore('keys: ["/(a+)+$/"]') });
    host.patterns.run = () => Promise.resolve({ kind: 'stopped' });
    await host.engine.open();
    await generated(host.engine, ['Mara: aaaa!']);
    expect(codes(host)).toEqual(['A.md key-regex-stopped']);
  });

  test.each([
    ['a broken file', 'fields: [era'],
    ['a file without fields', 'fields: 3'],
    ['a field without a usable name', 'fields:\n  - name: "7"'],
    ['an operator that is none', 'fields:\n  - name: era\n    operator: roughly'],
  ])('tells of %s of field definitions', async (_, content) => {
    const host = engineHost({ 'Lorehearth/field-definitions.yaml': content });
    await host.engine.open();
    expect(codes(host)).toEqual(['Lorehearth/field-definitions.yaml field-definitions']);
  });

  test('tells nothing where there is no file of field definitions, or a good one', async () => {
    const without = engineHost();
    await without.engine.open();
    const good = engineHost({ 'Lorehearth/field-definitions.yaml': 'fields:\n  - name: mood' });
    await good.engine.open();
    expect([...codes(without), ...codes(good)]).toEqual([]);
  });
});
