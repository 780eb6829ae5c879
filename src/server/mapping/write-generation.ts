import type { EntryId } from '../../core/base/entry-id';
import type { Wants } from '../../core/engine/lore-engine';
import type { AiReport } from '../../core/pipeline/ai/ai-report';
import type { Injection } from '../../core/pipeline/injection';
import type { Retrieval } from '../../core/pipeline/retrieval';
import type { RetrievalResult } from '../../core/pipeline/retrieval-result';
import type { Trace } from '../../core/pipeline/trace';
import type { WhyNot } from '../../core/pipeline/why-not';
import type { WireAiReport } from '../contract/wire-ai';
import type {
  WireGenerationAnswer,
  WireInjection,
  WirePreviewAnswer,
  WireSummary,
  WireTrace,
} from '../contract/wire-generation';

/** The answer to a generation. `wants`: what the next request should be like. */
export function writeGenerationAnswer(result: RetrievalResult, wants: Wants): WireGenerationAnswer {
  const { trace } = result;
  return {
    id: trace.id,
    turn: trace.turn,
    mode: trace.mode,
    injections: result.injections.map(writeInjection),
    entries: trace.entries
      .filter((entry) => entry.injected)
      .map(({ id, title, path, tokens, reason, order }) => ({
        id,
        title,
        path,
        tokens,
        reason: reason ?? 'kept',
        matched: matchedWords(trace, id),
        order,
      })),
    record: result.record,
    wants: writeWants(wants),
    summary: writeSummary(trace),
  };
}

/** The answer when the engine failed: no lore, and it says so. A turn never fails because of lore. */
export function writeFailedGeneration(request: Retrieval, wants: Wants): WireGenerationAnswer {
  return {
    id: request.generationId,
    turn: request.turn,
    mode: 'keywords',
    injections: [],
    entries: [],
    record: { v: 1, g: request.generationId, e: [] },
    wants: writeWants(wants),
    summary: {
      candidates: 0,
      injected: 0,
      tokens: 0,
      degraded: ['engine-failed'],
      warnings: ['No lore was chosen, because something failed inside Lorehearth. The log says what.'],
      milliseconds: 0,
    },
  };
}

/** A trace, complete. */
export function writeTrace(trace: Trace): WireTrace {
  return {
    id: trace.id,
    chat: trace.chat,
    turn: trace.turn,
    type: trace.type,
    at: trace.at,
    mode: trace.mode,
    window: [...trace.window],
    entries: trace.entries.map(({ reason, ...entry }) => ({ ...entry, ...(reason !== undefined && { reason }) })),
    decisions: trace.decisions.map((decision) => ({ ...decision })),
    injections: trace.injections.map(writeInjection),
    hooks: trace.hooks.map((report) => ({ ...report })),
    record: trace.record,
    summary: writeSummary(trace),
    timings: { ...trace.timings },
    ...(trace.delivery && { delivery: trace.delivery }),
  };
}

/** What lists show of a trace. */
export function writeTraceHead(trace: Trace) {
  const { id, chat, turn, type, at } = trace;
  return { id, chat, turn, type, at, summary: writeSummary(trace) };
}

/** Why an entry is absent. */
export function writeWhyNot({ reason, change, ...whyNot }: WhyNot): WirePreviewAnswer['explanations'][number] {
  return { ...whyNot, ...(reason !== undefined && { reason }), ...(change && { change: { ...change } }) };
}

function matchedWords(trace: Trace, entry: EntryId): readonly string[] {
  const decisions = trace.decisions.filter((decision) => decision.entry === entry && decision.verdict === 'kept');
  return [...new Set(decisions.flatMap((decision) => decision.matched.map(({ matched }) => matched)))];
}

function writeInjection({ depth, role, outlet, ...injection }: Injection): WireInjection {
  return {
    ...injection,
    ...(depth !== undefined && { depth }),
    ...(role !== undefined && { role }),
    ...(outlet !== undefined && { outlet }),
  };
}

function writeSummary({ summary: { budget, budgetBook, ...summary }, hooks, ai }: Trace): WireSummary {
  return {
    ...summary,
    ...(budget !== undefined && { budget }),
    ...(budgetBook !== undefined && { budgetBook }),
    ...(ai && { ai: writeAiReport(ai) }),
    ...(hooks.length > 0 && { hooks }),
  };
}

function writeAiReport({ error, source, categories, ...report }: AiReport): WireAiReport {
  return {
    ...report,
    ...(error !== undefined && { error }),
    ...(source !== undefined && { source }),
    ...(categories && { categories: { ...categories } }),
  };
}

/** What the next request should be like. */
export function writeWants({ messages, deadlineMs }: Wants): WireGenerationAnswer['wants'] {
  return { messages, ...(deadlineMs !== undefined && { deadlineMs }) };
}
