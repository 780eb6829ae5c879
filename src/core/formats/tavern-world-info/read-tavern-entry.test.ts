import { describe, expect, test } from 'vitest';
import { readTavernEntry } from './read-tavern-entry';

describe('reading a World Info entry', () => {
  test('fills missing and null fields with what SillyTavern’s editor gives a new entry', () => {
    const reading = readTavernEntry({ key: ['fox'], role: null, selective: null, content: 'x' });
    expect(reading?.remarks).toEqual([]);
    expect(reading?.entry).toMatchObject({
      key: ['fox'],
      keysecondary: [],
      selective: true,
      order: 100,
      position: 0,
      probability: 100,
      useProbability: true,
      depth: 4,
      role: 0,
      groupWeight: 100,
      scanDepth: null,
      caseSensitive: null,
      sticky: null,
      delayUntilRecursion: 0,
      characterFilter: { isExclude: false, names: [], tags: [] },
    });
  });

  test('takes numbers that are written as texts, levels that are booleans, and keys in one text', () => {
    const { entry } = readTavernEntry({ order: '50', delayUntilRecursion: true, key: 'fox, /a,b/i' }) ?? {};
    expect(entry).toMatchObject({ order: 50, delayUntilRecursion: 1, key: ['fox', '/a,b/i'] });
  });

  test('remarks a value of a wrong kind and uses the default', () => {
    const reading = readTavernEntry({ order: 'first', key: [{ word: 'fox' }] });
    expect(reading?.entry).toMatchObject({ order: 100, key: [] });
    expect(reading?.remarks.map((remark) => remark.field)).toEqual(['key', 'order']);
  });

  test('understands the spellings of other tools, and SillyTavern’s own counts where both stand', () => {
    const { entry } = readTavernEntry({ exclude_recursion: true, scan_depth: 3, scanDepth: 2 }) ?? {};
    expect(entry).toMatchObject({ excludeRecursion: true, scanDepth: 2 });
  });

  test('reads enabled where disable is missing, and says so', () => {
    const reading = readTavernEntry({ enabled: false });
    expect(reading?.entry.disable).toBe(true);
    expect(reading?.remarks.map((remark) => remark.field)).toEqual(['enabled']);
    expect(reading?.unknown).toEqual({});
    expect(readTavernEntry({ enabled: false, disable: false })?.entry.disable).toBe(false);
  });

  test('keeps fields that it does not know', () => {
    expect(readTavernEntry({ rarity: 'high' })?.unknown).toEqual({ rarity: 'high' });
  });

  test.each([null, 'entry', 5, [], undefined])('is nothing for %j', (value) => {
    expect(readTavernEntry(value)).toBeUndefined();
  });
});
