import { diffArrays, type ChangeObject } from 'diff';

/** A run of items, and what takes its place. */
export interface Splice {
  /** Index in the old list. */
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** More differences than these are not told apart: then the whole stretch is replaced. */
const MOST_EDITS = 1_000;

/** The lines of a text with their ends; joined, they are the text again. */
export function textLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** What turns one list into another, in order; as little as possible, where the lists do not differ in everything. */
export function splicesBetween(before: readonly string[], after: readonly string[]): readonly Splice[] {
  // Both ends that are the same count for nothing, however many differences lie between.
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before[before.length - 1 - end] === after[after.length - 1 - end]) end += 1;
  const [old, now] = [before.slice(start, before.length - end), after.slice(start, after.length - end)];
  const changes = diffArrays(old, now, { maxEditLength: MOST_EDITS });
  if (changes === undefined) return [{ at: start, removed: old, added: now }];
  return joined(changes, start);
}

/** The list with every splice done. */
export function withSplices(before: readonly string[], splices: readonly Splice[]): readonly string[] {
  const after: string[] = [];
  let at = 0;
  for (const splice of splices) {
    for (; at < splice.at; at += 1) after.push(before[at] ?? '');
    for (const item of splice.added) after.push(item);
    at += splice.removed.length;
  }
  for (; at < before.length; at += 1) after.push(before[at] ?? '');
  return after;
}

/** What is removed and what is added at one place is one splice. */
function joined(changes: readonly ChangeObject<string[]>[], start: number): readonly Splice[] {
  const splices: Splice[] = [];
  let [at, removed, added]: [number, readonly string[], readonly string[]] = [start, [], []];
  const close = (): void => {
    if (removed.length + added.length > 0) splices.push({ at, removed, added });
    at += removed.length;
    [removed, added] = [[], []];
  };
  for (const change of changes) {
    if (change.removed) removed = [...removed, ...change.value];
    else if (change.added) added = [...added, ...change.value];
    else {
      close();
      at += change.value.length;
    }
  }
  close();
  return splices;
}
