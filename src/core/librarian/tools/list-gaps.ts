import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import type { LibrarianGap } from '../ports';
import { counted, lines, pageOf } from './pieces';
import { librarianTool } from './tool';

const PAGE = 25;
const MOST_QUOTES = 3;

export const listGaps = librarianTool({
  name: 'list_gaps',
  label: 'Look at lore gaps',
  description:
    'Open lore gaps: what the story used and the lore does not know, or knows wrongly, with quotes. The most urgent first.',
  takes: argumentsOf({ offset: z.number().int().min(0).optional() }, { offset: ['from', 'start', 'skip'] }),
  run: ({ offset = 0 }, { gaps }) => {
    const open = gaps.open();
    const summary = counted(open.length, 'open gap', 'open gaps');
    if (open.length === 0) return { text: 'There is no open gap.', summary };
    const { items, more } = pageOf(open, offset, PAGE);
    return { text: lines(material('lore gaps', items.map(gapText).join('\n')), more), summary };
  },
});

/** A gap with its evidence, as text. */
export function gapText({ id, kind, title, urgency, frequency, evidence }: LibrarianGap): string {
  const quotes = evidence.slice(0, MOST_QUOTES).map(({ quote, message }) => {
    const where = message === undefined ? '' : ` (message ${String(message)})`;
    return `  “${quoted(quote, 400)}”${where}`;
  });
  return [
    `- "${quoted(title)}": ${kind}, urgency ${urgency}, met ${counted(frequency, 'time', 'times')} (id ${quoted(id)})`,
    ...quotes,
  ].join('\n');
}
