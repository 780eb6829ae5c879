import { contentHash } from '../../core/base/content-hash';
import { textAfter, type Change } from '../../core/edits/change-log';
import type { EditOrigin } from '../../core/edits/edit-origin';
import { diffNotes, type NoteDiff } from '../../core/edits/note-diff';
import type { Proposal } from '../../core/edits/proposal';
import type { ProposalView } from '../../core/edits/view-proposal';
import type {
  WireChange,
  WireChangeHead,
  WireDiff,
  WireEditOrigin,
  WireProposal,
  WireProposalHead,
} from '../contract/wire-edits';

/** A proposal as lists tell it. */
export function writeProposalHead(
  proposal: Proposal,
  { added, removed }: Pick<NoteDiff, 'added' | 'removed'> = diffNotes(proposal.before ?? '', proposal.after),
): WireProposalHead {
  const { id, at, origin, status, patch, title, path, sentence, change } = proposal;
  return {
    id,
    at,
    origin: writeOrigin(origin),
    status,
    kind: patch.kind,
    title,
    path,
    ...(patch.kind === 'move' && { to: patch.to }),
    added,
    removed,
    ...(sentence !== undefined && { sentence }),
    ...(change !== undefined && { change }),
  };
}

/** A proposal beside the note as it is now. */
export function writeProposal({ proposal, current, next }: ProposalView): WireProposal {
  const { patch, before, remarks, status } = proposal;
  const diff = diffNotes(current ?? before ?? '', next);
  return {
    ...writeProposalHead(proposal, diff),
    patch,
    diff: writeDiff(diff),
    text: next,
    remarks: [...remarks],
    ...(current !== undefined && patch.kind !== 'create' && { base: contentHash(current) }),
    ...(status === 'conflict' &&
      current !== undefined && { conflict: { base: before ?? '', mine: current, theirs: next } }),
  };
}

/** A change as lists tell it. */
export function writeChangeHead(change: Change): WireChangeHead {
  const { id, at, origin, kind, title, path, from, splices, state, proposal, redone } = change;
  return {
    id,
    at,
    origin: writeOrigin(origin),
    kind,
    title,
    path,
    ...(from !== undefined && { from }),
    added: splices.reduce((sum, { added }) => sum + added.length, 0),
    removed: splices.reduce((sum, { removed }) => sum + removed.length, 0),
    state,
    ...(proposal !== undefined && { proposal }),
    ...(redone !== undefined && { redone }),
  };
}

export function writeChange(change: Change): WireChange {
  return { ...writeChangeHead(change), diff: writeDiff(diffNotes(change.before, textAfter(change))) };
}

function writeOrigin({ tool, session, chat, turn, gap }: EditOrigin): WireEditOrigin {
  return {
    tool,
    ...(session !== undefined && { session }),
    ...(chat !== undefined && { chat }),
    ...(turn !== undefined && { turn }),
    ...(gap !== undefined && { gap }),
  };
}

function writeDiff({ hunks, added, removed, cut }: NoteDiff): WireDiff {
  return {
    hunks: hunks.map(({ old, new: now, lines }) => ({ old, new: now, lines: [...lines] })),
    added,
    removed,
    cut,
  };
}
