import { describe, expect, test } from 'vitest';
import { chatOf, injectedTitles, lore, turn } from '../../../tests/support/lore-vault';
import { withNames } from './turn-names';

const character = { name: 'Vesk (old)', texts: {}, tags: [], avatar: '' };

describe('names in patterns', () => {
  const notes = { 'Sigh.md': lore('keys: ["/{{char}} sighs+/i"]') };

  test('stand for themselves, whatever signs they hold', async () => {
    const result = await turn(notes, chatOf('Mara: vesk (old) sighss'), { request: { character } });
    expect(injectedTitles(result)).toEqual(['Sigh']);
    const other = await turn(notes, chatOf('Mara: vesk old sighss'), { request: { character } });
    expect(injectedTitles(other)).toEqual([]);
  });

  test('that are not known match nothing', async () => {
    expect(injectedTitles(await turn(notes, chatOf('Mara:  sighs {{char}} sighs')))).toEqual([]);
  });
});

test('a text that wakes others is read with the names in it', async () => {
  const notes = { 'World.md': lore('constant: true', '{{char}} rules.'), 'Rule.md': lore('keys: [old) rules]') };
  const result = await turn(notes, chatOf('Mara: hm'), { request: { character }, settings: { recursion: true } });
  expect(injectedTitles(result)).toEqual(['Rule', 'World']);
});

test('names that are not known stay as they are written', () => {
  expect(withNames('{{User}} and {{char}} and {{other}}', { user: ' Wren ', char: '' })).toBe(
    'Wren and {{char}} and {{other}}',
  );
});
