import fc from 'fast-check';
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
} from '../../src/core/lore/entry-fields';

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

/** Properties of a note as users may write them, each with a value of its kind. */
export const noteProperties: fc.Arbitrary<EntryProperties> = fc
  .record(Object.fromEntries(fieldNames().map((name) => [name, arbitraryOf(name)])), { requiredKeys: [] })
  .map((record) => record as EntryProperties);

function arbitraryOf(name: FieldName): fc.Arbitrary<unknown> {
  const { id } = entryFields[name].kind;
  const arbitrary = byName[name] ?? byKind[id];
  if (!arbitrary) throw new Error(`No values for ${name} of the kind ${id}.`);
  return arbitrary;
}
