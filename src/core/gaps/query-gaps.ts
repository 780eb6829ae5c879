import { foldText } from '../base/fold-text';
import { frequencyOf, gapStatuses, type Gap, type GapKind, type GapOrigin, type GapStatus } from './gap';
import { mostUrgentFirst } from './gap-inbox';

/** Which gaps are wanted, and in what order. */
export interface GapQuery {
  readonly chat?: string | undefined;
  /** `active` are those that are open or drafted. */
  readonly status?: GapStatus | 'active' | undefined;
  readonly kind?: GapKind | undefined;
  readonly origin?: GapOrigin | undefined;
  /** Words that title, reason or evidence hold, all of them. */
  readonly text?: string | undefined;
  readonly sort: 'urgency' | 'frequency' | 'newest' | 'title';
}

/** The gaps that a query wants. */
export function queryGaps(gaps: readonly Gap[], query: GapQuery): readonly Gap[] {
  const words = folded(query.text ?? '')
    .split(' ')
    .filter((word) => word !== '');
  return gaps
    .filter((gap) => isWanted(gap, query) && words.every((word) => wordsOf(gap).includes(word)))
    .sort((a, b) => orders[query.sort](a, b) || mostUrgentFirst(a, b));
}

/** How many gaps there are of each status. */
export function countGaps(gaps: readonly Gap[]): Readonly<Record<GapStatus, number>> {
  const count = (status: GapStatus): number => gaps.filter((gap) => gap.status === status).length;
  const [open, drafted, written, hidden, dismissed] = gapStatuses;
  return {
    [open]: count(open),
    [drafted]: count(drafted),
    [written]: count(written),
    [hidden]: count(hidden),
    [dismissed]: count(dismissed),
  };
}

const orders: Readonly<Record<GapQuery['sort'], (a: Gap, b: Gap) => number>> = {
  urgency: () => 0,
  frequency: (a, b) => frequencyOf(b) - frequencyOf(a),
  newest: (a, b) => b.changed - a.changed,
  title: (a, b) => a.title.localeCompare(b.title),
};

function isWanted(gap: Gap, { chat, status, kind, origin }: GapQuery): boolean {
  if (chat !== undefined && gap.chat !== chat) return false;
  if (kind !== undefined && gap.kind !== kind) return false;
  if (origin !== undefined && !gap.origins.includes(origin)) return false;
  if (status === 'active') return gap.status === 'open' || gap.status === 'drafted';
  return status === undefined || gap.status === status;
}

function wordsOf({ title, otherTitles, reason, evidence }: Gap): string {
  return folded([title, ...otherTitles, reason, ...evidence.map(({ quote }) => quote)].join('\n'));
}

function folded(text: string): string {
  return foldText(text, { caseSensitive: false }).text.replace(/\s+/g, ' ');
}
