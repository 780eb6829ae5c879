import { ModelError } from '../model-error';
import { modelErrorWords } from '../model-error-words';
import { confidenceRank } from '../selection/confidence';
import type { Pick } from '../selection/selection-outcome';
import { parseSelection, type SelectionUnreadable } from './parse-selection';

/** What an answer selects. */
export interface SelectionAnswer {
  /** The surest first, and those of one confidence in the order of the answer. */
  readonly picks: readonly Pick[];
  /** Names in the answer that mean no candidate, and those that may mean several: nothing was picked for them. */
  readonly unknown: readonly string[];
  readonly ambiguous: readonly string[];
  /** The answer ended in the middle; what was complete is used. */
  readonly isCutOff: boolean;
}

const sentences: Readonly<Record<SelectionUnreadable['why'], string>> = {
  empty: 'The answer of the model was empty.',
  'cut-off': 'The answer of the model was cut off before its first entry was complete.',
  'no-list': 'The answer of the model held no list of entries.',
  'nothing-known': 'The answer of the model named only entries that it was not given.',
};

/**
 * Reads an answer as a selection among candidates, which the model knows by their numbers from 1, in the order given.
 * Errors: `ModelError` of kind `unusable`, so that the guard counts it.
 */
export function readSelection(
  answer: unknown,
  candidates: readonly { readonly id: string; readonly title: string }[],
): SelectionAnswer {
  const reading = parseSelection(
    answer,
    candidates.map(({ title }) => title),
  );
  if (reading.kind === 'unreadable')
    throw new ModelError('unusable', `${sentences[reading.why]} ${modelErrorWords.unusable.advice}`);
  const picks = reading.picks.flatMap(({ number, confidence, reason }) => {
    const candidate = candidates[number - 1];
    return candidate ? [{ id: candidate.id, confidence, reason }] : [];
  });
  const { unknown, ambiguous, isCutOff } = reading;
  picks.sort((a, b) => confidenceRank(a.confidence) - confidenceRank(b.confidence));
  return { picks, unknown, ambiguous, isCutOff };
}
