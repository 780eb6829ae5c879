import { describe, expect, test } from 'vitest';
import { chatOf, entryOf, lore, type Notes } from '../support/lore-vault';
import { besideHostile } from './beside';

const prototypeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'valueOf',
  '__defineGetter__',
];

describe.each(prototypeNames)('the name %s', (name) => {
  test('as a property is one of the note’s own and changes no object', () => {
    const entry = entryOf('A.md', lore(`keys: [a]\n${name}: polluted\n${name}.polluted: yes`));
    expect(Object.entries(entry.otherProperties)).toContainEqual([name, ['polluted']]);
    expect(Object.getPrototypeOf(entry.properties)).toBe(Object.prototype);
    expect(Object.keys({}).length + Object.keys(Object.prototype).length).toBe(0);
    expect(entry.problems).toEqual([]);
  });

  test('works as key, title, file name, alias, tag, group, type, link target and context value', async () => {
    const notes: Notes = {
      [`${name}.md`]: lore(
        `keys: ["${name}"]\ntitle: "${name}"\naliases: ["${name}"]\ngroup: "${name}"\ntype: "${name}"\nera: "${name}"`,
      ),
      'Tagged.md': `---\ntags: [lorebook, "${name}"]\nkeys: [lantern]\nrequires: "${name}"\n---\nText.`,
      'Cascading.md': lore(`keys: [nothing]\nexcludes: "${name}"`),
    };
    const { titles, problems } = await besideHostile(notes, chatOf(`Mara: lantern ${name} nothing`));
    expect([...titles].sort()).toEqual(['Tagged', name].sort());
    expect(problems).toEqual([]);
  });

  test('works as the name of a speaker, a character and a persona', async () => {
    const messages = chatOf(`${name}: hello`, `Mara: lantern`);
    const { titles } = await besideHostile({ 'A.md': lore(`keys: ["${name}"]`) }, messages);
    expect(titles).toEqual(['A']);
  });
});

const oddTitles = {
  'zero-width characters': 'Ash\u200bvale\u200d\u2060',
  'right-to-left override': '\u202eelav\u202csA',
  'right-to-left script': 'مصباح',
  'only a zero-width space': '\u200b',
  'a lone high surrogate': 'Ash \ud83d vale',
  'a lone low surrogate': 'Ash \udc00 vale',
  'a NUL-like control': 'Ash\u0001vale',
  'a byte order mark': '\ufeffAshvale',
  '2,000 combining marks': `A${'\u0301'.repeat(2_000)}`,
  '100,000 characters': 'A'.repeat(100_000),
  'line and paragraph separators': 'Ash\u2028vale\u2029',
  'template and macro signs': '{{content}} {{user}} <b> & %',
} as const;

describe.each(Object.entries(oddTitles))('a title with %s', (_, title) => {
  test('leaves the vault usable, and the note is injected', async () => {
    const notes = {
      'Odd.md': `---\ntags: [lorebook]\ntitle: ${JSON.stringify(title)}\nkeys: [lantern]\n---\nOdd text.`,
      'Head.md': `---\ntags: [lorebook]\nkeys: [lantern]\n---\n# ${title.replace(/[\u2028\u2029]/g, ' ')}\n\nHead text.`,
    };
    const { result, warnings } = await besideHostile(notes);
    const text = result.injections.map((injection) => injection.text).join('\n');
    expect(text).toContain('Odd text.');
    expect(text).toContain('Head text.');
    expect(warnings).toEqual([]);
  });

  test('can be printed as JSON and read again', async () => {
    const { result } = await besideHostile({ 'Odd.md': lore(`keys: [lantern]\ntitle: ${JSON.stringify(title)}`) });
    expect(JSON.parse(JSON.stringify(result.trace))).toMatchObject({ entries: expect.any(Array) as unknown });
  });
});

test.each(['\ud83d', '\udc00', 'a\ud83db', '\udc00\ud83d'])(
  'the lone half %j as key and in text harms nothing',
  async (half) => {
    const notes = { 'A.md': `---\ntags: [lorebook]\nkeys: ["${half}", lantern]\n---\nText ${half}.` };
    const { titles } = await besideHostile(notes, chatOf(`Mara: ${half} lantern ${half}`));
    expect(titles).toEqual(['A']);
  },
);

test.each([
  'Lore/\u200b.md',
  'Lore/\u202emd.exe.md',
  'Lore/CON.md',
  `${'deep/'.repeat(500)}N.md`,
  'Lore/a\ud83d.md',
  'a b/%2e%2e/N.md',
])('a note at %j is an entry like any other', async (path) => {
  const { titles } = await besideHostile({ [path]: lore('keys: [lantern]\ntitle: Odd') });
  expect(titles).toEqual(['Odd']);
});
