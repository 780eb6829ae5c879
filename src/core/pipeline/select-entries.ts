import { admitCandidates } from './admit-candidates';
import type { Candidate } from './candidate';
import type { HookReport } from './hook';
import type { PipelineInput } from './pipeline-input';
import { refusal, type Refusal } from './refusal';
import type { StageClock } from './stage-clock';
import { selectByAi, type AiSelection } from './stages/ai-selection';
import { gateSelection } from './stages/gating';
import { askHooks, type HookedSelection } from './stages/hooks';
import type { TurnContext } from './turn-context';
import { writeOutEmbeds } from './write-out-embeds';

/** The entries that a turn wants, before anything is counted. */
export interface SelectedEntries {
  /** Those with something to inject. */
  readonly entries: readonly Candidate[];
  /** Those without text: they may have woken others and leave their marks of time. */
  readonly empty: readonly Refusal[];
  /** Everything that came in at some time, also what left again. */
  readonly admitted: readonly Candidate[];
  readonly refusals: readonly Refusal[];
  readonly hooks: readonly HookReport[];
  readonly ai: AiSelection;
}

/** Lets candidates in, has the model and other plugins choose among them, and applies what entries say of each other. */
export async function selectEntries(
  input: PipelineInput,
  context: TurnContext,
  time: StageClock,
): Promise<SelectedEntries> {
  const found = await admitCandidates(context, time);
  const { admission } = found;
  const ai = await time.measureAsync('ai-selection', () => selectByAi(found, input.select, context));
  const ask = hookAsker(input, context, time);
  const candidates = await ask('candidates', admission.admitted);
  const gated = time.measure('gating', () => gateSelection(candidates.kept, context));
  const selection = await ask('selection', gated.kept);
  const { withText, empty } = splitEmpty(selection.kept.map((one) => writeOutEmbeds(one, context)));
  return {
    entries: withText,
    empty,
    admitted: [...admission.admitted, ...candidates.added, ...selection.added],
    refusals: [
      ...notAdded(notAdded(admission.refusals, candidates.added), selection.added),
      ...notAdded([...candidates.refusals, ...gated.refusals], selection.added),
      ...selection.refusals,
    ],
    hooks: [...candidates.reports, ...selection.reports],
    ai,
  };
}

type AskHooks = (stage: 'candidates' | 'selection', selected: readonly Candidate[]) => Promise<HookedSelection>;

function hookAsker({ hooks, signal }: PipelineInput, context: TurnContext, time: StageClock): AskHooks {
  if (!hooks) return (_, selected) => Promise.resolve({ kept: selected, added: [], refusals: [], reports: [] });
  return (stage, selected) => time.measureAsync('hooks', () => askHooks(stage, selected, context, hooks, signal));
}

/** Refusals that stand: what a hook brought in after all is not refused. */
function notAdded(refusals: readonly Refusal[], added: readonly Candidate[]): readonly Refusal[] {
  const ids = new Set(added.map((candidate) => candidate.entry.id));
  return refusals.filter((refused) => !ids.has(refused.candidate.entry.id));
}

/** An entry without text may wake others and be required; there is only nothing to inject. */
function splitEmpty(candidates: readonly Candidate[]): { withText: readonly Candidate[]; empty: readonly Refusal[] } {
  const isEmpty = ({ entry }: Candidate): boolean => entry.text.trim() === '';
  return {
    withText: candidates.filter((candidate) => !isEmpty(candidate)),
    empty: candidates.filter(isEmpty).map((one) => refusal(one, 'format', 'empty_text', 'It has no text to inject.')),
  };
}
