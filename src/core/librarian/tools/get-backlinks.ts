import { material, quoted } from '../material';
import { namersOf } from './entry-links';
import { lookUpEntry } from './entry-look-up';
import { entryPage } from './entry-page';
import { entryLine } from './entry-words';
import { counted, lines, pageOf } from './pieces';
import { librarianTool, refused } from './tool';

const PAGE = 50;

export const getBacklinks = librarianTool({
  name: 'get_backlinks',
  label: 'Find backlinks',
  description: 'Entries that link to an entry or name it in their properties: what a change to it may concern.',
  takes: entryPage,
  run: ({ entry: name, offset = 0 }, { lore }) => {
    const found = lookUpEntry(name, lore);
    if (found.kind === 'none') return refused(found.sentence, `No entry "${quoted(name, 60)}"`);
    const namers = namersOf(found.entry, lore);
    const summary = `${counted(namers.length, 'entry names', 'entries name')} “${quoted(found.entry.title, 60)}”`;
    if (namers.length === 0) return { text: 'No entry links to it or names it.', summary };
    const { items, more } = pageOf(namers, offset, PAGE);
    const list = items.map(({ entry, how }) => `- ${entryLine(entry)}: ${how.join(', ')}`);
    return { text: lines(material(`entries that name ${found.entry.title}`, list.join('\n')), more), summary };
  },
});
