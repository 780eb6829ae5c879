import { describe, expect, test } from 'vitest';
import { foldFolder, folderOfBook, isInFolder } from './book-folder';

test.each([
  ['Places', 'places'],
  ['/Places/', 'places'],
  ['./Places//Old Town/', 'places/old town'],
  ['Places\\Old Town\\', 'places/old town'],
  [' Places / Old Town ', 'places/old town'],
  ['E\u0301tat', '\u00e9tat'],
  ['/', ''],
  ['.', ''],
  ['', ''],
])('the folder %j is compared as %j', (written, folded) => {
  expect(foldFolder(written)).toBe(folded);
});

describe('a path lies in a folder', () => {
  test.each([
    ['Places/Fox.md', 'places', true],
    ['Places/Old Town/Fox.md', 'Places', true],
    ['Places/Old Town Hall/Fox.md', 'Places/Old Town', false],
    ['Places', 'Places', true],
    ['Fox.md', '/', true],
    ['Other/Places/Fox.md', 'Places', false],
  ])('%s in %s: %s', (path, folder, expected) => {
    expect(isInFolder(path, folder)).toBe(expected);
  });
});

test.each([
  ['My Vault', ''],
  ['my vault/', ''],
  ['/My Vault', 'my vault'],
  ['.\\My Vault', 'my vault'],
  ['Places', 'places'],
])('in the vault “My Vault” the book %j is the folder %j', (name, folder) => {
  expect(folderOfBook(name, 'My Vault')).toBe(folder);
});
