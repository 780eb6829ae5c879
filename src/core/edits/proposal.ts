import type { EditOrigin } from './edit-origin';
import type { Remark } from './neutralize-text';
import type { Patch } from './patch';

/** How a proposal stands. `conflict`: the note was changed at the same places. `stale`: the note is gone or refuses by now. */
export const proposalStatuses = ['open', 'accepted', 'rejected', 'conflict', 'stale'] as const;
export type ProposalStatus = (typeof proposalStatuses)[number];

/** A change to a note that waits for the user's word, or waited. */
export interface Proposal {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly origin: EditOrigin;
  readonly status: ProposalStatus;
  readonly patch: Patch;
  readonly title: string;
  /** Where the note was when the proposal was made, or would be made. */
  readonly path: string;
  /** The text from which it was made; undefined for a new note. */
  readonly before: string | undefined;
  /** The text that it proposes. */
  readonly after: string;
  /** What was made harmless in it. */
  readonly remarks: readonly Remark[];
  /** Why it is in conflict or stale. */
  readonly sentence?: string | undefined;
  /** The change that it became. */
  readonly change?: string | undefined;
}

/** Whether a decision is still possible. */
export function isWaiting({ status }: Proposal): boolean {
  return status === 'open' || status === 'conflict' || status === 'stale';
}
