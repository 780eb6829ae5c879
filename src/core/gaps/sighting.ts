import type { Gap, GapEvidence, GapKind, GapOrigin, GapUrgency } from './gap';

/** Somebody met a gap. */
export interface GapSighting {
  readonly chat: string | undefined;
  readonly kind: GapKind;
  readonly title: string;
  readonly reason: string;
  readonly urgency: GapUrgency;
  readonly origin: GapOrigin;
  readonly evidence: readonly Omit<GapEvidence, 'origin'>[];
  readonly entry?: string | undefined;
  /** Of the scan alone: how often the messages name it, other forms of the name, and what it looks like. */
  readonly scan?: {
    readonly mentions: number;
    readonly forms: readonly string[];
    readonly shape: string;
  };
}

/** What a new gap needs besides what was met. */
export interface NewGap {
  readonly id: string;
  readonly now: number;
}

const LONGEST_TITLE = 200;
const LONGEST_REASON = 2_000;

/** The gap that a first sighting makes. */
export function gapOf({ chat, kind, title, origin, ...sighting }: GapSighting, { id, now }: NewGap): Gap {
  return {
    id,
    chat,
    kind,
    title: tidy(title, LONGEST_TITLE),
    otherTitles: (sighting.scan?.forms ?? []).slice(0, 8).map((form) => tidy(form, LONGEST_TITLE)),
    reason: sighting.reason.trim().slice(0, LONGEST_REASON),
    urgency: sighting.urgency,
    status: 'open',
    origins: [origin],
    evidence: boundedEvidence(sighting.evidence.map((one) => ({ ...one, origin }))),
    flags: sighting.scan ? 0 : 1,
    mentions: sighting.scan?.mentions ?? 0,
    mentionsWhenHidden: 0,
    shape: sighting.scan?.shape ?? '',
    entry: sighting.entry,
    openDespite: undefined,
    proposal: undefined,
    created: now,
    changed: now,
  };
}

const MOST_EVIDENCE = 8;
const LONGEST_QUOTE = 400;

/** The newest words, each once. In an order that does not depend on that in which they came. */
export function boundedEvidence(evidence: readonly GapEvidence[]): readonly GapEvidence[] {
  const cut = evidence
    .map((one) => ({ ...one, quote: tidy(one.quote, LONGEST_QUOTE), name: tidy(one.name, LONGEST_TITLE) }))
    .filter(({ quote }) => quote !== '');
  const once = new Map(cut.map((one) => [`${String(one.message ?? -1)}\n${one.quote}`, one]));
  return [...once.values()]
    .sort((a, b) => (b.message ?? -1) - (a.message ?? -1) || (a.quote < b.quote ? -1 : 1))
    .slice(0, MOST_EVIDENCE);
}

function tidy(text: string, longest: number): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  return plain.length > longest ? `${plain.slice(0, longest - 1)}…` : plain;
}
