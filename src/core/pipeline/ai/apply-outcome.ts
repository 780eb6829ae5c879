import type { EntryId } from '../../base/entry-id';
import type { ChosenEntries, Pick } from '../../ai/selection/selection-outcome';
import type { Admission } from '../admission';
import type { Candidate } from '../candidate';
import { forcedReasons } from '../reasons';
import { refusal, type Refusal } from '../refusal';
import { cascade } from '../stages/cascade';
import type { TurnContext } from '../turn-context';

/** What was offered to the model. */
export interface Offer {
  /** Came in by keywords and the like. */
  readonly found: readonly Candidate[];
  /** Offered besides: linked notes, or the rest of the vault. */
  readonly further: readonly Candidate[];
  /** What the list had no room for. */
  readonly cut: readonly Candidate[];
}

/** Makes the model's choice the selection: what it did not choose leaves, what it chose besides comes in. */
export function applyChoice(chosen: ChosenEntries, offer: Offer, admission: Admission, context: TurnContext): void {
  const picks = new Map(chosen.picks.map((pick) => [pick.id, pick]));
  if (context.settings.aiPolicy === 'replace') {
    const refused = offer.found.filter(({ entry }) => !picks.has(entry.id));
    admission.withdraw(refused.map((candidate) => notChosen(candidate, offer)));
  }
  for (const candidate of offer.found) {
    const pick = picks.get(candidate.entry.id);
    if (pick) admission.replace({ ...candidate, confidence: pick.confidence });
  }
  admission.wave(offer.further.flatMap((candidate) => picked(candidate, picks.get(candidate.entry.id))));
  dropOrphans(admission);
  cascade(admission, context);
}

function picked(candidate: Candidate, pick: Pick | undefined): readonly Candidate[] {
  if (!pick) return [];
  const why = pick.reason === '' ? '' : ` ${pick.reason}`;
  return [{ ...candidate, confidence: pick.confidence, detail: `${candidate.detail}${why}` }];
}

/** Leaves only what needs no key, or, with `keepForced` false, nothing at all. */
export function keepForced(admission: Admission, why: string, keepsForced: boolean): void {
  const isKept = ({ reason }: Candidate): boolean => keepsForced && forcedReasons.has(reason);
  const leaving = admission.admitted.filter((candidate) => !isKept(candidate) && candidate.reason !== 'cascade');
  admission.withdraw(leaving.map((candidate) => refusal(candidate, 'ai-selection', 'ai_not_chosen', why)));
  dropOrphans(admission);
}

function notChosen(candidate: Candidate, { cut }: Offer): Refusal {
  return cut.some(({ entry }) => entry.id === candidate.entry.id)
    ? refusal(candidate, 'ai-selection', 'ai_not_asked', 'The list for the AI had no room for it.')
    : refusal(candidate, 'ai-selection', 'ai_not_chosen', 'The AI was asked and did not choose it.');
}

/** Takes out what was pulled in by an entry that is selected no more, and what that pulled in. */
function dropOrphans(admission: Admission): void {
  const isOrphan = ({ reason, via }: Candidate): boolean => reason === 'cascade' && !isSelected(via, admission);
  for (;;) {
    const orphans = admission.admitted.filter(isOrphan);
    if (orphans.length === 0) return;
    const why = 'The entry that pulls it in is not selected.';
    admission.withdraw(orphans.map((candidate) => refusal(candidate, 'ai-selection', 'source_gone', why)));
  }
}

function isSelected(id: EntryId | undefined, admission: Admission): boolean {
  return id !== undefined && admission.has(id);
}
