import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MemoryNoteSource } from '../../adapters/memory/memory-note-source';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { imported, planned, tavernFile, type TavernDraft } from '../../../tests/support/import-files';
import { lore } from '../../../tests/support/lore-vault';
import { mergeNote, baseOf } from './merge-note';
import { noteValues } from './note-values';
import { countActions, plannedNotes } from './import-plan';

const word = fc.constantFrom('fox', 'Den', 'oak tree', '灯台', '/re[dD]/i', 'no', '1_000', "it's #1", '- x: y', '');
const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.constantFrom('---\nx\n---\n', '# Head\r\nText $& {{user}}', '@@depth 3\nText', '%% c %%', '\n\n  a\n\n', ' '),
);
const draft = fc.record(
  {
    comment: fc.oneof(word, fc.string({ maxLength: 20 })),
    key: fc.array(word, { maxLength: 3 }),
    content: text,
    order: fc.integer({ min: 0, max: 300 }),
    probability: fc.integer({ min: 0, max: 100 }),
    extra: fc.oneof(fc.constant(null), fc.dictionary(word, fc.oneof(word, fc.integer()), { maxKeys: 2 })),
  },
  { requiredKeys: ['key', 'content'] },
);
const drafts: fc.Arbitrary<readonly TavernDraft[]> = fc.array(draft, { minLength: 1, maxLength: 6 });

async function contentsOf(source: MemoryNoteSource): Promise<Readonly<Record<string, string | undefined>>> {
  const listing = await source.list();
  const paths = listing.kind === 'notes' ? listing.notes.map(({ path }) => path) : [];
  return Object.fromEntries(paths.map((path) => [path, source.text(path)]));
}

test('a file imported twice changes nothing, and undoing gives back the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, async (entries) => {
      const { engine, source, writer } = engineHost({ 'Fox.md': lore('keys: [fox]'), 'lorebooks/book/Den.md': 'x' });
      await engine.open();
      const before = await contentsOf(source);
      const first = await imported(engine, [tavernFile('Book', entries)]);
      const [after, writes] = [await contentsOf(source), writer.writes];
      const counts = countActions(plannedNotes(await planned(engine, [tavernFile('Book', entries)])));
      expect({ ...counts, unchanged: 0 }).toEqual({ create: 0, duplicate: 0, update: 0, unchanged: 0, conflict: 0 });
      await imported(engine, [tavernFile('Book', entries)]);
      expect([await contentsOf(source), writer.writes]).toEqual([after, writes]);
      if (first.id !== undefined) expect(await engine.imports.undo(first.id)).toMatchObject({ kept: [], gone: [] });
      expect(await contentsOf(source)).toEqual(before);
      await engine.close();
    }),
    { numRuns: 40 },
  );
});

test('an update is taken back to the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(drafts, fc.array(text, { minLength: 6, maxLength: 6 }), async (entries, texts) => {
      const { engine, source } = engineHost();
      await engine.open();
      await imported(engine, [tavernFile('Book', entries)]);
      const before = await contentsOf(source);
      const changed = entries.map((entry, at) => ({ ...entry, content: texts[at], order: 42 }));
      const second = await imported(engine, [tavernFile('Book', changed)]);
      if (second.id !== undefined) await engine.imports.undo(second.id);
      expect(await contentsOf(source)).toEqual(before);
      await settled();
      await engine.close();
    }),
    { numRuns: 40 },
  );
});

const yamlValue = fc.constantFrom('a', '[a, b]', '"x: y"', '5', '50%', 'true', '|\n  one\n  two', '\n  - a # c\n  - b');
const properties = fc.dictionary(
  fc.constantFrom('keys', 'order', 'colour', 'group', 'summary', 'depth', 'constructor', 'Scan Depth'),
  yamlValue,
  { maxKeys: 5 },
);
const note = fc
  .record({ values: properties, body: fc.constantFrom('', 'One.\n', 'Two.\n\n# Head\n'), comment: fc.boolean() })
  .map(({ values, body, comment }) => {
    const lines = Object.entries(values).map(([name, value]) => `${name}: ${value}\n`);
    return `---\n${comment ? '# mine\n' : ''}tags: [lorebook]\n${lines.join('')}---\n${body}`;
  });

test('whatever the user changed since the last import survives the next one', () => {
  fc.assert(
    fc.property(note, note, note, fc.boolean(), (base, mine, theirs, isWindows) => {
      const current = isWindows ? mine.replaceAll('\n', '\r\n') : mine;
      const merge = mergeNote(current, theirs, baseOf(base));
      const [was, is, before, wanted] = [current, merge.text, base, theirs].map((source) => noteValues(source));
      for (const name of new Set([...(was?.properties.keys() ?? []), ...(before?.properties.keys() ?? [])])) {
        const userChanged = was?.properties.get(name) !== before?.properties.get(name);
        const expected = userChanged || merge.kept !== undefined ? was : wanted;
        expect(is?.properties.get(name)).toBe(expected?.properties.get(name));
      }
      if (was?.body !== before?.body) expect(is?.body).toBe(was?.body);
      if (isWindows) expect(merge.text.replaceAll('\r\n', '')).not.toContain('\n');
      if (mine.includes('# mine')) expect(merge.text).toContain('# mine');
    }),
    { numRuns: 400 },
  );
});
