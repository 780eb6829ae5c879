import { describe, expect, test } from 'vitest';
import { describeFormat } from '../../../tests/contract/lorebook-format.contract';
import { lorebookFixtures } from '../../../tests/support/lorebook-fixtures';
import { detectFormat, formats, unknownFormat } from './formats';

const fixtures = lorebookFixtures();

for (const format of formats) describeFormat(format, fixtures);

describe('the list of formats', () => {
  test('has each id and each label once', () => {
    expect(new Set(formats.map(({ id }) => id)).size).toBe(formats.length);
    expect(new Set(formats.map(({ label }) => label)).size).toBe(formats.length);
  });

  test.each(fixtures)('finds the format of $file.name', ({ format, file }) => {
    expect(detectFormat(file)?.id).toBe(format);
  });

  test('says of other files what is in them and what is expected', () => {
    const found = unknownFormat({ name: 'a.json', value: { model: 'x', messages: [] } });
    expect(found).toMatch(/has the fields model, messages\. Expected is one of: SillyTavern World Info, /);
    expect(unknownFormat({ name: 'a.json', value: {} })).toContain('has no fields');
    expect(unknownFormat({ name: 'a.json', value: [1] })).toContain('has a list');
    const many = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`f${String(index)}`, 1]));
    expect(unknownFormat({ name: 'a.json', value: many })).toContain('f11 and 8 more');
  });
});
