import { gapOrigins, gapUrgencies, type Gap, type GapOrigin, type GapUrgency } from './gap';
import { boundedEvidence, gapOf, type GapSighting } from './sighting';
import { titleForm } from './title-likeness';

/** A hidden gap comes back when the messages name it so often more than when it was hidden. */
const COMES_BACK_AFTER = 5;
const MOST_TITLES = 8;

/**
 * The gap after it was met once more. Counts do not depend on the order of sightings; urgency only rises; the same scan
 * twice counts once. What was dismissed stays dismissed.
 */
export function mergeSighting(gap: Gap, sighting: GapSighting, now: number): Gap {
  const met = gapOf(sighting, { id: gap.id, now });
  const mentions = sighting.scan ? met.mentions : gap.mentions;
  const evidence = sighting.scan ? gap.evidence.filter(({ origin }) => origin !== 'scan') : gap.evidence;
  const merged = {
    ...gap,
    otherTitles: otherTitles(gap, [met.title, ...met.otherTitles]),
    reason: met.reason === '' ? gap.reason : met.reason,
    urgency: higherUrgency(gap.urgency, met.urgency),
    origins: unitedOrigins(gap.origins, met.origins),
    evidence: boundedEvidence([...evidence, ...met.evidence]),
    flags: gap.flags + met.flags,
    mentions,
    shape: met.shape === '' ? gap.shape : met.shape,
    entry: met.entry ?? gap.entry,
  };
  const next = { ...merged, status: nextStatus(merged, sighting) };
  return isSame(next, gap) ? gap : { ...next, changed: now };
}

export function higherUrgency(a: GapUrgency, b: GapUrgency): GapUrgency {
  return gapUrgencies.indexOf(a) < gapUrgencies.indexOf(b) ? b : a;
}

function nextStatus(gap: Gap, { scan }: GapSighting): Gap['status'] {
  if (scan === undefined) return gap.status === 'hidden' || gap.status === 'written' ? 'open' : gap.status;
  const isBack = gap.status === 'hidden' && gap.mentions >= gap.mentionsWhenHidden + COMES_BACK_AFTER;
  return isBack ? 'open' : gap.status;
}

function otherTitles(gap: Gap, met: readonly string[]): readonly string[] {
  const forms = new Set([titleForm(gap.title)]);
  const others = [...gap.otherTitles, ...met].filter((title) => {
    const form = titleForm(title);
    const isNew = form !== '' && !forms.has(form);
    forms.add(form);
    return isNew;
  });
  return others.slice(0, MOST_TITLES);
}

function unitedOrigins(a: readonly GapOrigin[], b: readonly GapOrigin[]): readonly GapOrigin[] {
  return gapOrigins.filter((origin) => a.includes(origin) || b.includes(origin));
}

function isSame(a: Gap, b: Gap): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
