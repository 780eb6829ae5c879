import type { Confidence } from '../ai/selection/confidence';
import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { AdmissionReason } from './reasons';
import type { MatchedKey, StageName } from './trace';

/** An entry that may be selected this turn, and why. */
export interface Candidate {
  readonly entry: LoreEntry;
  readonly reason: AdmissionReason;
  /** The stage that brought it. */
  readonly stage: StageName;
  /** The facts behind the reason in one sentence. */
  readonly detail: string;
  readonly matched: readonly MatchedKey[];
  /** Age of the newest message that matched (0 = the newest message); undefined when none did. */
  readonly newestAge: number | undefined;
  /** Matching keys, for the scoring of groups. */
  readonly score: number;
  /** The entry whose text or link brought it. */
  readonly via: EntryId | undefined;
  /** How sure the AI was, where it chose the entry. */
  readonly confidence?: Confidence;
}

/** A candidate that no text brought. */
export function plainCandidate(
  entry: LoreEntry,
  reason: AdmissionReason,
  stage: StageName,
  detail: string,
  via?: EntryId,
): Candidate {
  return { entry, reason, stage, detail, matched: [], newestAge: undefined, score: 0, via };
}

/** A candidate with its formatted text and what it costs. */
export interface PricedCandidate extends Candidate {
  readonly formatted: string;
  readonly tokens: number;
}
