import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';
import { material, quoted } from '../material';
import { entryLine } from './entry-words';
import { counted, lines } from './pieces';
import { librarianTool } from './tool';

const MOST_QUERIES = 4;
const USUAL_HITS = 8;
const MOST_HITS = 20;

export const searchLore = librarianTool({
  name: 'search_lore',
  label: 'Search lore',
  description:
    'Searches the text of all entries. Give up to four queries of a few words each. The best hits come first, with an excerpt.',
  takes: argumentsOf(
    {
      queries: z
        .array(z.string().min(1).max(500))
        .min(1)
        .max(MOST_QUERIES)
        .describe('What to look for, a few words each.'),
      limit: z.number().int().min(1).max(MOST_HITS).optional().describe('The most hits; 8 without it.'),
    },
    {
      queries: ['query', 'q', 'text', 'search', 'terms', 'keywords'],
      limit: ['top_k', 'k', 'count', 'max_results', 'n'],
    },
  ),
  run: ({ queries, limit = USUAL_HITS }, { lore }) => {
    const hits = lore.search(queries, limit);
    const asked = queries.map((query) => `"${quoted(query, 60)}"`).join(', ');
    if (hits.length === 0) return { text: NOTHING, summary: `Nothing about ${asked}` };
    const list = hits.map(({ entry, excerpt }, at) => `${String(at + 1)}. ${entryLine(entry)}\n   ${excerpt}`);
    return {
      text: lines(
        material('search hits', list.join('\n')),
        'Read an entry with get_entry before you judge or change it.',
      ),
      summary: `${counted(hits.length, 'entry', 'entries')} about ${asked}`,
    };
  },
});

const NOTHING =
  'No entry holds these words. Try other words or names. What the story needs and the lore lacks can be proposed with propose_new_entry or reported with flag_gap.';
