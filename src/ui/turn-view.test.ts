import { describe, expect, it } from 'vitest';
import { entry } from '../../tests/browser/support/scripted-lore';
import { scriptedPreview } from '../../tests/browser/support/scripted-preview';
import { turnView } from './turn-view';

const lore = [
  entry({ title: 'Law', constant: true, properties: { position: 'before' } }),
  entry({ title: 'Bell', keys: ['bell'] }),
  entry({ title: 'Drowned bell', keys: ['drowned bell'] }),
  entry({ title: 'Toll', keys: ['toll'], refineKeys: ['coin'] }),
];
const view = (text: string) => turnView(scriptedPreview(lore, text), text);

describe('turnView', () => {
  it('groups injected entries by their place', () => {
    const groups = view('A bell.').groups.map(({ place, entries }) => [place, entries.map(({ title }) => title)]);
    expect(groups).toEqual([
      ['Before the main prompt', ['Law']],
      ['After the main prompt', ['Bell']],
    ]);
  });

  it('counts a word that stands in the text more than once', () => {
    const words = view('A bell, and a BELL.').groups[1]?.entries[0]?.words;
    expect(words).toEqual([{ matched: 'bell', key: 'bell', count: 2, start: 2 }]);
  });

  it('gives refused entries with the facts of the refusal', () => {
    const [refused] = view('The toll.').refused;
    expect(refused).toMatchObject({ title: 'Toll', reason: 'secondary_keys_not_met' });
    expect(refused?.detail).toContain('coin');
  });

  it('marks each place once, with every entry that answers to it', () => {
    const both = turnView(scriptedPreview([...lore, entry({ title: 'Chime', keys: ['bell'] })], 'A bell.'), 'A bell.');
    expect(both.marks).toEqual([{ start: 2, end: 6, entries: ['id-bell', 'id-chime'], isInjected: true }]);
  });

  it('tells the words of refused entries apart', () => {
    expect(view('The toll.').marks).toMatchObject([{ isInjected: false }]);
  });

  it('marks nothing that does not stand in the text at that place', () => {
    const preview = scriptedPreview(lore, 'A bell.');
    expect(turnView(preview, 'Another text').marks).toEqual([]);
    expect(turnView(preview, 'Another text').groups[1]?.entries[0]?.words[0]?.start).toBeUndefined();
  });
});
