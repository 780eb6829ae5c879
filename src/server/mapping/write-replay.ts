import type { ReplayedTurn } from '../../core/lab/replay-turns';
import { isChanged, type EntryChange, type PromptPlace } from '../../core/pipeline/compare-turns';
import type { WireEntryChange, WireReplayedTurn } from '../contract/wire-replay';

/** A kept turn that was played again. */
export function writeReplayedTurn({ trace, outcome }: ReplayedTurn): WireReplayedTurn {
  const { id, chat, turn, type, at, summary } = trace;
  const head = { id, chat, turn, type, at, tokensBefore: summary.tokens };
  if (outcome.kind === 'lost') return { ...head, outcome };
  const { from, tokens, asides, comparison } = outcome;
  return {
    ...head,
    outcome: {
      ...{ kind: 'played', from, tokens, asides },
      came: comparison.came.map(writeChange),
      went: comparison.went.map(writeChange),
      changed: comparison.stayed.filter(isChanged).map(writeChange),
      stayed: comparison.stayed.length,
    },
  };
}

function writeChange({ tokensBefore, whyBefore, moved, ...change }: EntryChange): WireEntryChange {
  return {
    ...change,
    ...(tokensBefore !== undefined && { tokensBefore }),
    ...(whyBefore !== undefined && { whyBefore }),
    ...(moved && { moved: { from: writePlace(moved.from), to: writePlace(moved.to) } }),
  };
}

function writePlace({ position, depth, role, outlet }: PromptPlace) {
  return {
    position,
    ...(depth !== undefined && { depth }),
    ...(role !== undefined && { role }),
    ...(outlet !== undefined && { outlet }),
  };
}
