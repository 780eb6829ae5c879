import type { EntryId } from '../../base/entry-id';
import type { ModelErrorKind } from '../../ai/model-error';
import type { Confidence } from '../../ai/selection/confidence';
import type { CategoryReport, SelectionSource } from '../../ai/selection/selection-outcome';

/** A pick of the model, as the trace keeps it. */
export interface PickReport {
  readonly entry: EntryId;
  readonly title: string;
  readonly confidence: Confidence;
  readonly reason: string;
}

/** What selection by a model did in one turn. */
export interface AiReport {
  readonly outcome: 'chosen' | 'failed' | 'skipped';
  /** What happened, in one sentence for the user. */
  readonly sentence: string;
  readonly error: ModelErrorKind | 'late' | undefined;
  /** Where the selection comes from; undefined when there is none. */
  readonly source: SelectionSource | undefined;
  /** Milliseconds since the model was asked. */
  readonly age: number;
  /** Candidates in the list, and those for which it had no room. */
  readonly candidates: number;
  readonly cut: number;
  readonly picks: readonly PickReport[];
  readonly unknown: readonly string[];
  readonly ambiguous: readonly string[];
  readonly isCutOff: boolean;
  readonly categories: CategoryReport | undefined;
  readonly milliseconds: number;
}
