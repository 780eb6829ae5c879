import { vaultOfPath } from '../../base/mounted-path';
import { z } from 'zod';
import type { PropertyValue } from '../../edits/patch';
import { argumentsOf } from '../arguments/argument-schema';
import { quoted } from '../material';
import { loreFolders } from './entry-words';
import { resemblances } from './find-similar';
import { makeProposal } from './make-proposal';
import { readPropertyValue } from './property-value';
import { looksOutside, OUTSIDE } from './scope';
import { librarianTool, refused, type ToolDesk } from './tool';

const LONGEST_TEXT = 60_000;

export const proposeNewEntry = librarianTool({
  name: 'propose_new_entry',
  label: 'Propose a new entry',
  description:
    'Proposes a new lore note; the user sees it and decides. Look with find_similar first. The tag that makes it lore is added by itself.',
  proposes: true,
  takes: argumentsOf(
    {
      title: z.string().trim().min(1).max(300).describe('Title of the entry.'),
      text: z
        .string()
        .trim()
        .min(1)
        .max(LONGEST_TEXT)
        .describe('What the entry says, as Markdown, without properties and without its title.'),
      keys: z
        .array(z.string().max(200))
        .max(50)
        .optional()
        .describe('Words of the story that wake it. Without keys the title and aliases do.'),
      aliases: z.array(z.string().max(200)).max(50).optional().describe('Other names of it.'),
      summary: z.string().max(2_000).optional().describe('One or two sentences for choosing it.'),
      type: z.string().max(100).optional().describe('What kind of thing it is, as other entries say it.'),
      folder: z.string().max(500).optional().describe('Folder of the vault, one that holds lore or below one.'),
      tags: z.array(z.string().max(100)).max(30).optional().describe('Further tags.'),
      properties: z.record(z.string(), z.unknown()).optional().describe('Further properties, by name.'),
      anyway: z
        .boolean()
        .optional()
        .describe('Also when an entry of this name is there and it really is something else.'),
    },
    {
      title: ['name', 'entry'],
      text: ['content', 'body', 'description', 'markdown', 'note'],
      keys: ['keywords', 'key', 'triggers'],
      folder: ['path', 'directory', 'location'],
      properties: ['frontmatter', 'fields', 'metadata'],
      anyway: ['force'],
    },
  ),
  run: ({ title, text, tags = [], folder, anyway = false, properties = {}, ...named }, desk) => {
    const same = resemblances({ title }, desk.lore).find(({ isSame }) => isSame);
    if (same !== undefined && !anyway)
      return refused(
        `There is an entry "${quoted(same.entry.title)}" (${quoted(same.entry.path)}) already. Read it with get_entry and change it with propose_patch. If yours is really something else, call this again with "anyway": true.`,
        `“${quoted(same.entry.title, 60)}” is there already`,
      );
    const place = folderFor(folder, desk);
    if (place === undefined) return refused(OUTSIDE, 'Not a folder for lore');
    const values = propertiesOf({ ...properties, ...named });
    const patch = {
      kind: 'create',
      folder: place,
      title,
      tags: [...new Set([desk.loreTag, ...tags.map((tag) => tag.replace(/^#+/, '').trim())])].filter(
        (tag) => tag !== '',
      ),
      properties: values,
      body: withoutTitle(text, title),
    } as const;
    return makeProposal(patch, `a new entry “${quoted(title, 80)}”`, desk);
  },
});

/** The folder as written, where the task or the vault says it otherwise; undefined for one that leads out. */
function folderFor(written: string | undefined, { lore, newFolder }: ToolDesk): string | undefined {
  const folder = (written ?? '').trim();
  // New notes are made in the host's own vault.
  const own = [...lore.index.entries.values()].filter(({ path }) => vaultOfPath(path) === '');
  if (folder === '') return newFolder !== '' ? newFolder : (loreFolders(own)[0] ?? 'Lore');
  if (looksOutside(folder)) return undefined;
  return folder.replace(/\/+$/, '');
}

/** What the note itself says otherwise is not set: the tag of lore, and an empty value. */
function propertiesOf(given: Readonly<Record<string, unknown>>): Readonly<Record<string, PropertyValue>> {
  const pairs = Object.entries(given).flatMap(([name, value]) => {
    const read = name.trim() === '' || /^tags?$/i.test(name.trim()) ? undefined : readPropertyValue(value);
    return read === undefined || read === '' || (Array.isArray(read) && read.length === 0)
      ? []
      : [[name.trim(), read] as const];
  });
  return Object.fromEntries(pairs);
}

/** Models like to begin with the title as a heading, which the note has already. */
function withoutTitle(text: string, title: string): string {
  const [, heading, rest] = /^#[ \t]+([^\n]+)\n*([\s\S]*)$/.exec(text) ?? [];
  return heading?.trim().toLowerCase() === title.trim().toLowerCase() && rest?.trim() ? rest : text;
}
