import { material, quoted } from '../material';
import { targetsOf } from './entry-links';
import { lookUpEntry } from './entry-look-up';
import { entryPage } from './entry-page';
import { entryLine } from './entry-words';
import { counted, lines, pageOf } from './pieces';
import { librarianTool, refused } from './tool';

const PAGE = 50;

export const getLinks = librarianTool({
  name: 'get_links',
  label: 'Follow links',
  description: 'What an entry links to or names in its properties, and which of that has no entry.',
  takes: entryPage,
  run: ({ entry: name, offset = 0 }, { lore }) => {
    const found = lookUpEntry(name, lore);
    if (found.kind === 'none') return refused(found.sentence, `No entry "${quoted(name, 60)}"`);
    const { items, more } = pageOf(targetsOf(found.entry), offset, PAGE);
    const summary = `${counted(targetsOf(found.entry).length, 'link', 'links')} of “${quoted(found.entry.title, 60)}”`;
    if (items.length === 0) return { text: 'It links to nothing.', summary };
    const list = items.map(({ target, how }) => {
      const entries = lore.index.resolve(target, found.entry.path).flatMap((id) => lore.index.entries.get(id) ?? []);
      const [one] = entries;
      if (one === undefined) return `- "${quoted(target)}": ${how}; there is no entry of this name`;
      return `- ${entryLine(one)}: ${how}${entries.length > 1 ? '; the name is ambiguous' : ''}`;
    });
    return { text: lines(material(`links of ${found.entry.title}`, list.join('\n')), more), summary };
  },
});
