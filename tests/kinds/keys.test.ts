import { afterAll, describe, expect, test } from 'vitest';
import { nodeTimer } from '../../src/adapters/node/node-timer';
import { startPatternThread } from '../../src/adapters/node/thread-pattern-worker';
import { StoppablePatternRunner } from '../../src/adapters/patterns/stoppable-pattern-runner';
import { readEntryKey } from '../../src/core/lore/entry-key';
import { chatOf, entryOf, injectedTitles, lore, turn } from '../support/lore-vault';

/** The keys of a note with these properties: texts as they are, and others with their kind. */
function keysOf(properties: string): readonly string[] {
  const { keys } = entryOf('Lore/Note.md', lore(properties));
  return keys.map((key) => (key.kind === 'literal' ? key.text : `${key.kind} ${key.text}`));
}

/** The codes of what was found wrong. */
function codesOf(properties: string): readonly string[] {
  return entryOf('Lore/Note.md', lore(properties)).problems.map(({ code }) => code);
}

describe('BR-025 and BR-026 what is a pattern', () => {
  test.each([
    ['/wyrm/', 'regex'],
    [' /wyrm/gi ', 'regex'],
    ['/a\\/b/', 'regex'],
    ['/{{char}}|x{1,3}/i', 'regex'],
    ['/wyrm/I', 'literal'],
    ['/wyrm/gg', 'literal'],
    ['/wyrm/x', 'literal'],
    ['/a/b/', 'literal'],
    ['1/2/3', 'literal'],
    ['//', 'literal'],
    ['/a\nb/', 'literal'],
    ['"/wyrm/i"', 'literal'],
    ['/wyrm/i # note', 'literal'],
    ['/(?i)wyrm/', 'invalid'],
    ['/*wyrm/', 'invalid'],
    ['/[z-a]/', 'invalid'],
    ['/a{3,1}/', 'invalid'],
  ])('%j is %s', (text, kind) => {
    expect(readEntryKey(text)).toMatchObject({ kind: 'key', key: { kind } });
  });
});

describe('BR-028 patterns that say something else than was meant', () => {
  test.each(['/wyrm||drake/i', '/(?:wyrm)*/', '/w?/', '/.*/', '/wyrm|/', '/x{0,2}/'])(
    '%s, which is found in every text, is told',
    (pattern) => {
      expect(codesOf(`keys: [${JSON.stringify(pattern)}]`)).toEqual(['key-regex-empty']);
    },
  );

  test.each(['/^$/', '/w+/', '/(?=wyrm)/', '/^(?!.*dream)/', '/wyrm|drake/', '/./', '/{{user}}|x/'])(
    '%s is nothing to tell of',
    (pattern) => {
      expect(codesOf(`keys: [${JSON.stringify(pattern)}]`)).toEqual([]);
    },
  );

  test('one bad pattern among others leaves them alone, in every list', async () => {
    const notes = { 'Note.md': lore('keys: ["/(/", lamp]\nrefine_keys: ["/[/", night]\nexclude_keys: ["/*/", day]') };
    const found = async (text: string) => injectedTitles(await turn(notes, chatOf(`Mara: ${text}`)));
    expect(await found('a lamp at night')).toEqual(['Note']);
    expect(await found('a lamp by day and night')).toEqual([]);
  });
});

describe('BR-030 patterns without end', () => {
  const runner = new StoppablePatternRunner(startPatternThread, nodeTimer);
  afterAll(() => runner.close());

  test.each([
    ['^(\\w+\\s?)*$', `${'word '.repeat(12)}!`],
    ['(x+x+)+y', 'x'.repeat(40)],
    ['^(a|a)*$', `${'a'.repeat(40)}!`],
    ['(?=(a+)+$)b', `${'a'.repeat(40)}!`],
    ['^(a*)*\\1b$', `${'a'.repeat(40)}!`],
    ['^(([a-z])+.)+[A-Z]([a-z])+$', 'a'.repeat(40)],
  ])('%s is stopped, and the next one runs', async (source, text) => {
    expect(await runner.run(source, '', text, 20, 200)).toEqual({ kind: 'stopped' });
    expect(await runner.run('lamp', '', 'the lamp', 20, 200)).toEqual({ kind: 'found', ranges: [[4, 8]] });
  });
});

describe('BR-032 keys in one text', () => {
  test.each([
    ['keys: a, b,', ['a', 'b']],
    ['keys: " , a ,, b , "', ['a', 'b']],
    ['keys: |\n  Ember\n  Lantern, Mill', ['Ember', 'Lantern', 'Mill']],
    ['keys: "Ember\\nLantern"', ['Ember', 'Lantern']],
    ['keys: >-\n  Ember, the\n  Mill', ['Ember', 'the Mill']],
    ['keys: 灯台，港、船', ['灯台', '港', '船']],
    ['keys: قمر، نجم', ['قمر', 'نجم']],
    ['keys: Orrin\\, the Grey, abbot', ['Orrin, the Grey', 'abbot']],
    ['keys: "{{random:a,b}} inn, lamp"', ['{{random:a,b}} inn', 'lamp']],
    ['keys: "/a{1,2}, b/i，/c/"', ['regex /a{1,2}, b/i', 'regex /c/']],
    ['keys: AC/DC, 1/2, 3/4', ['AC/DC', '1/2', '3/4']],
    ['keys: [a, a, A, " a "]', ['a', 'A']],
    ['keys: ["a, b"]', ['a, b']],
  ])('%j', (properties, keys) => {
    expect(keysOf(properties)).toEqual(keys);
  });
});

describe('BR-034 and BR-035 macros without quotes', () => {
  test.each([
    ['keys: {{user}}', ['{{user}}']],
    ['keys: [{{user}}, lamp]', ['{{user}}', 'lamp']],
    ['keys:\n  - {{char}}\n  - lamp', ['{{char}}', 'lamp']],
  ])('%j', (properties, keys) => {
    expect(keysOf(properties)).toEqual(keys);
    expect(codesOf(properties)).toEqual([]);
  });

  test('an unknown one is told and stands for itself', () => {
    expect(keysOf('keys: [{{date:YYYY}}]')).toEqual(['{{date:YYYY}}']);
    expect(codesOf('keys: [{{date:YYYY}}]')).toEqual(['key-macro-unknown']);
  });
});
