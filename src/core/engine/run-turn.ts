import { buildTrace } from '../pipeline/build-trace';
import { PatternSearch } from '../pipeline/pattern-search';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { PipelineInput } from '../pipeline/pipeline-input';
import { runPipeline } from '../pipeline/run-pipeline';
import type { Clock } from '../ports/clock';
import type { Log } from '../ports/log';
import type { TokenCounter } from '../ports/token-counter';

/** UTF-16 units that count as one token when the counter fails: fewer than in any language's average, to be safe. */
const UNITS_PER_TOKEN = 2;

/**
 * Runs a turn that never fails. Where a part of it throws, the turn is run again without hooks, AI, patterns, recursion
 * and likeness; where that throws too, it is empty. Either way the trace says so.
 */
export async function runTurn(input: PipelineInput, log: Log): Promise<RetrievalResult> {
  try {
    return await runPipeline(input);
  } catch (error) {
    log.warn('A turn failed and was run again with less.', error);
  }
  try {
    return await runPipeline(reduced(input));
  } catch (error) {
    log.warn('A turn failed twice; the reply goes on without lore.', error);
  }
  return emptyTurn(input);
}

function reduced({ hooks: _hooks, select: _select, ...input }: PipelineInput): PipelineInput {
  const settings = { ...input.settings, recursion: false, minActivations: 0, fuzzy: false };
  return {
    ...input,
    settings,
    patterns: new PatternSearch(noPatterns),
    clock: steady(input.clock),
    tokens: estimating(input.tokens),
    degraded: [...input.degraded, 'turn:reduced'],
  };
}

const noPatterns = {
  run: () => Promise.resolve({ kind: 'failed' as const, reason: 'The turn is run with less.' }),
  close: () => undefined,
};

/** A clock that stands still where the real one fails. */
function steady(clock: Clock): Clock {
  let last = 0;
  return {
    now: () => {
      try {
        last = clock.now();
      } catch {
        // The time of the last call has to do.
      }
      return last;
    },
  };
}

function estimating(tokens: TokenCounter): TokenCounter {
  return {
    prepare: () => Promise.resolve(),
    count: (text) => {
      try {
        return tokens.count(text);
      } catch {
        return { tokens: Math.ceil(text.length / UNITS_PER_TOKEN), approximate: true };
      }
    },
  };
}

function emptyTurn({ request, degraded, clock }: PipelineInput): RetrievalResult {
  const record = { v: 1 as const, g: request.generationId, e: [] };
  const trace = buildTrace({
    request,
    window: [],
    texts: [],
    admitted: [],
    hooks: [],
    kept: [],
    refusals: [],
    injections: [],
    record,
    budget: { tokens: undefined, book: undefined },
    mode: 'keywords',
    ai: undefined,
    degraded: [...degraded, 'engine-failed'],
    warnings: ['No lore was chosen, because something failed inside Lorehearth. The log says what.'],
    started: steady(clock).now(),
    milliseconds: 0,
    timings: {},
  });
  return { injections: [], record, trace };
}
