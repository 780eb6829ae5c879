import type { Patch } from '../../edits/patch';
import { material, quoted } from '../material';
import { lines } from './pieces';
import { refused, type ToolAnswer, type ToolDesk } from './tool';

/** Proposes a change in the name of the conversation, and says what became of it. */
export async function makeProposal(patch: Patch, what: string, desk: ToolDesk): Promise<ToolAnswer> {
  const { proposals, gaps, task, session, chat } = desk;
  const gap = task.kind === 'gap' ? task.gap : undefined;
  const made = await proposals.propose(patch, { tool: 'librarian', session, chat, gap });
  if (made.kind === 'refused') return refused(`Nothing was proposed. ${made.sentence}`, made.sentence);
  const { proposal } = made;
  if (gap !== undefined) gaps.drafted(gap, proposal.id);
  const isDone = proposal.status === 'accepted';
  const harmless = [
    ...new Set(proposal.remarks.map(({ sentence, was }) => `- ${sentence} It was: ${quoted(was, 100)}`)),
  ];
  return {
    text: lines(
      isDone
        ? `Done at once, as the settings allow: ${what}. The user can undo it.`
        : `Proposed: ${what}. It waits for the user’s yes; nothing is written yet. Do not propose the same again.`,
      harmless.length === 0 ? '' : 'Some of the text would have run or opened something, and was made plain text:',
      harmless.length === 0 ? '' : material('what was made plain', harmless.join('\n')),
    ),
    summary: isDone ? `Done: ${what}` : `Proposed: ${what}`,
    proposal,
  };
}
