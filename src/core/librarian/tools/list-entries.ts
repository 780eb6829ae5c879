import { z } from 'zod';
import type { LoreEntry } from '../../lore/lore-entry';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import type { LibrarianLore } from '../ports';
import { entryLine, loreFolders } from './entry-words';
import { counted, lines, pageOf } from './pieces';
import { librarianTool } from './tool';

const PAGE = 50;
const MOST_VALUES = 40;

export const listEntries = librarianTool({
  name: 'list_entries',
  label: 'List entries',
  description:
    'Entries by type, tag or folder, in the order of their titles, fifty at a time. Without any of these: all.',
  takes: argumentsOf(
    {
      type: z.string().max(200).optional().describe('Type of the entry, such as character.'),
      tag: z.string().max(200).optional().describe('Tag, with the tags nested in it.'),
      folder: z.string().max(500).optional().describe('Folder, with those in it.'),
      offset: z.number().int().min(0).optional(),
    },
    {
      type: ['kind', 'category'],
      tag: ['tags'],
      folder: ['path', 'directory', 'book'],
      offset: ['from', 'start', 'skip'],
    },
  ),
  run: ({ offset = 0, ...filter }, { lore }) => {
    const found = [...lore.index.entries.values()].filter((entry) => passes(entry, filter)).sort(byTitle);
    const { items, more } = pageOf(found, offset, PAGE);
    const of = Object.entries(filter).flatMap(([name, value]) =>
      value === undefined || value === '' ? [] : [`${name} ${quoted(value, 60)}`],
    );
    const what = `${counted(found.length, 'entry', 'entries')}${of.length === 0 ? '' : ` of ${of.join(', ')}`}`;
    if (items.length === 0) return { text: lines(`${what}.`, known(lore)), summary: what };
    return { text: lines(`${what}.`, material('entries', items.map(entryLine).join('\n')), more), summary: what };
  },
});

interface Filter {
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly folder?: string | undefined;
}

function passes(entry: LoreEntry, { type = '', tag = '', folder = '' }: Filter): boolean {
  const wantedTag = tag.trim().replace(/^#/, '').toLowerCase();
  const wantedFolder = folder
    .trim()
    .replace(/^\/+|\/+$/g, '')
    .toLowerCase();
  return (
    (type.trim() === '' || entry.type?.toLowerCase() === type.trim().toLowerCase()) &&
    (wantedTag === '' || entry.tags.some((one) => one === wantedTag || one.startsWith(`${wantedTag}/`))) &&
    (wantedFolder === '' || `${entry.folders.join('/').toLowerCase()}/`.startsWith(`${wantedFolder}/`))
  );
}

function byTitle(a: LoreEntry, b: LoreEntry): number {
  return a.title.localeCompare(b.title) || (a.path < b.path ? -1 : 1);
}

/** What can be asked for, said when nothing was found. */
function known({ index }: LibrarianLore): string {
  const entries = [...index.entries.values()];
  const some = (values: readonly string[]): string =>
    [...new Set(values)]
      .sort()
      .slice(0, MOST_VALUES)
      .map((value) => quoted(value, 60))
      .join(', ') || 'none';
  return material(
    'what there is',
    lines(
      `Types: ${some(entries.flatMap(({ type }) => type ?? []))}`,
      `Tags: ${some(entries.flatMap(({ tags }) => tags))}`,
      `Folders: ${some(loreFolders(entries).map((folder) => (folder === '' ? '(top)' : folder)))}`,
    ),
  );
}
