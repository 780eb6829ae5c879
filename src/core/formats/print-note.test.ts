import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { noteProperties } from '../../../tests/support/note-properties';
import { entryOf } from '../../../tests/support/lore-vault';
import type { EntryProperties } from '../lore/entry-fields';
import { splitNote } from '../lore/frontmatter';
import { printNote } from './print-note';

function print(properties: EntryProperties, body = 'Text.\n'): string {
  return printNote({ tags: ['lorebook'], properties, body });
}

describe('printing a note', () => {
  test('and reading it gives the same properties', () => {
    fc.assert(
      fc.property(noteProperties, (written) => {
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
