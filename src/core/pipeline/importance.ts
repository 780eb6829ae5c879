import { confidenceRank, confidences } from '../ai/selection/confidence';
import type { Candidate } from './candidate';
import { forcedReasons } from './reasons';

/** Compares by code units: the same on every machine, whatever its language. */
export function compareTexts(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** By priority, then by path: the sequence in which chances are rolled and members of groups stand in their draw. */
export function byPriority(a: Candidate, b: Candidate): number {
  return a.entry.priority - b.entry.priority || compareTexts(a.entry.path, b.entry.path);
}

/**
 * Who comes first where not all can: required entries, entries that need no key, priority, the AI's confidence, the newest
 * matched message, path; entries with @@ignore_on_max_context come last. A complete order, so that equal turns are equal.
 */
export function byImportance(a: Candidate, b: Candidate): number {
  return (
    Number(b.entry.required) - Number(a.entry.required) ||
    Number(a.entry.decorators.ignoreOnMaxContext) - Number(b.entry.decorators.ignoreOnMaxContext) ||
    Number(forcedReasons.has(b.reason)) - Number(forcedReasons.has(a.reason)) ||
    a.entry.priority - b.entry.priority ||
    confidenceOf(a) - confidenceOf(b) ||
    (a.newestAge ?? Number.MAX_SAFE_INTEGER) - (b.newestAge ?? Number.MAX_SAFE_INTEGER) ||
    compareTexts(a.entry.path, b.entry.path)
  );
}

/** Entries that the AI was not asked about come after those that it chose. */
function confidenceOf({ confidence }: Candidate): number {
  return confidence === undefined ? confidences.length : confidenceRank(confidence);
}
