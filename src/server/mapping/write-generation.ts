import type { EntryId } from '../../core/base/entry-id';
import type { KeptChat } from '../../core/engine/generation-log';
import type { Preview, Wants } from '../../core/engine/lore-engine';
import type { AiReport } from '../../core/pipeline/ai/ai-report';
import type { Injection } from '../../core/pipeline/injection';
import type { Retrieval } from '../../core/pipeline/retrieval';
import type { RetrievalResult } from '../../core/pipeline/retrieval-result';
import type { Trace } from '../../core/pipeline/trace';
import type { WhyNot } from '../../core/pipeline/why-not';
import { NOTEPAD_KEY } from '../../core/pipeline/stages/notepad';
import type { WireAiReport } from '../contract/wire-ai';
import type {
  WireGenerationAnswer,
  WireInjection,
  WireKeptChat,
  WirePreviewAnswer,
  WireSummary,
  WireTrace,
  WireTraceHead,
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
      .map(({ id, title, path, card, vault, automationId, tokens, reason, order }) => ({
        id,
        title,
        path,
        source: sourceOf(card, vault),
        ...(automationId !== undefined && { automationId }),
        tokens,
        reason: reason ?? 'kept',
        matched: matchedWords(trace, id),
        order,
      })),
    record: result.record,
    wants: { ...writeWants(wants), ...(trace.books?.some(({ state }) => state === 'unknown') && { book: true }) },
    ...(trace.books && { books: trace.books }),
    ...writeNotepad(result, wants),
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
    ...(trace.chatName !== undefined && { chatName: trace.chatName }),
    turn: trace.turn,
    type: trace.type,
    at: trace.at,
    mode: trace.mode,
    window: [...trace.window],
    texts: trace.texts.map(({ role, ...text }) => ({ ...text, ...(role !== undefined && { role }) })),
    entries: trace.entries.map(({ reason, card, vault, ...entry }) => ({
      ...entry,
      source: sourceOf(card, vault),
      ...(reason !== undefined && { reason }),
    })),
    ...(trace.books && { books: trace.books }),
    decisions: trace.decisions.map((decision) => ({ ...decision })),
    injections: trace.injections.map(writeInjection),
    hooks: trace.hooks.map((report) => ({ ...report })),
    record: trace.record,
    summary: writeSummary(trace),
    timings: { ...trace.timings },
    ...(trace.delivery && { delivery: trace.delivery }),
    ...(trace.leftOut !== undefined && { leftOut: trace.leftOut }),
  };
}

/** What lists show of a trace; what went in only where it is wanted. */
export function writeTraceHead(trace: Trace, tellsEntries = false): WireTraceHead {
  const { id, chat, chatName, turn, type, at, delivery = [] } = trace;
  const { ai: _ai, hooks: _hooks, ...summary } = writeSummary(trace);
  const injected = trace.entries.filter((entry) => entry.injected);
  return {
    id,
    chat,
    ...(chatName !== undefined && { chatName }),
    turn,
    type,
    at,
    summary,
    places: trace.injections.map((injection) => {
      const { text: _text, entries: _entries, ...place } = writeInjection(injection);
      return place;
    }),
    undelivered: delivery.filter(({ outcome }) => outcome === 'undelivered').length,
    ...(tellsEntries && { entries: injected.map(({ id: entry, title, tokens }) => ({ id: entry, title, tokens })) }),
  };
}

/** A chat of which turns are kept. */
export function writeKeptChat({ id, name, turns, last }: KeptChat): WireKeptChat {
  return { id, ...(name !== undefined && { name }), turns, last: writeTraceHead(last) };
}

/** A preview with its answer, its trace and what was to be explained. `wants`: what the next request should be like. */
export function writePreview({ result, problems, explanations, prompt }: Preview, wants: Wants): WirePreviewAnswer {
  return {
    answer: writeGenerationAnswer(result, wants),
    trace: writeTrace(result.trace),
    problems: [...problems],
    explanations: explanations.map(writeWhyNot),
    ...(prompt && { prompt: prompt.map(({ role, text }) => ({ role, text })) }),
  };
}

/** Why an entry is absent. */
function writeWhyNot({ reason, change, ...whyNot }: WhyNot): WirePreviewAnswer['explanations'][number] {
  return { ...whyNot, ...(reason !== undefined && { reason }), ...(change && { change: { ...change } }) };
}

function sourceOf(
  card: string | undefined,
  vault: string | undefined,
): NonNullable<WireTrace['entries'][number]['source']> {
  if (card !== undefined) return { kind: 'card', card };
  return { kind: 'vault', ...(vault !== undefined && { vault }) };
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

/** How notes are kept with the reply; an AI that was not told of the tag, for want of room, does not write it. */
function writeNotepad(
  { trace, injections }: RetrievalResult,
  { notepad }: Wants,
): Pick<WireGenerationAnswer, 'notepad'> {
  const use = notepad(trace.type);
  const isTold = use?.mode === 'extract' || injections.some(({ key }) => key === NOTEPAD_KEY);
  return use && isTold ? { notepad: use } : {};
}

/** What the next request should be like. */
export function writeWants({
  messages,
  deadlineMs,
}: Pick<Wants, 'messages' | 'deadlineMs'>): WireGenerationAnswer['wants'] {
  return { messages, ...(deadlineMs !== undefined && { deadlineMs }) };
}
