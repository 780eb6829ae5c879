import type { SelectionOutcome } from '../../ai/selection/selection-outcome';
import type { SelectionQuestion } from '../../ai/selection/selection-question';

/** Asks a model which entries belong into the turn. Never fails, and settles in the time that the turn has. */
export type EntrySelector = (question: SelectionQuestion) => Promise<SelectionOutcome>;
