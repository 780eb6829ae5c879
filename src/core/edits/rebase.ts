import { applyOperations, unreadable } from './apply-operations';
import { lockRefusal } from './locks';
import { mergeTexts } from './merge-texts';
import type { Operation } from './patch';

/** What became of a change that was made for an earlier version of the note. */
export type Rebased =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'conflict' }
  /** The note does not allow it any more. */
  | { readonly kind: 'refused'; readonly sentence: string };

/** Steps that take nothing away, so that they can be done again whatever was changed. */
const ADDING: ReadonlySet<Operation['kind']> = new Set(['add-items', 'append-section', 'append-text']);

/**
 * A change of one version, done to another one. What was changed in the note since stays; where both changed the same
 * lines, it is a conflict.
 *
 * @param operations The steps of the change, where they are known.
 */
export function rebase(before: string, after: string, current: string, operations: readonly Operation[] = []): Rebased {
  const text = rebasedText(before, after, current, operations);
  if (text === undefined) return { kind: 'conflict' };
  const sentence = lockRefusal(current, text);
  if (sentence !== undefined && text !== current) return { kind: 'refused', sentence };
  // Two changes that can be read do not always make one that can.
  const isBroken = unreadable(text) !== undefined && unreadable(current) === undefined;
  return isBroken ? { kind: 'conflict' } : { kind: 'text', text };
}

function rebasedText(
  before: string,
  after: string,
  current: string,
  operations: readonly Operation[],
): string | undefined {
  if (current === before) return after;
  if (current === after) return current;
  const merged = mergeTexts(before, current, after);
  if (merged !== undefined || operations.length === 0) return merged;
  if (!operations.every(({ kind }) => ADDING.has(kind))) return undefined;
  const again = applyOperations(current, operations);
  return again.kind === 'text' ? again.text : undefined;
}
