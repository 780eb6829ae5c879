import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exportedEntry, ourEntry, readFile, remarkedFields, writeFile } from '../../../tests/support/lorebook-files';
import { noteProperties } from '../../../tests/support/note-properties';
import { ccv2 } from './ccv2/ccv2';
import { ccv3 } from './ccv3/ccv3';
import type { ExportedEntry } from './lorebook-format';
import { sillytavern } from './sillytavern/sillytavern';

const formats = [sillytavern, ccv2, ccv3];

/** What is read from a file that holds the entry alone. */
function throughFile(format: (typeof formats)[number], entry: ExportedEntry) {
  const { value } = writeFile(format, { name: 'Coast', entries: [entry] });
  const [read] = readFile(format, JSON.parse(JSON.stringify(value))).book.entries;
  if (!read) throw new Error('The entry is lost.');
  return read;
}

describe.each(formats)('a note of ours in a file of $id', (format) => {
  test('comes back with every property, be it one that the other program does not know', () => {
    fc.assert(
      fc.property(noteProperties, fc.dictionary(fc.stringMatching(/^[a-z]{1,9}$/), fc.string()), (written, other) => {
        const { title, ...properties } = written;
        const entry = ourEntry({
          title: 'The mill',
          properties,
          otherProperties: other,
          body: 'Text {{user}} $1\n---\n',
        });
        const again = throughFile(format, entry);
        expect(again.title).toBe('The mill');
        expect(again.body).toBe(entry.body);
        expect(sorted(again.properties)).toEqual(sorted(properties));
        expect(again.remarks.filter(({ field }) => field.startsWith('extensions'))).toEqual([]);
        expect(again.leftovers).toMatchObject(other);
      }),
      { numRuns: 300 },
    );
  });

  test('loses our words about an entry that was changed there, and says so', () => {
    const entry = ourEntry({ properties: { keys: ['mill'], sticky: { count: 3, unit: 'turns' }, summary: 'A mill.' } });
    const { value } = writeFile(format, { name: 'Coast', entries: [entry] });
    const text = JSON.stringify(value).replace('"sticky":6', '"sticky":8');
    const [read] = readFile(format, JSON.parse(text)).book.entries;
    expect(read?.properties.sticky).toEqual({ count: 8, unit: 'messages' });
    expect(read && remarkedFields(read)).toContain('extensions.lorehearth');
  });

  test('keeps fields without effect only while the note says nothing else', () => {
    const sleeping = { depth: 7, keysecondary: ['night'], selective: false, probability: 40, useProbability: false };
    const note = ourEntry({
      properties: { keys: ['mill'], position: 'before_char' },
      otherProperties: { sillytavern: sleeping },
    });
    const same = throughFile(format, note);
    expect(same.properties).toEqual(note.properties);
    expect(same.leftovers['sillytavern']).toMatchObject(sleeping);
    const changed = throughFile(format, {
      ...note,
      properties: { keys: ['mill'], position: 'in_chat', depth: 2, role: 'user' },
    });
    expect(changed.properties).toEqual({ keys: ['mill'], position: 'in_chat', depth: 2, role: 'user' });
  });

  test('has the same source id after a second way out and in', () => {
    const first = throughFile(format, ourEntry({}));
    expect(throughFile(format, exportedEntry(first)).sourceId).toBe(first.sourceId);
  });
});

function sorted(properties: object): unknown {
  return Object.fromEntries(Object.entries(properties).sort(([one], [other]) => (one < other ? -1 : 1)));
}
