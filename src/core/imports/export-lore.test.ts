import { describe, expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { imported, planned, tavernFile, textFile } from '../../../tests/support/import-files';
import { lore } from '../../../tests/support/lore-vault';
import type { ExportedBook, LorebookFormat } from '../formats/lorebook-format';
import { exportLore } from './export-lore';
import { plannedNotes } from './import-plan';

/** Gives back what it is told to write. */
const mirror: LorebookFormat = {
  id: 'mirror',
  label: 'Mirror',
  detect: () => false,
  read: () => ({ books: [], unread: [] }),
  write: (book) => ({ value: book, remarks: [{ title: '', field: 'f', sentence: 's' }] }),
};

async function bookOf(notes: Readonly<Record<string, string>>, folder = ''): Promise<ExportedBook> {
  const { engine, source } = engineHost(notes);
  await engine.open();
  const entries = engine.entries({}, 0, 100).items;
  const request = { format: mirror, folder, name: 'Book', settings: {}, entries };
  const exported = await exportLore(request, source, () => Promise.resolve());
  return exported?.value as ExportedBook;
}

describe('what leaves the vault', () => {
  test('is the text that a model gets, with its decorators', async () => {
    const body = '# Fox\n@@depth 3\n@@role user\n\nRed. %% secret %% A [[Den|home]].';
    const { entries } = await bookOf({ 'Fox.md': lore('keys: [fox]', body) });
    expect(entries).toMatchObject([
      { title: 'Fox', body: expect.stringMatching(/^@@depth 3\n@@role user\n/) as string },
    ]);
    expect(entries[0]?.body).not.toContain('secret');
    expect(entries[0]?.body).toMatch(/A home\.$/);
    expect(entries[0]?.properties).toEqual({ keys: ['fox'] });
  });

  test('has the keys that an entry is found by, and what tags say', async () => {
    const { entries } = await bookOf({
      'Fox.md': '---\ntags: [lorebook, lorebook-always]\naliases: [vixen]\n---\nRed.\n',
      'Off.md': '---\ntags: [lorebook, lorebook-never]\nkeys: []\n---\nOff.\n',
    });
    expect(entries[0]?.properties).toMatchObject({ keys: ['Fox', 'vixen'], constant: true });
    expect(entries[1]?.properties).toMatchObject({ keys: [], enabled: false });
  });

  test('has the folders below the exported one, and values of other properties', async () => {
    const book = await bookOf(
      { 'World/North/Fox.md': lore('keys: [fox]\ncolour: 5\nmap: { a: [1, true] }'), 'Hare.md': lore('keys: [hare]') },
      'World/',
    );
    expect(book.entries).toMatchObject([{ folder: ['North'], otherProperties: { colour: 5, map: { a: [1, true] } } }]);
  });

  test('is nothing for a format that is only read', async () => {
    const { engine, source } = engineHost();
    const { write: _, ...readOnly } = mirror;
    const request = { format: readOnly, folder: '', name: '', settings: {}, entries: [] };
    expect(await exportLore(request, source, () => Promise.resolve())).toBeUndefined();
    expect(await engine.imports.export('paper')).toBeUndefined();
  });

  test('names notes that cannot be read', async () => {
    const { engine, source } = engineHost({ 'Fox.md': lore('keys: [fox]') });
    await engine.open();
    source.failReading('Fox.md', 'the disk is busy');
    expect(await engine.imports.export('sillytavern')).toMatchObject({ entries: 0, problems: [{ path: 'Fox.md' }] });
  });
});

test('an imported lorebook that is exported and imported elsewhere makes the same notes', async () => {
  const file = tavernFile('Forest', [
    { comment: 'Fox', key: ['fox'], content: 'Red.', order: 120, sticky: 2, madeUp: { a: 1 } },
    { comment: 'Den: old', key: ['/d+en/i'], content: 'Oak.\n\nMoss.', constant: true, position: 4, depth: 2 },
  ]);
  const { engine, source } = engineHost();
  await engine.open();
  await imported(engine, [file]);
  await settled();
  const exported = await engine.imports.export('sillytavern', 'Lorebooks/Forest');
  const other = engineHost();
  await other.engine.open();
  const again = [textFile('Forest.json', JSON.stringify(exported?.value))];
  const notes = plannedNotes(await planned(other.engine, again));
  expect(notes).toHaveLength(2);
  // SillyTavern counts entries anew.
  const said = (text = ''): string => text.replace(/^lorehearth_source: .*\n/m, '');
  for (const { path, text } of notes) expect(said(text)).toBe(said(source.text(path)));
});
