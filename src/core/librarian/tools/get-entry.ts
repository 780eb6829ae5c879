import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import { lookUpEntry } from './entry-look-up';
import { entryLine } from './entry-words';
import { noteSource } from './note-text';
import { lines, pieceOf } from './pieces';
import { librarianTool, refused } from './tool';

export const getEntry = librarianTool({
  name: 'get_entry',
  label: 'Read entry',
  description:
    'The note of an entry as it is written, with its properties. Read it before you propose a change: a patch must name pieces of this text exactly.',
  takes: argumentsOf(
    {
      entry: z.string().min(1).max(1_000).describe('Title, alias, path or id of the entry.'),
      from: z.number().int().min(0).optional().describe('For long notes: the first character to show.'),
    },
    { entry: ['title', 'name', 'path', 'id', 'note', 'entry_id', 'entry_title', 'file'], from: ['offset', 'start'] },
  ),
  run: async ({ entry: name, from = 0 }, { lore }) => {
    const found = lookUpEntry(name, lore);
    if (found.kind === 'none') return refused(found.sentence, `No entry "${quoted(name, 60)}"`);
    const source = await noteSource(found.entry, lore);
    if (source.kind === 'refused') return refused(source.sentence);
    const { text, more } = pieceOf(source.text, from);
    const card = found.entry.card === undefined ? '' : 'It stands in a character card and cannot be changed from here.';
    return {
      text: lines(entryLine(found.entry), card, material(`the note ${found.entry.path}`, text), more),
      summary: `Read “${quoted(found.entry.title, 80)}”`,
    };
  },
});
