import type { EntryId } from '../base/entry-id';
import type { Candidate, PricedCandidate } from './candidate';
import type { HookReport } from './hook';
import type { Injection } from './injection';
import type { PipelineInput } from './pipeline-input';
import { priced, shortened, tokensOf } from './price';
import type { Refusal } from './refusal';
import type { StageClock } from './stage-clock';
import { applyBudget } from './stages/budget';
import { formatInjections } from './stages/format';
import { askInjectionHooks, type HookedInjections } from './stages/hook-injections';
import { injectStandingTexts } from './stages/standing-texts';
import { turnBudget, type TurnBudget } from './stages/turn-budget';
import type { TurnContext } from './turn-context';

/** The entries that fit, as texts with places. */
export interface PlacedEntries {
  readonly injections: readonly Injection[];
  /** The most important first. */
  readonly kept: readonly PricedCandidate[];
  /** The same in the order of their texts. */
  readonly inOrder: readonly PricedCandidate[];
  readonly refusals: readonly Refusal[];
  readonly budget: TurnBudget;
  readonly hooks: readonly HookReport[];
  /** Sentences for the user. */
  readonly warnings: readonly string[];
}

/** Takes as many entries as fit, the most important first, and writes them into their places; the texts that stand in every turn beside them. */
export async function placeEntries(
  entries: readonly Candidate[],
  input: PipelineInput,
  context: TurnContext,
  time: StageClock,
): Promise<PlacedEntries> {
  const { settings } = context;
  const standing = injectStandingTexts(context);
  const budget = turnBudget(context, standing.tokens);
  const fitting = time.measure('budget', () =>
    applyBudget(
      entries.map((candidate) => priced(candidate, context)),
      budget,
      (one, most) => (settings.truncate ? shortened(one, most, context) : undefined),
    ),
  );
  const count = (text: string): number => tokensOf(text, context);
  const { lastInjected } = context.history;
  const formatted = time.measure('format', () =>
    formatInjections(fitting.kept, { settings, count, total: context.request.total, lastInjected }),
  );
  const hooked = await askAboutInjections(input, context, formatted, budget.tokens, count);
  const injections = [...standing.injections, ...hooked.injections];
  return {
    injections,
    kept: fitting.kept,
    inOrder: inOrderOf(injections, fitting.kept),
    refusals: fitting.refusals,
    budget,
    hooks: hooked.reports,
    warnings: [...standing.warnings, ...fitting.warnings, ...approximateWarning(context, injections.length > 0)],
  };
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

/** The candidates in the order of the texts; those that no text names first. */
function inOrderOf(injections: readonly Injection[], kept: readonly PricedCandidate[]): readonly PricedCandidate[] {
  const places = new Map<EntryId, number>();
  for (const id of injections.flatMap((one) => one.entries)) if (!places.has(id)) places.set(id, places.size);
  const placeOf = ({ entry }: PricedCandidate): number => places.get(entry.id) ?? -1;
  return [...kept].sort((a, b) => placeOf(a) - placeOf(b));
}

function approximateWarning(context: TurnContext, hasText: boolean): readonly string[] {
  if (!hasText || !context.tokens.count('').approximate) return [];
  return ['Token counts are estimates until the tokenizer is loaded.'];
}
