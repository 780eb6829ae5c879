import { describe, expect, it } from 'vitest';
import type { FileStat } from './folder-files';
import { noteDifferences } from './note-differences';

function note(size: number, changed = 1): FileStat {
  return { kind: 'file', size, modified: 1, changed, identity: '1:1' };
}

describe('noteDifferences', () => {
  it('tells removed, new and changed notes, removals first', () => {
    const before = new Map([
      ['Same.md', note(1)],
      ['Gone.md', note(1)],
      ['Longer.md', note(1)],
      ['Touched.md', note(1)],
    ]);
    const after = new Map([
      ['New.md', note(1)],
      ['Same.md', note(1)],
      ['Longer.md', note(2)],
      ['Touched.md', note(1, 2)],
    ]);
    expect(noteDifferences(before, after, [])).toEqual([
      { kind: 'removed', path: 'Gone.md' },
      { kind: 'changed', path: 'New.md' },
      { kind: 'changed', path: 'Longer.md' },
      { kind: 'changed', path: 'Touched.md' },
    ]);
  });

  it('does not take notes for removed that are below an unreadable folder', () => {
    const before = new Map(['a/N.md', 'a/b/N.md', 'ab/N.md'].map((path) => [path, note(1)]));
    expect(noteDifferences(before, new Map(), [{ path: 'a', reason: 'Access was denied.' }])).toEqual([
      { kind: 'removed', path: 'ab/N.md' },
    ]);
  });
});
