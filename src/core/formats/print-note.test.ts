import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entryOf } from '../../../tests/support/lore-vault';
import {
  entryFields,
  fieldNames,
  generationTypes,
  positions,
  roles,
  scanSources,
  selectiveLogics,
  type EntryProperties,
  type FieldName,
} from '../lore/entry-fields';
import { splitNote } from '../lore/frontmatter';
import { printNote } from './print-note';

function print(properties: EntryProperties, body = 'Text.\n'): string {
  return printNote({ tags: ['lorebook'], properties, body });
}

const word = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 1 }),
    fc.constantFrom(
      'no',
      'Null',
      '~',
      '12',
      '1_000',
      '0x1f',
      '2031-04-12',
      '12:30',
      '- a',
      '# b',
      'a: b',
      '{{user}}',
      '@c',
      '<<',
      '="',
    ),
    fc.constantFrom(
      '/drag(on|ons), old/i',
      'a, b',
      'line\nbreak',
      "it's",
      '%d',
      '!tag',
      '*star',
      '&and',
      '---',
      '[x]',
      '{y}',
    ),
  )
  .map((text) => text.trim())
  .filter((text) => text !== '' && !/^\[\[.*\]\]$/s.test(text));
const words = fc.array(word, { maxLength: 4 });
const span = (...units: readonly ('turns' | 'messages')[]): fc.Arbitrary<unknown> =>
  fc.record({ count: fc.nat(1_000), unit: fc.constantFrom(...units) });

const byKind: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  words,
  names: words,
  entries: words,
  values: words,
  text: word,
  boolean: fc.boolean(),
  integer: fc.nat(10_000),
  // Percentages with two decimals.
  chance: fc.nat(10_000).map((part) => part / 100 / 100),
  level: fc.nat(1_000),
  span: span('turns', 'messages'),
};
const byName: Partial<Record<FieldName, fc.Arbitrary<unknown>>> = {
  position: fc.constantFrom(...positions),
  role: fc.constantFrom(...roles),
  selectiveLogic: fc.constantFrom(...selectiveLogics),
  scanSources: fc.uniqueArray(fc.constantFrom(...scanSources)),
  triggers: fc.uniqueArray(fc.constantFrom(...generationTypes)),
  delay: span('messages'),
  priority: fc.integer({ min: -1_000_000, max: 1_000_000 }),
  // A guide is no entry.
  guide: fc.constant(false),
};

const properties = fc
  .record(Object.fromEntries(fieldNames().map((name) => [name, arbitraryOf(name)])), { requiredKeys: [] })
  .map((record) => record as EntryProperties);

function arbitraryOf(name: FieldName): fc.Arbitrary<unknown> {
  const { id } = entryFields[name].kind;
  const arbitrary = byName[name] ?? byKind[id];
  if (!arbitrary) throw new Error(`No values for ${name} of the kind ${id}.`);
  return arbitrary;
}

describe('printing a note', () => {
  test('and reading it gives the same properties', () => {
    fc.assert(
      fc.property(properties, (written) => {
        const entry = entryOf('Note.md', print(written));
        expect(entry.properties).toEqual(written);
        expect(entry.text).toBe('Text.');
      }),
      { numRuns: 300 },
    );
  });

  test('leaves the body as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (body) => {
        const source = printNote({ tags: ['lorebook'], properties: {}, body });
        const expected = body === '' || body.endsWith('\n') ? body : `${body}\n`;
        expect(splitNote('Note.md', source).body).toBe(expected.replace(/\r\n?/g, '\n'));
      }),
    );
  });

  test('writes properties as a person would, in the order of the table', () => {
    const source = print({
      order: 5,
      keys: ['fox', 'no', '1984'],
      sticky: { count: 3, unit: 'messages' },
      cooldown: { count: 2, unit: 'turns' },
      probability: 0.01,
      position: 'in_chat',
      constant: true,
    });
    expect(source).toBe(
      [
        '---',
        'tags:',
        '  - lorebook',
        'keys:',
        '  - fox',
        '  - "no"',
        '  - "1984"',
        'constant: true',
        'order: 5',
        'position: in_chat',
        'sticky: 3 messages',
        'cooldown: 2',
        'probability: 1%',
        '---',
        'Text.',
        '',
      ].join('\n'),
    );
  });

  test('keeps no keys apart from keys that are not written', () => {
    expect(entryOf('Note.md', print({ keys: [] })).keys).toEqual([]);
    expect(entryOf('Note.md', print({})).keys).toHaveLength(1);
  });

  test('puts properties of others last', () => {
    const source = printNote({
      tags: ['lorebook'],
      properties: { keys: [] },
      otherProperties: { sillytavern: { automationId: 'x' } },
      body: '',
    });
    expect(source).toBe('---\ntags:\n  - lorebook\nkeys: []\nsillytavern:\n  automationId: x\n---\n');
  });
});
