import type { LabChat } from '../../core/lab/lab-chat';
import type { SimulatedTurn } from '../../core/lab/simulate';
import type { Trace } from '../../core/pipeline/trace';
import type { WireSimulatedTurn } from '../contract/wire-lab';

const LONGEST_MESSAGE = 300;

/** A turn that was played again. `before`: the trace of the turn before it. */
export function writeSimulatedTurn(
  { turn, result: { trace }, came, went }: SimulatedTurn,
  { messages }: LabChat,
  before: Trace | undefined,
): WireSimulatedTurn {
  const said = [...messages].reverse().find(({ index, hidden }) => index < turn && !hidden);
  const { tokens, budget } = trace.summary;
  return {
    turn,
    message: { name: said?.name ?? '', text: (said?.text ?? '').slice(0, LONGEST_MESSAGE) },
    entries: trace.entries
      .filter(({ injected }) => injected)
      .map(({ id, title, path, tokens: own }) => ({
        ...{ id, title, path, tokens: own, came: came.includes(id) },
        why: reasonOf(trace, id, 'kept') ?? '',
      })),
    went: went.map((id) => {
      const entry = before?.entries.find((one) => one.id === id);
      const why = reasonOf(trace, id, 'refused') ?? 'Nothing brings it in any more.';
      return { id, title: entry?.title ?? id, path: entry?.path ?? '', why };
    }),
    tokens,
    ...(budget !== undefined && { budget }),
  };
}

function reasonOf({ decisions }: Trace, id: string, verdict: 'kept' | 'refused'): string | undefined {
  return decisions.find((one) => one.entry === id && one.verdict === verdict)?.detail;
}
