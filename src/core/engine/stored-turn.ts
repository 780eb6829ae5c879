import { isRecord, listOf } from '../base/json-value';
import type { Retrieval } from '../pipeline/retrieval';
import type { Trace } from '../pipeline/trace';
import type { KeptTurn } from './generation-log';

/** Form of a stored turn; what has another one is not read. Goes up when a trace gets another shape. */
export const TURN_FORM = 'turns-1';

/** Refused entries of a turn that are stored; the trace says how many more there were. */
const MOST_REFUSED = 400;
/** A request with more characters of text than this is not stored. */
const LONGEST_REQUEST = 200_000;

/** A turn as it is stored. */
export interface StoredTurn {
  readonly trace: Trace;
  readonly request?: Retrieval;
}

/** The turns of one part in their stored form: of each chat only the last one with its request. */
export function storeTurns(turns: readonly KeptTurn[]): readonly StoredTurn[] {
  const last = new Map(turns.map((turn) => [turn.result.trace.chat, turn]));
  return turns.map((turn) => {
    const { trace } = turn.result;
    const { request } = turn;
    const keepsRequest = last.get(trace.chat) === turn && request !== undefined && isShort(request);
    return { trace: storedTrace(trace), ...(keepsRequest && { request }) };
  });
}

/** The turns of a stored part. The value has passed the seal, so that it is what an earlier run of this form wrote. */
export function restoreTurns(value: unknown): readonly KeptTurn[] {
  return listOf(isRecord(value) ? value['turns'] : undefined).map((stored) => {
    const { trace, request } = stored as StoredTurn;
    return { result: { injections: trace.injections, record: trace.record, trace }, request };
  });
}

function isShort({ messages, draft, character, records }: Retrieval): boolean {
  const texts = [...messages.map(({ text }) => text), draft, ...Object.values(character.texts)];
  const inRecords = records.reduce((sum, [, record]) => sum + record.e.length * 60, 0);
  return texts.reduce((sum, text) => sum + text.length, inRecords) <= LONGEST_REQUEST;
}

function storedTrace(trace: Trace): Trace {
  const refused = trace.entries.filter(({ injected }) => !injected);
  if (refused.length <= MOST_REFUSED) return trace;
  const dropped = new Set(refused.slice(MOST_REFUSED).map(({ id }) => id));
  const decisions = trace.decisions.filter(({ entry }) => !dropped.has(entry));
  const told = new Set(decisions.flatMap(({ matched }) => matched.map(({ where }) => where)));
  return {
    ...trace,
    entries: trace.entries.filter(({ id }) => !dropped.has(id)),
    decisions,
    texts: trace.texts.filter(({ where }) => told.has(where)),
    leftOut: (trace.leftOut ?? 0) + dropped.size,
  };
}
