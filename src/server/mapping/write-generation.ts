import type { EntryId } from '../../core/base/entry-id';
import type { Injection } from '../../core/pipeline/injection';
import type { Retrieval } from '../../core/pipeline/retrieval';
import type { RetrievalResult } from '../../core/pipeline/retrieval-result';
import type { Trace, TraceSummary } from '../../core/pipeline/trace';
import type { WhyNot } from '../../core/pipeline/why-not';
import type {
  WireGenerationAnswer,
  WireInjection,
  WirePreviewAnswer,
  WireSummary,
  WireTrace,
} from '../contract/wire-generation';

/** The answer to a generation. `wantedMessages`: how many texts the next request should carry. */
export function writeGenerationAnswer(result: RetrievalResult, wantedMessages: number): WireGenerationAnswer {
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
    wants: { messages: wantedMessages },
    summary: writeSummary(trace.summary),
  };
}

/** The answer when the engine failed: no lore, and it says so. A turn never fails because of lore. */
export function writeFailedGeneration(request: Retrieval, wantedMessages: number): WireGenerationAnswer {
  return {
    id: request.generationId,
    turn: request.turn,
    mode: 'keywords',
    injections: [],
    entries: [],
    record: { v: 1, g: request.generationId, e: [] },
    wants: { messages: wantedMessages },
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
    summary: writeSummary(trace.summary),
    timings: { ...trace.timings },
  };
}

/** What lists show of a trace. */
export function writeTraceHead({ id, chat, turn, type, at, summary }: Trace) {
  return { id, chat, turn, type, at, summary: writeSummary(summary) };
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

function writeSummary({ budget, ...summary }: TraceSummary): WireSummary {
  return { ...summary, ...(budget !== undefined && { budget }) };
}
