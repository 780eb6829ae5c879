import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';
import { quoted } from '../material';
import { gapKinds, gapUrgencies } from '../ports';
import { librarianTool, refused } from './tool';

export const flagGap = librarianTool({
  name: 'flag_gap',
  label: 'Report a gap',
  description:
    'Notes for later that the lore lacks something or is wrong about it. Use it for what you do not propose a change for now.',
  takes: argumentsOf(
    {
      title: z.string().min(1).max(200).describe('What it is about.'),
      kind: z.enum(gapKinds).optional().describe('missing: no entry; outdated: the story went on; contradiction.'),
      reason: z.string().max(2_000).optional().describe('What is missing or wrong, with a quote where there is one.'),
      urgency: z.enum(gapUrgencies).optional(),
    },
    {
      title: ['name', 'entry', 'topic'],
      kind: ['type'],
      reason: ['why', 'description', 'evidence', 'details'],
      urgency: ['priority'],
    },
  ),
  run: async ({ title, kind = 'missing', reason = '', urgency = 'medium' }, { gaps, chat }) => {
    const flagged = await gaps.flag({ title, kind, reason, urgency, chat });
    if (flagged.kind === 'refused') return refused(flagged.sentence);
    const { gap, isNew } = flagged;
    const name = quoted(gap.title, 80);
    if (isNew) return { text: `The gap "${name}" is noted (id ${gap.id}).`, summary: `Noted the gap “${name}”` };
    return {
      text: `The gap "${name}" was known; it is counted once more (id ${gap.id}).`,
      summary: `The gap “${name}” was known`,
    };
  },
});
