import { describe, expect, it } from 'vitest';
import { isNoteName, isVaultPath, pathInside } from './note-path';

describe('paths of notes', () => {
  it.each([
    ['/vault', '/vault', ''],
    ['/vault', '/vault/a/N.md', 'a/N.md'],
    ['/vault', '/vault/..a/N.md', '..a/N.md'],
    ['/', '/a/N.md', 'a/N.md'],
    ['/vault', '/vault-2/N.md', undefined],
    ['/vault', '/', undefined],
    ['/vault', '/other', undefined],
    ['/vault/a', '/vault', undefined],
  ])('below %s, %s is %s', (root, place, path) => {
    expect(pathInside(root, place)).toBe(path);
  });

  it.each([
    ['', true],
    ['a/N.md', true],
    ['a.b/..N.md', false],
    ['.obsidian/N.md', false],
    ['a/node_modules/N.md', false],
    ['a//N.md', false],
    ['a/../N.md', false],
  ])('%j is part of the vault: %s', (path, expected) => {
    expect(isVaultPath(path)).toBe(expected);
  });

  it.each([
    ['N.md', true],
    ['N.MD', true],
    ['N.md.txt', false],
    ['md', false],
  ])('%s is a note: %s', (name, expected) => {
    expect(isNoteName(name)).toBe(expected);
  });
});
