import { describe, expect, test } from 'vitest';
import { engineHost, generated, settled } from '../../../tests/support/engine-host';
import { lore } from '../../../tests/support/lore-vault';

const BOOKS = 'Lorehearth/Books.md';
const books = (...lines: readonly string[]): string => ['```yaml', 'books:', ...lines, '```', ''].join('\n');
const notes = { 'Far/Fox.md': lore('keys: [fox]'), 'Hare.md': lore('keys: [hare]') };
const chat = ['Mara: a fox', 'Vesk: oh', 'Mara: hi', 'Vesk: and', 'Mara: a hare', 'Vesk: yes', 'Mara: well'];

describe('the books of a vault', () => {
  test('count from the next turn on when their note is written, changed or removed', async () => {
    const { engine, source } = engineHost(notes);
    await engine.open();
    expect(await generated(engine, chat, 'a')).toEqual(['Hare']);
    source.set(BOOKS, books('  Far: { scan_depth: 7 }'));
    await settled();
    expect(await generated(engine, chat, 'b')).toEqual(['Hare', 'Fox']);
    expect(engine.wants().messages).toBe(7);
    source.set(BOOKS, books('  Far: { enabled: false }'));
    await settled();
    expect(await generated(engine, chat, 'c')).toEqual(['Hare']);
    source.set(BOOKS, books('  Far: { scan_depth: 7 }'));
    await settled();
    source.remove(BOOKS);
    await settled();
    expect(await generated(engine, chat, 'd')).toEqual(['Hare']);
  });

  test('stay as they were when their note breaks, and the report says so until it is mended', async () => {
    const { engine, source } = engineHost({ ...notes, [BOOKS]: books('  Far: { scan_depth: 7 }') });
    await engine.open();
    source.set(BOOKS, books('  Far: { scan_depth: 7'));
    await settled();
    expect(await generated(engine, chat, 'a')).toEqual(['Hare', 'Fox']);
    const told = engine.problems().filter((problem) => problem.path === BOOKS);
    expect(told).toMatchObject([{ code: 'books-broken', line: 3, severity: 'error' }]);
    expect(engine.status().problems.error).toBe(1);
    source.failReading(BOOKS, 'the disk is busy');
    source.set(BOOKS, books('  Near: {}'));
    await settled();
    expect(await generated(engine, chat, 'b')).toEqual(['Hare', 'Fox']);
    expect(engine.problems().map((problem) => problem.message)).toContainEqual(
      expect.stringContaining('the disk is busy'),
    );
  });

  test('stand in the note that the setting names, and none where it names none', async () => {
    const { engine } = engineHost({ ...notes, 'Shelf.md': books('  Far: { scan_depth: 7 }') });
    await engine.open();
    expect(await generated(engine, chat, 'a')).toEqual(['Hare']);
    expect(await engine.changeSettings({ bookDefinitions: 'Shelf.md' })).toEqual([]);
    expect(await generated(engine, chat, 'b')).toEqual(['Hare', 'Fox']);
    expect(await engine.changeSettings({ bookDefinitions: '' })).toEqual([]);
    expect(await generated(engine, chat, 'c')).toEqual(['Hare']);
  });

  test('read the notes again only when they say something else', async () => {
    const { engine, source } = engineHost({ ...notes, [BOOKS]: books('  Far: { scan_depth: 7 }') });
    await engine.open();
    const before = engine.entryByPath('Hare.md');
    source.set(BOOKS, `Words.\n\n${books('  Far: { scan_depth: 7 }')}`);
    await settled();
    expect(engine.entryByPath('Hare.md')).toBe(before);
  });
});
