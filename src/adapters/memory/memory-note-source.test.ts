import { describe, expect, it } from 'vitest';
import type { NoteChange } from '../../core/ports/note-source';
import { MemoryNoteSource } from './memory-note-source';

function watched(notes: Readonly<Record<string, string>>): {
  vault: MemoryNoteSource;
  batches: (readonly NoteChange[])[];
} {
  const vault = new MemoryNoteSource(notes);
  const batches: (readonly NoteChange[])[] = [];
  vault.watch((changes) => batches.push(changes));
  return { vault, batches };
}

describe('MemoryNoteSource', () => {
  it('reports each change before the method returns', () => {
    const { vault, batches } = watched({ 'A.md': 'a' });
    vault.set('A.md', 'b');
    vault.rename('A.md', 'B.md');
    vault.remove('B.md');
    expect(batches).toEqual([
      [{ kind: 'changed', path: 'A.md' }],
      [{ kind: 'renamed', from: 'A.md', to: 'B.md' }],
      [{ kind: 'removed', path: 'B.md' }],
    ]);
  });

  it('reports the changes of a batch together, of nested ones too', () => {
    const { vault, batches } = watched({ 'a/A.md': 'a', 'a/B.md': 'b' });
    vault.batch(() => {
      vault.set('C.md', 'c');
      vault.remove('a');
    });
    expect(batches).toEqual([
      [
        { kind: 'changed', path: 'C.md' },
        { kind: 'removed', path: 'a/A.md' },
        { kind: 'removed', path: 'a/B.md' },
      ],
    ]);
  });

  it('reports a note that becomes or stops being one by its new name', () => {
    const { vault, batches } = watched({ 'A.txt': 'a', 'B.md': 'b' });
    vault.rename('A.txt', 'A.md');
    vault.rename('B.md', '.trash/B.md');
    expect(batches).toEqual([[{ kind: 'changed', path: 'A.md' }], [{ kind: 'removed', path: 'B.md' }]]);
  });

  it('fails to read one note for as long as it is told to', async () => {
    const vault = new MemoryNoteSource({ 'A.md': 'a' });
    vault.failReading('A.md', 'The disk reported an error.');
    expect(await vault.read('A.md')).toEqual({ kind: 'unreadable', reason: 'The disk reported an error.' });
    vault.failReading('A.md', undefined);
    expect(await vault.read('A.md')).toMatchObject({ kind: 'text' });
    expect(vault.reads).toBe(2);
  });

  it('gives a note another time with every change', async () => {
    const vault = new MemoryNoteSource({ 'A.md': 'a' });
    const first = await vault.read('A.md');
    vault.set('A.md', 'b');
    const second = await vault.read('A.md');
    expect(first.kind === 'text' && first.stat.modified).not.toBe(second.kind === 'text' && second.stat.modified);
  });
});
