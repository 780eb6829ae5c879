import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyPlace, writtenNames } from './property-place';

/** The place at `|` in a note. */
function placeIn(note: string) {
  const lines = note.split('\n');
  const line = lines.findIndex((text) => text.includes('|'));
  const ch = lines[line]?.indexOf('|') ?? 0;
  const plain = lines.map((text) => text.replace('|', ''));
  return propertyPlace((number) => plain[number] ?? '', line, ch);
}

describe('the place in the properties', () => {
  it.each([
    ['a name', '---\nsca|\n---', { kind: 'name', typed: 'sca', from: 0 }],
    ['a value', '---\nposition: in|\n---', { kind: 'value', field: 'position', typed: 'in', from: 10 }],
    ['an empty value', '---\nrole: |\n---', { kind: 'value', field: 'role', typed: '', from: 6 }],
    [
      'a value under another spelling',
      '---\nScan Depth: 4|',
      { kind: 'value', field: 'scanDepth', typed: '4', from: 12 },
    ],
    [
      'the last of a list in a line',
      '---\nrequires: [Keep, Mi|',
      { kind: 'value', field: 'requires', typed: 'Mi', from: 17 },
    ],
    ['an item', '---\ntriggers:\n  - normal\n  - qu|', { kind: 'value', field: 'triggers', typed: 'qu', from: 4 }],
    ['a value that is not ours', '---\nmood: gr|', { kind: 'other-value', name: 'mood', typed: 'gr', from: 6 }],
  ])('is %s', (_, note, place) => {
    expect(placeIn(note)).toEqual(place);
  });

  it.each([
    ['below the properties', '---\nkeys: [a]\n---\nsca|'],
    ['in a note without properties', 'sca|'],
    ['on the first line', '---|\nkeys: [a]'],
    ['in a list that belongs to nothing', '---\n  - qu|'],
    ['after a colon without a space', '---\nrole:sys|'],
  ])('is none %s', (_, note) => {
    expect(placeIn(note)).toBeUndefined();
  });

  it('is found, or not, in any text', () => {
    const note = fc.array(fc.string({ unit: fc.constantFrom('-', ':', ' ', '[', ',', 'a', '"', '\t', '_') }));
    fc.assert(
      fc.property(note, fc.nat(20), fc.nat(30), (lines, line, ch) => {
        const place = propertyPlace((number) => ['---', ...lines][number] ?? '', line, ch);
        if (place !== undefined) expect(place.from).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

it('names that are written already end with the properties', () => {
  const lines = ['---', 'keys: [a]', '  - item: x', 'Scan-Depth: 4', '---', 'role: system'];
  expect([...writtenNames((line) => lines[line] ?? '', 5)]).toEqual(['keys', 'scandepth']);
});
