import type { Proposal, ProposalStatus } from '../../edits/proposal';
import { quoted } from '../material';
import type { SessionMessage } from '../session/session';

const words: Readonly<Record<ProposalStatus, string>> = {
  open: 'waits for the user',
  accepted: 'was accepted and is written',
  rejected: 'was rejected by the user',
  conflict: 'waits, since the note was changed at the same places',
  stale: 'can no longer be done',
};
const MOST = 20;

/** What became of the proposals of a conversation, for the model; empty where there are none. */
export function proposalNews(messages: readonly SessionMessage[], proposals: readonly Proposal[]): string {
  const known = new Map(proposals.map((proposal) => [proposal.id, proposal]));
  const made = messages.flatMap((message) =>
    message.role === 'assistant' ? message.parts.flatMap((part) => (part.kind === 'proposal' ? [part] : [])) : [],
  );
  const news = made.slice(-MOST).flatMap(({ proposal, title }) => {
    const found = known.get(proposal);
    return found === undefined ? [] : [`- “${quoted(title, 80)}” ${words[found.status]}.`];
  });
  return news.length === 0 ? '' : `(Your proposals in this conversation:\n${news.join('\n')})`;
}
