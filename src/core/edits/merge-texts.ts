import { splicesBetween, textLines, withSplices, type Splice } from './text-splices';

/**
 * The text with the changes of both sides, line by line.
 *
 * @returns Undefined where both changed the same lines, or one wrote where the other did.
 */
export function mergeTexts(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || base === theirs) return mine;
  if (base === mine) return theirs;
  const lines = textLines(base);
  const [ours, others] = [splicesBetween(lines, textLines(mine)), splicesBetween(lines, textLines(theirs))];
  const fresh = others.filter((splice) => !ours.some((one) => isSame(one, splice)));
  if (fresh.some((splice) => ours.some((one) => collides(one, splice)))) return undefined;
  return joined(lines, [...ours, ...fresh]);
}

/** The text with the changes of both sides, and where both changed the same lines, with theirs alone. */
export function mergeInFavor(base: string, mine: string, theirs: string): string {
  const lines = textLines(base);
  const others = splicesBetween(lines, textLines(theirs));
  const ours = splicesBetween(lines, textLines(mine)).filter((splice) => !others.some((one) => collides(one, splice)));
  return joined(lines, [...ours, ...others]);
}

function joined(lines: readonly string[], splices: readonly Splice[]): string {
  const inOrder = [...splices].sort((one, other) => one.at - other.at || one.removed.length - other.removed.length);
  return withSplices(lines, inOrder).join('');
}

function isSame(one: Splice, other: Splice): boolean {
  return (
    one.at === other.at &&
    one.removed.length === other.removed.length &&
    one.added.length === other.added.length &&
    one.added.every((line, index) => line === other.added[index])
  );
}

/** Whether the order of the two would be a guess, or one would overwrite what the other wrote. */
function collides(one: Splice, other: Splice): boolean {
  const [end, otherEnd] = [one.at + one.removed.length, other.at + other.removed.length];
  const isBetween = one.removed.length === 0 || other.removed.length === 0;
  return isBetween ? one.at <= otherEnd && other.at <= end : one.at < otherEnd && other.at < end;
}
