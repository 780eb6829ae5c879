import { describe, expect, test } from 'vitest';
import { engineHost, settled } from '../../../tests/support/engine-host';
import { imported, planned, tavernFile, textFile } from '../../../tests/support/import-files';
import { readBooks } from '../lore/read-books';
import { planSettings } from './book-settings';

const forest = { folder: 'Lorebooks/Forest: "old"', settings: { scanDepth: 7, tokenBudget: 500, recursion: false } };
const textNote = (text: string) => ({ kind: 'text' as const, text, stat: { path: 'Books.md', size: 1, modified: 1 } });

describe('what books say of themselves', () => {
  test('makes a note of books where there is none', () => {
    const plan = planSettings([forest], 'Books.md', { kind: 'missing' });
    expect(plan).toMatchObject({ path: 'Books.md', action: 'create' });
    const { books, problems } = readBooks('Books.md', plan?.text ?? '');
    expect(problems).toEqual([]);
    expect(books).toEqual([forest]);
  });

  test('is said to the user where there is a note, as far as it is missing there', () => {
    const note = textNote('```yaml\nbooks:\n  "lorebooks/forest: \\"old\\"": { scan_depth: 3 }\n```\n');
    const plan = planSettings([forest], 'Books.md', note);
    expect(plan?.action).toBe('add-by-hand');
    expect(plan?.text).toContain('token_budget: 500');
    expect(plan?.text).not.toContain('scan_depth');
  });

  test('needs nothing where the note says all, or no book says anything', () => {
    const whole = planSettings([forest], 'Books.md', { kind: 'missing' })?.text ?? '';
    expect(planSettings([forest], 'Books.md', textNote(whole))).toBeUndefined();
    expect(planSettings([{ folder: 'A', settings: {} }], 'Books.md', { kind: 'missing' })).toBeUndefined();
  });

  test('is left to the user where no note of books is set', () => {
    expect(planSettings([forest], '', { kind: 'binary' })).toMatchObject({ action: 'add-by-hand' });
  });

  test('is written with the import, holds from then on, and goes with its undoing', async () => {
    const { engine, source } = engineHost();
    await engine.open();
    const book = {
      name: 'Forest',
      scan_depth: 9,
      entries: [{ keys: ['fox'], content: 'Red.', insertion_order: 1, enabled: true, extensions: {} }],
    };
    const card = { spec: 'lorebook_v3', data: { ...book, extensions: {} } };
    const file = textFile('Forest.json', JSON.stringify(card));
    const plan = await planned(engine, [file]);
    expect(plan.settings).toMatchObject({ path: 'Lorehearth/Books.md', action: 'create' });
    const report = await imported(engine, [file]);
    await settled();
    expect(report.hasSettings).toBe(true);
    expect(report.created).toHaveLength(1);
    expect(engine.wants().messages).toBe(9);
    expect((await planned(engine, [file])).settings).toBeUndefined();
    await engine.imports.undo(report.id ?? '');
    expect(source.text('Lorehearth/Books.md')).toBeUndefined();
  });

  test('is not written where no note is made', async () => {
    const { engine } = engineHost();
    await engine.open();
    expect((await planned(engine, [tavernFile('Empty', [])])).settings).toBeUndefined();
  });
});
