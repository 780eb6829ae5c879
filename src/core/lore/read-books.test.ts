import { describe, expect, test } from 'vitest';
import { readBooks } from './read-books';

const PATH = 'Lorehearth/Books.md';
const fenced = (yaml: string): string => `Some words.\n\n\`\`\`yaml\n${yaml}\n\`\`\`\n`;
const told = (source: string) => readBooks(PATH, source).problems.map(({ code, line, text }) => [code, line, text]);

describe('books are read', () => {
  const expected = [
    { folder: 'Places', settings: { scanDepth: 8, tokenBudget: 4000, wholeWords: false } },
    { folder: '/', settings: { position: 'in_chat', role: 'user', decorators: 'off', enabled: true } },
  ];
  const yaml = [
    'books:',
    '  Places:',
    '    scan_depth: 8',
    '    Token Budget: 4000',
    '    whole-words: no',
    '  /: { position: in_chat, role: user, decorators: off, enabled: yes }',
  ].join('\n');

  test.each([
    ['a fenced block', PATH, fenced(yaml)],
    ['a fenced block below properties', PATH, `---\ntags: [x]\n---\n${fenced(yaml)}`],
    ['the properties', PATH, `---\n${yaml}\n---\nText.`],
    ['lines that end with CRLF', PATH, fenced(yaml).replaceAll('\n', '\r\n')],
    ['a file of YAML', 'books.yaml', yaml],
  ])('from %s', (_, path, source) => {
    expect(readBooks(path, source)).toEqual({ books: expected, problems: [], isBroken: false });
  });

  test('without settings, where a folder has none', () => {
    expect(readBooks(PATH, fenced('books:\n  Places:')).books).toEqual([{ folder: 'Places', settings: {} }]);
    expect(readBooks(PATH, fenced('books:'))).toEqual({ books: [], problems: [], isBroken: false });
  });
});

describe('what is wrong is told with its line, and the rest holds', () => {
  test.each([
    ['books:\n  A:\n    scan_depth: many', 'value-not-understood', 6, 'many'],
    ['books:\n  A:\n    token_budget: 0', 'value-out-of-range', 6, '0'],
    ['books:\n  A:\n    colour: red', 'book-setting-unknown', 6, 'colour'],
    ['books:\n  A: true', 'book-not-understood', 5, 'A'],
    ['books:\n  A: {}\n  a/: {}', 'property-spelled-twice', 6, 'a/'],
    ['books:\n  A:\n    depth: 1\n    Depth: 2', 'property-spelled-twice', 7, 'Depth'],
  ])('%j', (yaml, code, line, text) => {
    expect(told(fenced(yaml))).toEqual([[code, line, text]]);
    expect(readBooks(PATH, fenced(yaml))).toMatchObject({ isBroken: false, books: [{ folder: 'A' }] });
  });

  test('a note without books says so', () => {
    expect(told('Some words.')).toEqual([['books-none', 1, '']]);
    expect(told(fenced('book: {}'))).toEqual([['books-none', 4, '']]);
  });
});

describe('a note that cannot be read as a whole is broken', () => {
  test.each([
    ['books:\n  A: [1', 5],
    ['books:\n  A:\n\tdepth: 1', 6],
    ['books: Places', 4],
    ['books: {}\nbooks: {}', 5],
    ['books: ' + '['.repeat(80), 4],
  ])('%j', (yaml, line) => {
    expect(readBooks(PATH, fenced(yaml))).toMatchObject({
      books: [],
      isBroken: true,
      problems: [{ code: 'books-broken', severity: 'error', line }],
    });
  });
});

test('of more than a thousand books the first thousand are read', () => {
  const yaml = ['books:', ...Array.from({ length: 1_001 }, (_, at) => `  B${String(at)}: {}`)].join('\n');
  expect(readBooks(PATH, fenced(yaml)).books).toHaveLength(1_000);
  expect(told(fenced(yaml))).toEqual([['books-too-many', 1_005, '1001']]);
});
