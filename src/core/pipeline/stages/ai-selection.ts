import type { SelectionOutcome } from '../../ai/selection/selection-outcome';
import type { Admission } from '../admission';
import { applyChoice, keepForced, type Offer } from '../ai/apply-outcome';
import type { AiReport } from '../ai/ai-report';
import { buildQuestion, type BuiltQuestion } from '../ai/build-question';
import type { EntrySelector } from '../ai/entry-selector';
import { everyCandidate, linkCandidates } from '../ai/link-candidates';
import type { Candidate } from '../candidate';
import type { KeyEvidence } from '../key-evidence';
import { forcedReasons } from '../reasons';
import type { TurnContext } from '../turn-context';
import { cascade } from './cascade';

/** What the stage did: its report, and what made the turn less than it should be. */
export interface AiSelection {
  readonly report: AiReport | undefined;
  readonly degraded: readonly string[];
  readonly warnings: readonly string[];
}

const NOT_USED: AiSelection = { report: undefined, degraded: [], warnings: [] };

/** Lets a model choose among the candidates; changes the admission. Without a model, or when it fails, what is known without it stands. */
export async function selectByAi(
  { admission, evidence }: { readonly admission: Admission; readonly evidence: KeyEvidence },
  select: EntrySelector | undefined,
  context: TurnContext,
): Promise<AiSelection> {
  if (context.settings.selectionMode === 'keywords' || !select) return NOT_USED;
  const started = context.now();
  const forced = admission.admitted.filter(({ reason }) => forcedReasons.has(reason));
  const found = admission.admitted.filter(({ reason }) => !forcedReasons.has(reason) && reason !== 'cascade');
  const further = furtherCandidates(found, admission, evidence, context);
  const built = buildQuestion([...found, ...further], forced, context);
  const skipped = whySkipped(built);
  if (skipped !== undefined) return { ...NOT_USED, report: report(built, 'skipped', skipped, 0) };
  const outcome = await select(built.question);
  if (outcome.kind === 'skipped') return { ...NOT_USED, report: report(built, 'skipped', outcome.sentence, 0) };
  const offer: Offer = { found, further, cut: built.cut };
  const time = context.now() - started;
  return outcome.kind === 'failed'
    ? fallBack(outcome, offer, built, admission, context, time)
    : choose(outcome, offer, built, admission, context, time);
}

/** What is offered besides what keywords found: it passes every gate that those passed. */
function furtherCandidates(
  found: readonly Candidate[],
  admission: Admission,
  evidence: KeyEvidence,
  context: TurnContext,
): readonly Candidate[] {
  const overruled = new Set(admission.refusals.map(({ candidate }) => candidate.entry.id));
  const isDecided = (id: string): boolean => admission.isDecided(id) || overruled.has(id);
  const all =
    context.settings.selectionMode === 'ai-only'
      ? everyCandidate(isDecided, context)
      : linkCandidates(
          [...admission.admitted.filter(({ reason }) => forcedReasons.has(reason)), ...found],
          isDecided,
          context,
        );
  return all.filter((candidate) => {
    const isExcluded = (evidence.of(candidate.entry.id)?.found.exclude.size ?? 0) > 0;
    return !isExcluded && admission.wouldPass(candidate);
  });
}

function whySkipped({ question }: BuiltQuestion): string | undefined {
  if (question.candidates.length === 0) return 'There was nothing to choose from; the AI was not asked.';
  if (question.mostPicks === 0) return 'Entries that are always selected fill the entry limit; the AI was not asked.';
  if (question.lines.length === 0) return 'The chat is empty; the AI was not asked.';
  return undefined;
}

function choose(
  chosen: Extract<SelectionOutcome, { kind: 'chosen' }>,
  offer: Offer,
  built: BuiltQuestion,
  admission: Admission,
  context: TurnContext,
  time: number,
): AiSelection {
  const { aiEmptyFallback, aiPolicy } = context.settings;
  const isEmpty = chosen.picks.length === 0;
  if (!isEmpty) applyChoice(chosen, offer, admission, context);
  else if (aiEmptyFallback !== 'keywords' && aiPolicy === 'replace')
    keepForced(admission, 'The AI said that nothing fits.', aiEmptyFallback === 'forced');
  const titles = new Map(built.question.candidates.map(({ id, title }) => [id, title]));
  const said = isEmpty
    ? 'The AI said that nothing fits.'
    : `The AI chose ${String(chosen.picks.length)} of ${String(titles.size)}.`;
  return {
    degraded: [],
    warnings: [],
    report: {
      ...report(built, 'chosen', said, time),
      source: chosen.source,
      age: chosen.age,
      picks: chosen.picks.map(({ id, confidence, reason }) => ({
        entry: id,
        title: titles.get(id) ?? id,
        confidence,
        reason,
      })),
      unknown: chosen.unknown,
      ambiguous: chosen.ambiguous,
      isCutOff: chosen.isCutOff,
      categories: chosen.categories,
    },
  };
}

function fallBack(
  failed: Extract<SelectionOutcome, { kind: 'failed' }>,
  offer: Offer,
  built: BuiltQuestion,
  admission: Admission,
  context: TurnContext,
  time: number,
): AiSelection {
  const { aiErrorFallback, selectionMode } = context.settings;
  const why = 'The AI could not be asked, and the settings then leave it out.';
  if (aiErrorFallback === 'forced' || aiErrorFallback === 'nothing')
    keepForced(admission, why, aiErrorFallback === 'forced');
  else if (aiErrorFallback === 'best' && selectionMode === 'ai-only') {
    admission.wave(offer.further);
    cascade(admission, context);
  }
  return {
    degraded: [`ai:${failed.error}`],
    warnings: [failed.sentence],
    report: { ...report(built, 'failed', failed.sentence, time), error: failed.error },
  };
}

function report(built: BuiltQuestion, outcome: AiReport['outcome'], sentence: string, milliseconds: number): AiReport {
  return {
    outcome,
    sentence,
    error: undefined,
    source: undefined,
    age: 0,
    candidates: built.question.candidates.length,
    cut: built.cut.length,
    picks: [],
    unknown: [],
    ambiguous: [],
    isCutOff: false,
    categories: undefined,
    milliseconds,
  };
}
