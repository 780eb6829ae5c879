import { describe, expect, test } from 'vitest';
import { patchNote, propertyLines } from './patch-note';

const NOTE = `---
# mine
tags: [lorebook]   # kept
keys:
  - fox   # red
  - 'den'

text: |
  one

  two
era:
# last
---
Body
`;
const patch = (source: string, properties: Record<string, string | undefined>, body?: string) =>
  patchNote(source, { properties: new Map(Object.entries(properties)), ...(body !== undefined && { body }) });

describe('a patch', () => {
  test('replaces, removes and adds lines of properties and leaves all others as they are', () => {
    expect(patch(NOTE, { keys: 'keys: [a]\n', text: undefined, order: 'order: 3\n', era: 'era: old\n' })).toBe(`---
# mine
tags: [lorebook]   # kept
keys: [a]

era: old
# last
order: 3
---
Body
`);
  });

  test('keeps Windows line ends and a byte order mark', () => {
    const source = `\ufeff${NOTE.replaceAll('\n', '\r\n')}`;
    const patched = patch(source, { era: 'era:\n  - a\n' }, 'New\ntext\n');
    expect(patched?.startsWith('\ufeff---\r\n# mine')).toBe(true);
    expect(patched?.endsWith('era:\r\n  - a\r\n# last\r\n---\r\nNew\r\ntext\r\n')).toBe(true);
    expect(patched?.replaceAll('\r\n', '')).not.toContain('\n');
  });

  test('replaces the text alone', () => {
    expect(patch(NOTE, {}, 'New\n')).toBe(NOTE.replace('Body\n', 'New\n'));
    expect(patch('---\na: 1\n---', {}, 'New\n')).toBe('---\na: 1\n---\nNew\n');
  });

  test('changes nothing when there is nothing to change', () => {
    expect(patch(NOTE, {})).toBe(NOTE);
  });

  test('adds to an empty block', () => {
    expect(patch('---\n---\nText', { a: 'a: 1\n' })).toBe('---\na: 1\n---\nText');
  });

  test.each(['No properties', '---\n{ a: 1, b: 2 }\n---\n', '---\na: [\n---\n', '---\n- a\n---\n'])(
    'is refused by %j',
    (source) => {
      expect(patch(source, { a: 'a: 3\n' })).toBeUndefined();
    },
  );
});

test('the lines of properties are found by name', () => {
  expect([...(propertyLines('a: 1\nb:\n  - 2\n  - 3\n"c d": >\n  x\n') ?? [])]).toEqual([
    ['a', 'a: 1\n'],
    ['b', 'b:\n  - 2\n  - 3\n'],
    ['c d', '"c d": >\n  x\n'],
  ]);
});
