import { expect, test } from 'vitest';
import { ourEntry, writeFile } from '../../../tests/support/lorebook-files';
import { lorebookFixtures } from '../../../tests/support/lorebook-fixtures';
import { fieldNames, writtenName, type EntryProperties, type FieldName } from '../lore/entry-fields';
import { renderTable } from '../lore/render-table';
import { formats } from './formats';
import type { ImportedBook, LorebookFile, LorebookFormat } from './lorebook-format';
import { asRecord } from './tavern-world-info/tavern-entry';

const writing = formats.filter(({ write }) => write);

/** What notes can say, each with what it needs besides. */
const features: readonly (readonly [string, EntryProperties])[] = [
  ['keys', { keys: ['mill', 'weir'] }],
  ['pattern among the keys', { keys: ['/mill(s)?/i'] }],
  ['no keys of its own', { keys: [], constant: true }],
  ['aliases', { keys: ['mill'], aliases: ['weir'] }],
  ['refine_keys', { keys: ['mill'], refineKeys: ['night'] }],
  ['… and_all', { keys: ['mill'], refineKeys: ['night', 'fog'], selectiveLogic: 'and_all' }],
  ['… not_any', { keys: ['mill'], refineKeys: ['night', 'fog'], selectiveLogic: 'not_any' }],
  ['… not_all', { keys: ['mill'], refineKeys: ['night', 'fog'], selectiveLogic: 'not_all' }],
  ['exclude_keys', { keys: ['mill'], excludeKeys: ['night'] }],
  ['case_sensitive', { keys: ['mill'], caseSensitive: true }],
  ['whole_words', { keys: ['mill'], wholeWords: false }],
  ['scan_depth', { keys: ['mill'], scanDepth: 7 }],
  ['scan_sources', { keys: ['mill'], scanSources: ['persona'] }],
  ['enabled: false', { keys: ['mill'], enabled: false }],
  ['constant', { keys: ['mill'], constant: true }],
  ['priority alone', { keys: ['mill'], priority: 60 }],
  ['order alone', { keys: ['mill'], order: 60 }],
  ['priority and order', { keys: ['mill'], priority: 60, order: 30 }],
  ['position: before', { keys: ['mill'], position: 'before' }],
  ['position: after_char', { keys: ['mill'], position: 'after_char' }],
  ['position: in_chat, depth, role', { keys: ['mill'], position: 'in_chat', depth: 2, role: 'user' }],
  ['position: outlet', { keys: ['mill'], position: 'outlet', outlet: 'maps' }],
  ['probability', { keys: ['mill'], probability: 0.3 }],
  ['sticky in messages', { keys: ['mill'], sticky: { count: 4, unit: 'messages' } }],
  ['cooldown in turns', { keys: ['mill'], cooldown: { count: 2, unit: 'turns' } }],
  ['delay', { keys: ['mill'], delay: { count: 6, unit: 'messages' } }],
  ['group, group_weight', { keys: ['mill'], group: 'towers', groupWeight: 40 }],
  ['exclude_recursion', { keys: ['mill'], excludeRecursion: true }],
  ['not_recursable', { keys: ['mill'], notRecursable: true }],
  ['delay_until_recursion', { keys: ['mill'], delayUntilRecursion: 2 }],
  ['triggers', { keys: ['mill'], triggers: ['quiet'] }],
  ['characters', { keys: ['mill'], characters: ['Mira'] }],
  ['ignore_budget', { keys: ['mill'], ignoreBudget: true }],
  ['summary', { keys: ['mill'], summary: 'A mill.' }],
  ['requires', { keys: ['mill'], requires: ['Weir'] }],
  ['era, location', { keys: ['mill'], era: ['1900'], location: ['Coast'] }],
];

/** How a property fares in a file: what comes back when it is read again, and whether the writer said something. */
function fateOf(format: LorebookFormat, properties: EntryProperties): string {
  const { value, remarks } = writeFile(format, { entries: [ourEntry({ properties })] });
  const file = { name: 'Book.json', value: JSON.parse(JSON.stringify(value)) as unknown };
  const again: EntryProperties = format.read(file).books[0]?.entries[0]?.properties ?? {};
  const names = fieldNames().filter((name) => properties[name] !== undefined);
  const isBack = names.every((name) => JSON.stringify(again[name]) === JSON.stringify(properties[name]));
  if (remarks.length === 0) return isBack ? 'kept' : 'converted';
  const isForUs = remarks.every(({ sentence }) => sentence.includes('kept in the file'));
  if (isBack) return isForUs ? 'for us alone' : 'converted, told';
  return 'told';
}

