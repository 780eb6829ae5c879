import type { WirePlannedFile } from '../../../src/server/contract/wire-imports';
import type { WireWatchedChanges } from '../../../src/server/contract/wire-watch';
import { pictureNow } from './picture-clock';
import type { ScriptedServer } from './scripted-server';
import { watchedBook, withCounts, type ScriptedWatch } from './scripted-watch';

type Book = WirePlannedFile['books'][number];
type Note = Book['notes'][number];

const DAY = 86_400_000;
const longWord = 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch'.repeat(2);

/** An entry as a preview tells it; a new one, unless it says something else. */
export function planned(title: string, more: Partial<Note> = {}): Note {
  const path = `Lorebooks/Harbor/${title}.md`;
  return { title, action: 'create', path, changes: [], conflicts: [], lost: [], ...more };
}

/** A file with one book. */
export function plannedFile(
  file: string,
  notes: readonly Note[],
  more: Partial<WirePlannedFile> = {},
): WirePlannedFile {
  const name = file.replace(/\.\w+$/u, '');
  const book: Book = { name, format: 'sillytavern', folder: `Lorebooks/${name}`, notes, missing: [] };
  const lost = notes.flatMap(({ title, lost: remarks }) => remarks.map((remark) => ({ title, ...remark })));
  const counts = { entries: notes.length, mapped: notes.length };
  return { file, format: 'sillytavern', ...counts, lost, problems: [], books: [book], ...more };
}

const harbor = plannedFile('Harbor.json', [
  planned('Lantern Quay', { action: 'update', changes: ['keys', 'body'] }),
  planned('Maren Tull', {
    action: 'conflict',
    conflicts: [{ field: 'body', mine: 'She left the guild in spring.', theirs: 'She leads the guild.' }],
  }),
  planned('The drowned bell', { action: 'unchanged' }),
  planned('Harbor law', { action: 'duplicate', duplicateOf: 'Lore/Harbor law.md' }),
  planned('Ropewalk', { lost: [{ field: 'automationId', sentence: 'Notes start no scripts; the value is kept.' }] }),
  planned('Tide tables'),
]);

const missing = ['Lorebooks/Harbor/Old crane.md'];
const sampleFiles: readonly WirePlannedFile[] = [
  { ...harbor, books: harbor.books.map((book) => ({ ...book, missing })) },
  plannedFile('Maren.png', [planned('The guild')], {
    books: [{ name: 'Maren', format: 'ccv3', folder: 'Lorebooks/Maren', notes: [planned('The guild')], missing: [] }],
    problems: ['entries.3: The entry has no text and no keys.'],
    lost: [{ title: '', field: 'extensions.theme', sentence: 'Books have no colors.' }],
  }),
];

/** One of each kind. */
const watchedChanges: WireWatchedChanges['items'] = [
  {
    uid: '4',
    at: '4',
    title: 'Maren Tull',
    kind: 'conflict',
    path: 'Lorebooks/Harbor/Maren Tull.md',
    fields: [
      { field: 'keys', mine: 'Maren, harbor master', theirs: 'Maren, guild head' },
      { field: 'body', mine: 'She left the guild in spring.\n', theirs: 'She leads the guild.\n' },
    ],
  },
  {
    uid: '5',
    at: '5',
    title: 'Lantern Quay',
    kind: 'changed',
    path: 'Lorebooks/Harbor/Lantern Quay.md',
    fields: [{ field: 'probability', mine: '80%' }],
  },
  { uid: '6', at: '6', title: 'Old crane', kind: 'missing', path: 'Lorebooks/Harbor/Old crane.md', fields: [] },
  { uid: '7', at: '7', title: 'Tide tables', kind: 'removed', fields: [] },
  { uid: '9', at: '9', title: 'Salt market', kind: 'new', path: 'Lorebooks/Harbor/Salt market.md', fields: [] },
];

/** Many books, a long name, and long texts on both sides. */
function fillLongWatch(watch: ScriptedWatch): void {
  const text = `${longWord} and more words. `.repeat(40);
  const changes = Array.from({ length: 60 }, (_, at) => ({
    uid: String(at),
    at: String(at),
    title: at === 0 ? longWord : `Entry ${String(at)}`,
    kind: 'conflict' as const,
    path: `Lorebooks/${longWord}/${longWord}.md`,
    fields: [{ field: 'body', mine: text, theirs: text }],
  }));
  const long = watchedBook(longWord, { id: 'st-harbor', folder: `Lorebooks/${longWord}/`.repeat(3), entries: 20_000 });
  watch.changes = { 'st-harbor': changes };
  watch.books = [
    withCounts(long, changes),
    ...Array.from({ length: 30 }, (_, at) => watchedBook(`Book ${String(at)}`)),
  ];
}

/** An update with something of everything, a card with a part that is not read, and two earlier imports. */
export function fillImports({ imports, watch }: ScriptedServer): void {
  watch.changes = { 'st-harbor': watchedChanges };
  watch.books = [
    withCounts(watchedBook('Harbor', { writeBack: true, entries: 128 }), watchedChanges),
    watchedBook('Guilds', { state: 'gone' }),
  ];
  imports.planned = sampleFiles;
  imports.settings = { path: 'Lorehearth books.md', text: 'folder: Lorebooks/Harbor', action: 'create' };
  imports.runs = [
    { id: 'b', at: pictureNow - DAY, files: ['Harbor.json'], created: 5, updated: 0, state: 'done' },
    {
      id: 'a',
      at: pictureNow - 3 * DAY,
      files: ['Forest.json', 'River.json'],
      created: 12,
      updated: 3,
      state: 'undone',
    },
  ];
}

/** Thousands of entries, long names and many remarks. */
export function fillLongImports({ imports, watch }: ScriptedServer): void {
  fillLongWatch(watch);
  const remarks = Array.from({ length: 30 }, (_, at) => ({
    field: `extensions.${longWord}.${String(at)}`,
    sentence: 'Kept as it is.',
  }));
  const notes = Array.from({ length: 3_000 }, (_, at) => planned(`Entry ${String(at + 1)}`));
  const folder = `Lorebooks/${'A folder with a long name/'.repeat(4)}`;
  imports.planned = [
    plannedFile(`${longWord}.json`, [planned(longWord, { path: `${folder}${longWord}.md`, lost: remarks }), ...notes]),
    plannedFile('Maren.png', [planned('潮見の鈴')], {
      problems: Array.from({ length: 80 }, (_, at) => `entries.${String(at)}: ${longWord} is no list.`),
    }),
  ];
  imports.settings = { path: '', text: `${longWord}: 4\n`.repeat(30), action: 'add-by-hand' };
  imports.failed = [
    { title: longWord, path: `${folder}${longWord}.md`, sentence: 'The name is too long for this disk.' },
  ];
  imports.runs = Array.from({ length: 40 }, (_, at) => ({
    id: `run-${String(at)}`,
    at: pictureNow - at * DAY,
    files: [`${longWord}.json`, 'b.json', 'c.json', 'd.json', 'e.json'],
    created: 20_000,
    updated: 1_234,
    state: at % 2 === 0 ? ('done' as const) : ('under-way' as const),
  }));
}
