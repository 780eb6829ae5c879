import { gapUrgencies, type Gap } from './gap';
import { mergeSighting } from './merge-gap';
import { gapOf, type GapSighting, type NewGap } from './sighting';
import { isAlike, likeness, titleForm } from './title-likeness';

/** Gaps of one chat that are kept, those that were dismissed apart. */
const MOST_GAPS = 200;
const MOST_DISMISSED = 300;

/** The gaps of a chat after one was met. */
export interface GapMet {
  readonly gaps: readonly Gap[];
  /** The gap as it is now. */
  readonly gap: Gap;
  readonly isNew: boolean;
}

/** Adds what was met to the gap that is alike, or as a new one. */
export function addSighting(gaps: readonly Gap[], sighting: GapSighting, fresh: NewGap): GapMet {
  const known = alikeGap(gaps, sighting);
  if (!known) {
    const gap = gapOf(sighting, fresh);
    return { gaps: bounded([...gaps, gap]), gap, isNew: true };
  }
  const gap = mergeSighting(known, sighting, fresh.now);
  return { gaps: gap === known ? gaps : gaps.map((one) => (one === known ? gap : one)), gap, isNew: false };
}

/** The gap of the same kind whose title, or one of whose other titles, is most alike. */
export function alikeGap(gaps: readonly Gap[], { kind, title }: Pick<GapSighting, 'kind' | 'title'>): Gap | undefined {
  const form = titleForm(title);
  let best: { readonly gap: Gap; readonly share: number } | undefined;
  for (const gap of gaps) {
    if (gap.kind !== kind) continue;
    const titles = [gap.title, ...gap.otherTitles];
    if (titles.some((one) => titleForm(one) === form)) return gap;
    const share = Math.max(...titles.filter((one) => isAlike(one, title)).map((one) => likeness(one, title)));
    if (share > (best?.share ?? 0)) best = { gap, share };
  }
  return best?.gap;
}

/** Without those that have no room: first the least urgent, of these the ones that were not met for longest. */
function bounded(gaps: readonly Gap[]): readonly Gap[] {
  const dismissed = gaps.filter(({ status }) => status === 'dismissed');
  const others = gaps.filter(({ status }) => status !== 'dismissed');
  const dropped = new Set([
    ...[...dismissed].sort(oldestFirst).slice(0, Math.max(0, dismissed.length - MOST_DISMISSED)),
    ...[...others].sort(leastWorthFirst).slice(0, Math.max(0, others.length - MOST_GAPS)),
  ]);
  return dropped.size === 0 ? gaps : gaps.filter((gap) => !dropped.has(gap));
}

function oldestFirst(a: Gap, b: Gap): number {
  return a.changed - b.changed || a.created - b.created;
}

function leastWorthFirst(a: Gap, b: Gap): number {
  return worth(a) - worth(b) || oldestFirst(a, b);
}

/** What is done needs no place; then urgency counts. */
function worth({ status, urgency }: Gap): number {
  return status === 'written' ? -1 : gapUrgencies.indexOf(urgency);
}
