import type { ModelErrorKind } from '../model-error';
import type { Confidence } from './confidence';

/** An entry that the model picked. */
export interface Pick {
  readonly id: string;
  readonly confidence: Confidence;
  /** The model's own words; empty when it gave none. */
  readonly reason: string;
}

/** Where a selection comes from: asked for this turn, or remembered for the same or for a window that slid on. */
export const selectionSources = ['model', 'same', 'slid'] as const;
export type SelectionSource = (typeof selectionSources)[number];

/** What the category filter did. */
export interface CategoryReport {
  readonly chosen: readonly string[];
  /** Candidates that it took away. */
  readonly removed: number;
  /** Why it was not used, in one sentence; empty when it was. */
  readonly skipped: string;
}

/** What the model said. */
export interface ChosenEntries {
  readonly kind: 'chosen';
  /** The surest first; none below the threshold, at most as many as asked for. */
  readonly picks: readonly Pick[];
  /** Names in the answer that mean no candidate, and those that may mean several. */
  readonly unknown: readonly string[];
  readonly ambiguous: readonly string[];
  /** The answer ended in the middle; what was complete is used. */
  readonly isCutOff: boolean;
  readonly source: SelectionSource;
  /** Milliseconds since the model was asked; 0 when it was for this turn. */
  readonly age: number;
  readonly categories: CategoryReport | undefined;
}

/** Nothing was learned from the model; the caller goes on without. */
export interface FailedSelection {
  readonly kind: 'failed';
  /** `late`: the question that was asked ahead had no answer yet. */
  readonly error: ModelErrorKind | 'late';
  /** What happened and what to do about it. */
  readonly sentence: string;
}

/** Nobody was asked, and nothing is wrong. */
export interface SkippedSelection {
  readonly kind: 'skipped';
  readonly sentence: string;
}

/** How a selection ended. */
export type SelectionOutcome = ChosenEntries | FailedSelection | SkippedSelection;
