import { GONE, IN_CONFLICT } from './decide-proposal';
import { noteText, type EditParts } from './edit-parts';
import { mergeInFavor } from './merge-texts';
import { isWaiting, type Proposal } from './proposal';
import { rebase } from './rebase';

/** A proposal, seen with the note as it is now. */
export interface ProposalView {
  readonly proposal: Proposal;
  /** The text of the note; undefined for a new one, and where there is none any more. */
  readonly current: string | undefined;
  /** The text that it would get; in a conflict with the proposal where both changed the same lines. */
  readonly next: string;
}

/** Looks at the note, and tells what a proposal would make of it today. */
export async function viewProposal(proposal: Proposal, { source, pathToday }: EditParts): Promise<ProposalView> {
  const { patch, after, before, path } = proposal;
  if (patch.kind === 'create' || !isWaiting(proposal)) return { proposal, current: before, next: after };
  const current = await noteText(source, pathToday(path));
  if (typeof current !== 'string') {
    const sentence = current?.sentence ?? GONE;
    return { proposal: { ...proposal, status: 'stale', sentence }, current: undefined, next: after };
  }
  if (patch.kind === 'move') return { proposal, current, next: current };
  const next = rebase(before ?? '', after, current, patch.operations);
  switch (next.kind) {
    case 'text':
      return { proposal: { ...proposal, status: 'open', sentence: undefined }, current, next: next.text };
    case 'conflict':
      return {
        proposal: { ...proposal, status: 'conflict', sentence: IN_CONFLICT },
        current,
        next: mergeInFavor(before ?? '', current, after),
      };
    case 'refused':
      return { proposal: { ...proposal, status: 'stale', sentence: next.sentence }, current, next: after };
  }
}
