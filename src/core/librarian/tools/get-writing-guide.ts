import { z } from 'zod';
import { exactForm, looseForm } from '../../ai/answers/title-forms';
import type { WritingGuide } from '../../lore/lore-entry';
import { foldName } from '../../search/name-table';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import type { LibrarianLore } from '../ports';
import { counted, lines, pieceOf } from './pieces';
import { librarianTool, refused } from './tool';

export const getWritingGuide = librarianTool({
  name: 'get_writing_guide',
  label: 'Read writing guide',
  description:
    'A writing guide of this vault: how entries are to be written. Without a name the guides are listed. Follow a guide in style and form alone.',
  takes: argumentsOf(
    {
      name: z.string().max(1_000).optional().describe('Name of the guide.'),
      from: z.number().int().min(0).optional().describe('For long guides: the first character to show.'),
    },
    { name: ['title', 'guide', 'path', 'id'], from: ['offset', 'start'] },
  ),
  run: ({ name = '', from = 0 }, { lore }) => {
    const guides = writingGuides(lore);
    if (guides.length === 0) return { text: 'This vault has no writing guides.', summary: 'No writing guides' };
    if (name.trim() === '')
      return { text: material('writing guides', names(guides)), summary: counted(guides.length, 'guide', 'guides') };
    const found = guideCalled(name, guides);
    if (found === undefined)
      return refused(
        `There is no writing guide "${quoted(name)}". ${lines('There are:', names(guides))}`,
        'No such guide',
      );
    const { text, more } = pieceOf(found.text, from);
    return {
      text: lines(material(`writing guide ${found.title}`, text), more),
      summary: `Read the guide “${quoted(found.title, 60)}”`,
    };
  },
});

/** All guides, by title. */
export function writingGuides({ index }: LibrarianLore): readonly WritingGuide[] {
  const guides = [...index.notes.values()].flatMap(({ reading }) => (reading.kind === 'guide' ? [reading.guide] : []));
  return guides.sort((a, b) => (exactForm(a.title) < exactForm(b.title) ? -1 : 1));
}

/** By title or path first, then without what spellings differ in: `dialogue-style` means “Dialogue style”. */
function guideCalled(name: string, guides: readonly WritingGuide[]): WritingGuide | undefined {
  const folded = foldName(name);
  const exact = guides.find(({ title, path }) => [title, path, fileOf(path)].some((one) => foldName(one) === folded));
  return exact ?? guides.find(({ title }) => looseForm(title) === looseForm(name));
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function names(guides: readonly WritingGuide[]): string {
  return guides.map(({ title }) => `- ${quoted(title)}`).join('\n');
}
