import { describe, expect, it } from 'vitest';
import { fieldNames, writtenName } from '../../../core/lore/entry-fields';
import { defaultFields } from '../../../core/lore/field-definitions';
import { propertySuggestions, type SuggestionSource } from './property-suggestions';

const [era] = defaultFields;
const source: SuggestionSource = {
  entries: ({ text = '' }) => {
    const items = text === 'keep' ? [{ title: 'Silver Keep', path: 'Places/Keep.md' }] : [];
    return { items, total: items.length, offset: 0 } as unknown as ReturnType<SuggestionSource['entries']>;
  },
  entryFacets: () => ({ types: [{ value: 'place', count: 2 }], tags: [], folders: [] }),
  contextFields: () => (era === undefined ? [] : [{ ...era, values: ['age of salt'] }]),
};
const none: ReadonlySet<string> = new Set();
const names = (typed: string, written = none): readonly string[] =>
  propertySuggestions({ kind: 'name', typed, from: 0 }, written, source).map(({ name }) => name);
const values = (field: 'position' | 'triggers' | 'enabled' | 'requires' | 'type' | 'era', typed: string) =>
  propertySuggestions({ kind: 'value', field, typed, from: 0 }, none, source).map(({ text }) => text);

describe('suggested names', () => {
  it('begin with what was typed, in any spelling', () => {
    expect(names('scanD')).toEqual(['scan_depth']);
    expect(names('Insertion-ord')).toEqual(['order']);
  });

  it('leave out what is there already, under any of its names', () => {
    expect(names('prio', new Set(['priority', 'prio']))).toEqual([]);
    expect(names('order', new Set(['insertionorder', 'order']))).not.toContain('order');
  });

  it('offer every property, each with what it means', () => {
    for (const name of fieldNames()) {
      const written = writtenName(name);
      const found = propertySuggestions({ kind: 'name', typed: written, from: 0 }, none, source);
      expect(found.find((one) => one.name === written)?.meaning, written).toMatch(/\.$/);
    }
  });
});

describe('suggested values', () => {
  it('are the words of the property', () => {
    expect(values('position', 'author')).toEqual(['author_note_top', 'author_note_bottom']);
    expect(values('enabled', '')).toEqual(['true', 'false']);
    expect(values('triggers', 'qu')).toEqual(['quiet']);
  });

  it('are links in quotes where entries are named', () => {
    expect(values('requires', 'keep')).toEqual(['"[[Keep]]"']);
    expect(values('requires', '"[[Ke')).toEqual([]);
  });

  it('are what the vault uses and what the user defined', () => {
    expect(values('type', '')).toEqual(['place']);
    expect(values('era', 'age')).toEqual(['age of salt']);
  });

  it('are none for what is written out already', () => {
    expect(values('enabled', 'true')).toEqual([]);
  });
});
