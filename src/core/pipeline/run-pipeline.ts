import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import { ReplyHistory } from '../chat/reply-history';
import type { FieldDefinition } from '../lore/field-definitions';
import type { Clock } from '../ports/clock';
import type { TokenCounter } from '../ports/token-counter';
import type { FullText } from '../search/full-text';
import type { LoreIndex } from '../search/lore-index';
import { admitCandidates } from './admit-candidates';
import { buildTrace } from './build-trace';
import type { Candidate } from './candidate';
import { seededDice, type Dice } from './dice';
import type { PatternSearch } from './pattern-search';
import type { HookRegistry } from './hook-registry';
import type { Injection } from './injection';
import { priced, shortened, tokensOf } from './price';
import { refusal, type Refusal } from './refusal';
import type { Retrieval } from './retrieval';
import type { RetrievalResult } from './retrieval-result';
import { StageClock } from './stage-clock';
import { applyBudget, turnBudget } from './stages/budget';
import { formatInjections } from './stages/format';
import { gateSelection } from './stages/gating';
import { askInjectionHooks, type HookedInjections } from './stages/hook-injections';
import { askHooks, type HookedSelection } from './stages/hooks';
import { injectionRecord } from './stages/record';
import type { TurnContext } from './turn-context';
import type { TurnSettings } from './turn-settings';

/** What a turn runs on. */
export interface PipelineInput {
  readonly request: Retrieval;
  readonly index: LoreIndex;
  readonly settings: TurnSettings;
  readonly chat: ChatState;
  readonly fields: readonly FieldDefinition[];
  readonly patterns: PatternSearch;
  readonly fullText: FullText;
  readonly tokens: TokenCounter;
  readonly clock: Clock;
  /** The id that an entry has today. */
  readonly currentId: (id: EntryId) => EntryId;
  /** What is already known to be less than it should be, e.g. `indexing`. */
  readonly degraded: readonly string[];
  /** Chance; seeded by chat and turn when left out. */
  readonly dice?: Dice;
  /** Interceptors of other plugins; previews run without. */
  readonly hooks?: HookRegistry;
  /** Ends the waiting for hooks. */
  readonly signal?: AbortSignal | undefined;
}

/** Runs one turn: windows → candidates → filters → gates → budget → places → record and trace. The same input gives the same lore. */
export async function runPipeline(input: PipelineInput): Promise<RetrievalResult> {
  const { request, settings } = input;
  const time = new StageClock(input.clock);
  const context: TurnContext = {
    ...input,
    history: new ReplyHistory(request.records, request.turn, input.currentId),
    dice: input.dice ?? seededDice(request.chat.id, request.turn),
  };
  const admission = await admitCandidates(context, time);
  const ask = hookAsker(input, context, time);
  const candidates = await ask('candidates', admission.admitted);
  const gated = time.measure('gating', () => gateSelection(candidates.kept, context));
  const selection = await ask('selection', gated.kept);
  const { withText, empty } = splitEmpty(selection.kept);
  const limits = turnBudget(context);
  const budget = time.measure('budget', () => {
    return applyBudget(
      withText.map((candidate) => priced(candidate, context)),
      limits,
      (one, most) => (settings.truncate ? shortened(one, most, context) : undefined),
    );
  });
  const count = (text: string): number => tokensOf(text, context);
  const formatted = time.measure('format', () => {
    return formatInjections(budget.kept, {
      settings,
      count,
      total: request.total,
      lastInjected: context.history.lastInjected,
    });
  });
  const { injections, reports } = await askAboutInjections(input, context, formatted, limits.tokens, count);
  const inOrder = injections.flatMap((one) => one.entries);
  const kept = [...budget.kept].sort((a, b) => inOrder.indexOf(a.entry.id) - inOrder.indexOf(b.entry.id));
  const record = time.measure('record', () =>
    injectionRecord(
      request.generationId,
      kept,
      empty.map((refused) => refused.candidate),
    ),
  );
  const trace = buildTrace({
    request,
    window: windowIndexes(request, settings),
    admitted: [...admission.admitted, ...addedByHooks(selection.kept)],
    hooks: [...candidates.reports, ...selection.reports, ...reports],
    kept: budget.kept,
    refusals: [
      ...admission.refusals,
      ...candidates.refusals,
      ...gated.refusals,
      ...selection.refusals,
      ...empty,
      ...budget.refusals,
    ],
    injections,
    record,
    budget: limits.tokens,
    degraded: input.degraded,
    warnings: [...budget.warnings, ...approximateWarning(context, injections.length > 0)],
    started: time.started,
    milliseconds: time.elapsed(),
    timings: time.timings,
  });
  return { injections, record, trace };
}

type AskHooks = (stage: 'candidates' | 'selection', selected: readonly Candidate[]) => Promise<HookedSelection>;

function hookAsker({ hooks, signal }: PipelineInput, context: TurnContext, time: StageClock): AskHooks {
  if (!hooks) return (_, selected) => Promise.resolve({ kept: selected, refusals: [], reports: [] });
  return (stage, selected) => time.measureAsync('hooks', () => askHooks(stage, selected, context, hooks, signal));
}

function askAboutInjections(
  { hooks, signal }: PipelineInput,
  context: TurnContext,
  injections: readonly Injection[],
  limit: number | undefined,
  count: (text: string) => number,
): Promise<HookedInjections> {
  if (!hooks) return Promise.resolve({ injections, reports: [] });
  return askInjectionHooks(injections, limit, context, hooks, count, signal);
}

function addedByHooks(selected: readonly Candidate[]): readonly Candidate[] {
  return selected.filter((candidate) => candidate.reason === 'hook');
}

/** An entry without text may wake others and be required; there is only nothing to inject. */
function splitEmpty(candidates: readonly Candidate[]): { withText: readonly Candidate[]; empty: readonly Refusal[] } {
  const isEmpty = ({ entry }: Candidate): boolean => entry.text.trim() === '';
  return {
    withText: candidates.filter((candidate) => !isEmpty(candidate)),
    empty: candidates
      .filter(isEmpty)
      .map((one) => refusal(one, 'format', 'empty_text', 'The note has no text to inject.')),
  };
}

/** Indexes of the messages in the window of an entry without a scan depth of its own. */
function windowIndexes(request: Retrieval, settings: TurnSettings): readonly number[] {
  const visible = request.messages.filter((message) => !message.hidden).map((message) => message.index);
  return settings.scanDepth === 0 ? [] : visible.slice(-settings.scanDepth).reverse();
}

function approximateWarning(context: TurnContext, hasText: boolean): readonly string[] {
  if (!hasText || !context.tokens.count('').approximate) return [];
  return ['Token counts are estimates until the tokenizer is loaded.'];
}
