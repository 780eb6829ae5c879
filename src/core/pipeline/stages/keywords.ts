import type { EntryId } from '../../base/entry-id';
import type { LoreEntry } from '../../lore/lore-entry';
import type { Admission } from '../admission';
import type { Candidate } from '../candidate';
import { isDelayed } from '../delay-levels';
import type { EntryEvidence, KeyEvidence } from '../key-evidence';
import type { AdmissionReason, RefusalReason } from '../reasons';
import { refusal, type Refusal } from '../refusal';
import { secondaryScore, secondaryVerdict } from '../secondary-keys';
import type { StageName } from '../trace';
import type { TurnContext } from '../turn-context';

/** How a wave of keyword hits is told. */
export interface WaveName {
  readonly reason: AdmissionReason;
  readonly stage: StageName;
  /** Put after the words that were found. */
  readonly note: string;
}

const MOST_WORDS = 3;

/**
 * The entries among `ids` whose keys were found and not overruled: primary keys, then exclude keys, then secondary keys,
 * then warm-up. What overruled an entry is noted on the admission, since a later text may still bring it in.
 */
export function keywordCandidates(
  ids: Iterable<EntryId>,
  evidence: KeyEvidence,
  admission: Admission,
  entries: { get(id: EntryId): LoreEntry | undefined },
  name: WaveName,
): readonly Candidate[] {
  const candidates: Candidate[] = [];
  for (const id of ids) {
    const entry = entries.get(id);
    const found = evidence.of(id);
    if (!entry || !found || found.found.primary.size === 0 || admission.isDecided(id)) continue;
    const candidate = keyCandidate(entry, found, name);
    const overruled = whyOverruled(entry, found);
    if (overruled) admission.overrule(refusal(candidate, name.stage, overruled.reason, overruled.detail));
    else candidates.push(candidate);
  }
  return candidates;
}

/**
 * Notes on the admission which of the entries among `ids` have keys in the chat and wait for the texts of entries all the
 * same: nobody should have to guess why they did not come.
 */
export function overruleWaiting(
  ids: Iterable<EntryId>,
  evidence: KeyEvidence,
  admission: Admission,
  { index }: TurnContext,
): void {
  const name: WaveName = { reason: 'key', stage: 'keywords', note: '' };
  for (const id of ids) {
    const entry = index.entries.get(id);
    const found = evidence.of(id);
    if (!entry || !isDelayed(entry) || !found || found.found.primary.size === 0) continue;
    admission.overrule(waits(keyCandidate(entry, found, name)));
  }
}

/** The refusal of a candidate that waits for the texts of entries. */
export function waits(candidate: Candidate): Refusal {
  return refusal(candidate, candidate.stage, 'recursion_only', 'No text of a selected entry names it.');
}

function keyCandidate(entry: LoreEntry, evidence: EntryEvidence, name: WaveName): Candidate {
  const words = [...new Set(evidence.matched.map((match) => match.matched))].slice(0, MOST_WORDS);
  return {
    entry,
    reason: name.reason,
    stage: name.stage,
    detail: `Found ${words.map((word) => `“${word}”`).join(', ')}${name.note}.`,
    matched: evidence.matched,
    newestAge: Number.isFinite(evidence.newestAge) ? evidence.newestAge : undefined,
    score: keyScore(entry, evidence),
    via: undefined,
  };
}

/** The candidate with what its keys score, which counts in a group also where something else brought the entry. */
export function scored(candidate: Candidate, evidence: KeyEvidence): Candidate {
  const found = evidence.of(candidate.entry.id);
  return found ? { ...candidate, score: keyScore(candidate.entry, found) } : candidate;
}

function keyScore(entry: LoreEntry, { found }: EntryEvidence): number {
  return entry.keys.length === 0 ? 0 : found.primary.size + secondaryScore(entry, found.refine);
}

interface Overruled {
  readonly reason: RefusalReason;
  readonly detail: string;
}

function whyOverruled(entry: LoreEntry, evidence: EntryEvidence): Overruled | undefined {
  const [excluded] = evidence.found.exclude;
  if (excluded !== undefined) {
    return { reason: 'excluded_by_key', detail: `The exclude key “${excluded}” stands in the text.` };
  }
  const { excludeKeysAll, additionalKeys } = entry.decorators;
  if (excludeKeysAll.length > 0 && excludeKeysAll.every((key) => evidence.found['exclude-all'].has(key.text))) {
    return { reason: 'excluded_by_key', detail: 'All keys of @@exclude_keys_all stand in the text.' };
  }
  const unmet = additionalKeys.find((keys) => !keys.some((key) => evidence.found.additional.has(key.text)));
  if (unmet) {
    const wanted = unmet.map((key) => `“${key.text}”`).join(', ');
    return { reason: 'secondary_keys_not_met', detail: `None of the additional keys was found: ${wanted}.` };
  }
  const secondary = secondaryVerdict(entry, evidence.found.refine);
  if (secondary !== undefined) return { reason: 'secondary_keys_not_met', detail: secondary };
  const { warmup } = entry.properties;
  if (warmup === undefined || evidence.occurrences >= warmup) return undefined;
  const detail = `Its keys occur ${String(evidence.occurrences)} times; it needs ${String(warmup)}.`;
  return { reason: 'warmup', detail };
}
