import type { WireGap } from '../../server/contract/wire-gaps';
import type { Tone } from '../parts/tone';

type Words<Name extends string> = Readonly<Record<Name, string>>;

/** What a gap is about. */
export const gapKindWords: Words<WireGap['kind']> = {
  missing: 'Missing',
  outdated: 'Outdated',
  contradiction: 'Contradiction',
};

export const gapUrgencyWords: Readonly<Record<WireGap['urgency'], { readonly text: string; readonly tone: Tone }>> = {
  low: { text: 'Low', tone: 'neutral' },
  medium: { text: 'Medium', tone: 'info' },
  high: { text: 'Urgent', tone: 'warning' },
};

export const gapStatusWords: Readonly<Record<WireGap['status'], { readonly text: string; readonly tone: Tone }>> = {
  open: { text: 'Open', tone: 'neutral' },
  drafted: { text: 'Drafted', tone: 'info' },
  written: { text: 'Written', tone: 'good' },
  hidden: { text: 'Hidden', tone: 'neutral' },
  dismissed: { text: 'Dismissed', tone: 'neutral' },
};

/** Who met it. */
const originWords: Words<WireGap['origins'][number]> = {
  writer: 'flagged by the writing AI',
  search: 'searched for in vain',
  scan: 'found in replies',
  librarian: 'noted by the Librarian',
  user: 'noted by you',
};

export const sortWords = {
  urgency: 'Most urgent first',
  frequency: 'Most frequent first',
  newest: 'Newest first',
  title: 'By title',
} as const;

/** Where a gap comes from, as a part of a sentence. */
export function originsOf({ origins }: WireGap): string {
  return origins.map((origin) => originWords[origin]).join(', ');
}

/** What becomes of gaps, for the line that offers to take it back. */
export const doneWords = {
  hidden: { one: 'is hidden', many: 'are hidden' },
  dismissed: { one: 'is dismissed', many: 'are dismissed' },
  written: { one: 'is marked as written', many: 'are marked as written' },
  open: { one: 'is open again', many: 'are open again' },
} as const;
