import type { StageName } from '../../server/contract/turn-words';
import type { WireTrace } from '../../server/contract/wire-generation';
import { confidenceWords } from '../ai-words';
import type { ReportEntry } from './turn-report';
import { reasonSentence, stagePlace, stageWords } from './why-words';

/** A stage of the turn and what it did with one entry. */
export interface TrailStep {
  readonly stage: StageName;
  readonly words: string;
  readonly verdict: 'kept' | 'refused' | 'passed';
  readonly detail: string;
}

/** Stages that judge every candidate; the others only bring some. */
const judges: readonly StageName[] = ['filters', 'ai-selection', 'groups', 'gating', 'hooks', 'budget', 'format'];

const passed: Readonly<Partial<Record<StageName, string>>> = {
  filters: 'Nothing in it speaks against this turn.',
  groups: 'No other entry of its groups took its place.',
  gating: 'What it requires is there, and what it excludes is not.',
  hooks: 'No other plugin took it out.',
  budget: 'It fits.',
  format: 'It stands in the prompt.',
};

/** The way of an entry through a turn, until it was refused or went in. */
export function entryTrail(
  entry: ReportEntry,
  { timings, summary }: Pick<WireTrace, 'timings' | 'summary'>,
): readonly TrailStep[] {
  const decided = entry.decisions.map(({ stage, verdict, reason, detail }): TrailStep => {
    return { stage, words: stageWords(stage), verdict, detail: detail === '' ? reasonSentence(reason) : detail };
  });
  const refusal = decided.find(({ verdict }) => verdict === 'refused');
  const end = refusal === undefined ? Number.POSITIVE_INFINITY : stagePlace(refusal.stage);
  const known = new Set(decided.map(({ stage }) => stage));
  const aiRan = summary.ai !== undefined;
  const silent = judges
    .filter((stage) => !known.has(stage) && stagePlace(stage) < end && (entry.isInjected || refusal !== undefined))
    .filter((stage) => (stage === 'ai-selection' ? aiRan : isJudged(stage, timings)))
    .map((stage): TrailStep => ({
      stage,
      words: stageWords(stage),
      verdict: 'passed',
      detail: silentDetail(stage, entry),
    }));
  return [...decided, ...silent].sort((a, b) => stagePlace(a.stage) - stagePlace(b.stage));
}

/** Hooks leave no time when there are none; everything else judges in each turn. */
function isJudged(stage: StageName, timings: WireTrace['timings']): boolean {
  return stage !== 'hooks' || (timings.hooks ?? 0) > 0;
}

function silentDetail(stage: StageName, { pick }: ReportEntry): string {
  if (stage !== 'ai-selection') return passed[stage] ?? '';
  if (pick === undefined) return 'It needs no choice of the AI.';
  const why = pick.reason === '' ? '' : ` ${pick.reason}`;
  return `The AI chose it; confidence: ${confidenceWords[pick.confidence].toLowerCase()}.${why}`;
}
