import { expect, it } from 'vitest';
import { cleanToken, defaultSettings, readSettings, SettingsStore, type BridgeSettings } from './settings';
import { FakeTavern } from './testing/fake-tavern';

it('has defaults for everything', () => {
  expect(readSettings(undefined)).toEqual(defaultSettings);
  expect(readSettings('x')).toEqual(defaultSettings);
});

it.each<[string, unknown]>([
  ['enabled', 'yes'],
  ['address', 'two words'],
  ['token', 7],
  ['deadlineMs', 10],
  ['deadlineMs', Number.NaN],
  ['contextShare', 2],
  ['quietPrompts', null],
  ['runQuickReplies', 'no'],
])('gives %s its default when it is %j', (name, value) => {
  expect(readSettings({ [name]: value })).toEqual(defaultSettings);
});

it('takes a token without the blanks, line ends and words that were copied with it', () => {
  expect(cleanToken(' abc123\n')).toBe('abc123');
  expect(cleanToken('Bearer abc123')).toBe('abc123');
  expect(readSettings({ token: '\tabc123 ' }).token).toBe('abc123');
});

it('changes a part, saves it and tells who listens', () => {
  const tavern = new FakeTavern();
  const store = new SettingsStore(tavern.context);
  const seen: [BridgeSettings, BridgeSettings][] = [];
  store.onChange((...both) => seen.push(both));
  store.change({ deadlineMs: 2_000 });
  expect(store.get()).toEqual({ ...defaultSettings, deadlineMs: 2_000 });
  expect(tavern.extensionSettings['lorehearth']).toEqual({ ...defaultSettings, deadlineMs: 2_000 });
  expect(tavern.savedSettings).toBe(1);
  expect(seen).toEqual([[{ ...defaultSettings, deadlineMs: 2_000 }, defaultSettings]]);
});
