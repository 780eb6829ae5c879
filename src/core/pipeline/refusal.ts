import type { Candidate } from './candidate';
import type { RefusalReason } from './reasons';
import type { StageName } from './trace';

/** A candidate that a stage turned down. */
export interface Refusal {
  readonly candidate: Candidate;
  readonly stage: StageName;
  readonly reason: RefusalReason;
  /** The facts in one sentence. */
  readonly detail: string;
}

export function refusal(candidate: Candidate, stage: StageName, reason: RefusalReason, detail: string): Refusal {
  return { candidate, stage, reason, detail };
}
