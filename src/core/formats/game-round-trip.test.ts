import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ourEntry, readFile, writeFile } from '../../../tests/support/lorebook-files';
import { noteProperties } from '../../../tests/support/note-properties';
import { fieldNames, writtenName, type EntryProperties, type FieldName } from '../lore/entry-fields';
import { agnai } from './agnai/agnai';
import type { ExportedEntry } from './lorebook-format';
import { novelai } from './novelai/novelai';
import { risuai } from './risuai/risuai';

/** What is not written because it holds anyway. */
const held: EntryProperties = {
  enabled: true,
  constant: false,
  notRecursable: false,
  selectiveLogic: 'and_any',
  refineKeys: [],
  excludeKeys: [],
  probability: 1,
  priority: 100,
};

/** The value that counts, keys as often as they are, which is once. */
function counted(name: FieldName, { title, properties }: Pick<ExportedEntry, 'title' | 'properties'>): unknown {
  const { priority = 100 } = properties;
  if (name === 'keys') return new Set(properties.keys ?? [title, ...(properties.aliases ?? [])]);
  if (name === 'aliases' && properties.keys === undefined) return undefined;
  if (name === 'selectiveLogic' && (properties.refineKeys ?? []).length === 0) return held.selectiveLogic;
  const value = properties[name] ?? (name === 'order' ? priority : held[name]);
  return Array.isArray(value) ? new Set(value) : value;
}

test.each([risuai, novelai, agnai])('$label keeps every property of ours, or says that it does not', (format) => {
  fc.assert(
    fc.property(noteProperties, (written) => {
      const { title: _, ...properties } = written;
      const entry = ourEntry({ title: 'The mill', properties, body: 'Text {{user}} $1\n---\n' });
      const { value, remarks } = writeFile(format, { entries: [entry] });
      const [again] = readFile(format, JSON.parse(JSON.stringify(value))).book.entries;
      const said = new Set(remarks.map(({ field }) => field));
      // Without its keys the rule for them says nothing.
      if (said.has('refine_keys')) said.add('selective_logic');
      const silent = fieldNames().filter((name) => !said.has(writtenName(name)));
      expect(again?.title).toBe('The mill');
      for (const name of silent) expect([name, again && counted(name, again)]).toEqual([name, counted(name, entry)]);
      expect(again?.body.endsWith(entry.body)).toBe(true);
    }),
    { numRuns: 500 },
  );
});
