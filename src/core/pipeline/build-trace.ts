import type { EntryId } from '../base/entry-id';
import { vaultOfPath } from '../base/mounted-path';
import type { InjectionRecord } from '../chat/injection-record';
import type { AiReport } from './ai/ai-report';
import type { SelectionMode } from './ai/selection-settings';
import type { Candidate, PricedCandidate } from './candidate';
import type { TurnBook } from './card-lore';
import type { HookReport } from './hook';
import type { Refusal } from './refusal';
import type { Injection } from './injection';
import type { Retrieval } from './retrieval';
import type { TurnBudget } from './stages/turn-budget';
import type { Decision, StageName, Trace, TraceEntry, TraceText } from './trace';

/** Everything the stages of a turn said. */
export interface TurnFacts {
  readonly request: Retrieval;
  readonly window: readonly number[];
  readonly texts: readonly TraceText[];
  readonly books?: readonly TurnBook[] | undefined;
  readonly admitted: readonly Candidate[];
  readonly hooks: readonly HookReport[];
  readonly kept: readonly PricedCandidate[];
  readonly refusals: readonly Refusal[];
  readonly injections: readonly Injection[];
  readonly record: InjectionRecord;
  readonly budget: Pick<TurnBudget, 'tokens' | 'book'>;
  readonly mode: SelectionMode;
  readonly ai: AiReport | undefined;
  readonly degraded: readonly string[];
  readonly warnings: readonly string[];
  readonly started: number;
  readonly milliseconds: number;
  readonly timings: Readonly<Partial<Record<StageName, number>>>;
}

/** Puts what the stages decided into the trace. */
export function buildTrace(facts: TurnFacts): Trace {
  const entries = traceEntries(facts);
  return {
    id: facts.request.generationId,
    chat: facts.request.chat.id,
    chatName: facts.request.chat.name,
    turn: facts.request.turn,
    type: facts.request.type,
    at: facts.started,
    mode: facts.mode,
    ai: facts.ai,
    window: facts.window,
    texts: facts.texts,
    entries,
    ...(facts.books && { books: facts.books }),
    decisions: [...facts.admitted.map(keptDecision), ...facts.refusals.map(refusedDecision)],
    injections: facts.injections,
    hooks: facts.hooks,
    record: facts.record,
    summary: {
      candidates: entries.length,
      injected: facts.kept.length,
      tokens: facts.injections.reduce((sum, injection) => sum + injection.tokens, 0),
      budget: facts.budget.tokens,
      budgetBook: facts.budget.book,
      degraded: facts.degraded,
      warnings: facts.warnings,
      milliseconds: facts.milliseconds,
    },
    timings: facts.timings,
  };
}

function keptDecision({ entry, stage, reason, detail, matched }: Candidate): Decision {
  return { entry: entry.id, stage, verdict: 'kept', reason, detail, matched };
}

function refusedDecision({ candidate, stage, reason, detail }: Refusal): Decision {
  return { entry: candidate.entry.id, stage, verdict: 'refused', reason, detail, matched: candidate.matched };
}

/** Each entry of the turn once: the injected first, in their order of importance. */
function traceEntries(facts: TurnFacts): readonly TraceEntry[] {
  const injected = new Map<EntryId, PricedCandidate>(facts.kept.map((candidate) => [candidate.entry.id, candidate]));
  const seen = new Map<EntryId, TraceEntry>();
  for (const candidate of [...facts.kept, ...facts.admitted, ...facts.refusals.map((refused) => refused.candidate)]) {
    const { entry, reason } = candidate;
    if (seen.has(entry.id)) continue;
    const { automationId = '' } = entry.properties;
    const tokens = 'tokens' in candidate && typeof candidate.tokens === 'number' ? candidate.tokens : 0;
    seen.set(entry.id, {
      id: entry.id,
      title: entry.title,
      ...(entry.card === undefined ? { path: entry.path } : { path: '', card: entry.card }),
      ...(vaultOfPath(entry.path) !== '' && { vault: entry.vault }),
      ...(automationId !== '' && { automationId }),
      tokens: injected.get(entry.id)?.tokens ?? tokens,
      injected: injected.has(entry.id),
      reason,
      order: entry.order,
      priority: entry.priority,
    });
  }
  return [...seen.values()];
}
