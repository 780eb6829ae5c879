import { describe, expect, test } from 'vitest';
import { isVaultPath } from '../../src/adapters/node/note-path';
import { touchedPaths } from '../../src/core/edits/draft-proposal';
import { linkTo } from '../../src/core/edits/link-to';
import { foldFileName, noteFileName } from '../../src/core/formats/note-file-name';
import { folderParts, VaultPaths } from '../../src/core/imports/vault-paths';
import { isNotePath } from '../../src/server/contract/note-path';

const nameOf = (title: string): string => noteFileName(title, () => false);

describe('BR-112 names that every system takes', () => {
  test.each([
    ['CON', '_CON'],
    ['aux.md', '_aux.md'],
    ['COM1', '_COM1'],
    ['COM¹', '_COM¹'],
    ['lpt².txt', '_lpt².txt'],
    ['CONIN$', '_CONIN$'],
    ['CON .x', '_CON .x'],
    ['NUL?', '_NUL'],
    ['Console', 'Console'],
    ['.hidden', 'hidden'],
    ['...', 'Untitled'],
    ['', 'Untitled'],
    ['\u00a0Mill. . ', 'Mill'],
    ['Mill\u202egnp', 'Mill gnp'],
    ['Old\u200bMill', 'Old Mill'],
    ['a\tb\nc', 'a b c'],
    ['A|B#C^D[E]', 'A B C D E'],
    ['..%2f..%2fMill', '%2f..%2fMill'],
    ['../../Mill', 'Mill'],
    ['C:\\Mill', 'C Mill'],
    ['\ud800', 'Untitled'],
    ['🐉 Hoard', '🐉 Hoard'],
    ['Salt & Iron; 100%', 'Salt & Iron; 100%'],
  ])('%j is the file %j', (title, name) => {
    expect(nameOf(title)).toBe(name);
  });

  test.each(['x'.repeat(300), '字'.repeat(200), '👩‍🚀'.repeat(80), `A${'\u0301'.repeat(300)}`, `ab${'👩‍🚀'.repeat(40)}`])(
    'no name is longer than a system takes, nor ends amid a sign (%#)',
    (title) => {
      const name = nameOf(title);
      expect(Buffer.byteLength(`${name} 2.md`)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/[\ud800-\udbff]$|\u200d$/);
      expect(title.startsWith(name)).toBe(true);
    },
  );
});

describe('BR-113 names that are one name to a system', () => {
  test.each([
    [['Mill', 'mill', 'MILL'], 3],
    [['Éa', 'Éa'.normalize('NFD')], 2],
    [['Mill?', 'Mill*', 'Mill'], 3],
    [['Mill.', 'Mill '], 2],
    [['x'.repeat(300), `${'x'.repeat(300)}y`], 2],
    [['Λύκος', 'ΛΎΚΟΣ'], 2],
  ])('%j are %i files', (titles, count) => {
    const paths = new VaultPaths([]);
    const names = titles.map((title) => foldFileName(paths.take('Lore', title)));
    expect(new Set(names).size).toBe(count);
  });

  test('a folder is spelled as the vault has it, and never one that is none', () => {
    const paths = new VaultPaths(['Lore/Coast/Mill.md']);
    expect(paths.folder(['lore', 'COAST'])).toBe('Lore/Coast');
    expect(paths.folder(['lore', 'node_modules'])).toBe('Lore/_node_modules');
    expect(paths.folder(['lore', '..', 'CON'])).toBe('Lore/Untitled/_CON');
    expect(paths.freeFolder(['lore'], 'coast')).toEqual(['lore', 'coast 2']);
  });
});

describe('BR-109 links', () => {
  test.each([
    [['Lore/Vex.md', 'Arcs/Vex.md'], '[[Lore/Vex|Vex]]'],
    [['Lore/Vex.md', 'Arcs/VEX.md'], '[[Lore/Vex|Vex]]'],
    [['Lore/Vex.md', 'Arcs/Vexed.md'], '[[Vex]]'],
  ])('among %j the link is %s', (paths, link) => {
    expect(linkTo('Lore/Vex.md', paths)).toBe(link);
  });
});

describe('BR-120 places out of the vault', () => {
  test.each([
    '../x.md',
    'a/../../x.md',
    '/etc/x.md',
    'C:\\x.md',
    'C:/x.md',
    'c:x.md',
    'a\\..\\x.md',
    '..\\x.md',
    '\\\\server\\x.md',
    '//server/x.md',
    'file:///x.md',
    'a.md\0.md',
    './x.md',
    'a//x.md',
    '',
  ])('%j is the path of no note', (path) => {
    expect(isNotePath(path)).toBe(false);
  });

  test.each([
    '../x.md',
    'a/../x.md',
    '..\\x.md',
    'a\\..\\x.md',
    'C:\\x.md',
    '.obsidian/x.md',
    'a/.git/x.md',
    '...md',
    'a/.md',
  ])('nothing is moved to %j', (to) => {
    expect(touchedPaths({ kind: 'move', path: 'Lore/a.md', to })).toBeUndefined();
  });

  test.each(['a\\..\\..\\x.md', '..\\x.md', 'a\\.git\\x.md', 'C:x.md', 'a.md:stream', 'a/..\\x.md'])(
    'on Windows %j is no part of the vault',
    (path) => {
      expect(isVaultPath(path, '\\')).toBe(false);
    },
  );

  test.each([
    ['../x', undefined],
    ['a/../../x', undefined],
    ['..\\x', undefined],
    ['C:\\x', undefined],
    ['.obsidian', undefined],
    ['a/ .. /x', undefined],
    ['/a/./b/', ['a', 'b']],
    ['a\\b', ['a', 'b']],
    ['%2e%2e/x', ['%2e%2e', 'x']],
  ])('the folder %j is %j', (written, parts) => {
    expect(folderParts(written)).toEqual(parts);
  });
});