function goingOut(): string {
  const rows = features.map(([name, properties]) => [name, ...writing.map((format) => fateOf(format, properties))]);
  return renderTable(['in a note', ...writing.map(({ id }) => id)], rows);
}

/** Our files of a format. */
function filesOf({ id }: LorebookFormat): readonly LorebookFile[] {
  return lorebookFixtures().flatMap(({ format, file }) => (format === id ? [file] : []));
}

function booksOf(format: LorebookFormat): readonly ImportedBook[] {
  return filesOf(format).flatMap((file) => format.read(file).books);
}

/** Every text, number, true, false in a value. */
function scalarsOf(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsOf) : [value];
}

/** What became of a property in our files of a format: nothing, or whether its values stand there as they are. */
function arrivalOf(format: LorebookFormat, name: FieldName | 'folder'): string {
  const inFiles = new Set(filesOf(format).flatMap(({ value }) => scalarsOf(value)));
  const entries = booksOf(format).flatMap((book) => book.entries);
  const values = entries.flatMap((entry) =>
    scalarsOf((name === 'folder' ? entry.folder : entry.properties[name]) ?? []),
  );
  if (values.length === 0) return '';
  // Everywhere else bigger is stronger.
  if (name === 'priority') return 'converted';
  return values.every((value) => inFiles.has(value)) ? 'kept' : 'converted';
}

function comingIn(): string {
  const names = fieldNames().map((name) => [name, writtenName(name)] as const);
  const rows = [...names, ['folder', 'folders'] as const]
    .map(([name, written]) => [written, ...formats.map((format) => arrivalOf(format, name))])
    .filter(([, ...cells]) => cells.some((cell) => cell !== ''));
  return renderTable(['property', ...formats.map(({ id }) => id)], rows);
}

/** Fields of the files that notes and books keep without effect. */
function keptBeside(): string {
  const rows = formats.map((format) => {
    const books = booksOf(format);
    const leftovers = books.flatMap((book) => [book.leftovers ?? {}, ...book.entries.map((entry) => entry.leftovers)]);
    const names = leftovers.flatMap((one) =>
      Object.values(one).flatMap((fields) => Object.keys(asRecord(fields) ?? {})),
    );
    return [format.id, [...new Set(names)].sort().join(', ')];
  });
  return renderTable(['format', 'fields'], rows);
}

function told(): string {
  const rows = formats.flatMap((format) => {
    const books = booksOf(format);
    const remarks = books.flatMap((book) => [...book.remarks, ...book.entries.flatMap((entry) => entry.remarks)]);
    const seen = new Map(remarks.map(({ field, sentence }) => [field, sentence]));
    return [...seen].sort(([one], [other]) => (one < other ? -1 : 1)).map((row) => [format.id, ...row]);
  });
  return renderTable(['format', 'field', 'what an import says of it'], rows);
}

test('the page in docs/ says what each format brings in and carries out', async () => {
  const page = `# Import and export of lorebooks

What became of real files: those in \`src/core/formats/__fixtures__/\`, read, and notes of ours, written and read again. Made by \`src/core/formats/import-matrix.test.ts\`: run it with \`--update\` after a change.

${renderTable(
  ['id', 'files'],
  formats.map(({ id, label }) => [id, label]),
)}
## What comes in

Properties that notes get from the files. _kept_: the values are those of the file; _converted_: they are said in the words and directions of notes. The text stays as it is.

${comingIn()}
## What is kept beside

Fields of these files for which notes have no property, or which had no effect. They stand in the note under the name of the program and go out again.

${keptBeside()}
## What an import tells

What could not be kept as it was, and what is worth a look.

${told()}
## What goes out

_kept_: the program has the same, and it comes back. _converted_: written in the program's own way, without a loss. _converted, told_: the program does something near to it, as the export says, and our own words for it come back. _for us alone_: the program does not know it, as the export says, but it is in the file and comes back. _told_: it is lost or changed, as the export says.

${goingOut()}`;
  await expect(page).toMatchFileSnapshot('../../../docs/import-matrix.md');
});

test('nothing that a note says goes without a word, but where the file says the same in its own way', () => {
  const silent = writing.flatMap((format) =>
    features
      .filter(([, properties]) => fateOf(format, properties) === 'converted')
      .map(([name]) => `${format.id}: ${name}`),
  );
  expect(silent).toEqual([]);
});
