import { PATTERN_WORKER, type PatternReply } from '../patterns/pattern-worker';
import type { PatternWorker } from '../patterns/stoppable-pattern-runner';

const PRELUDE = `
const receive = (listener) => self.addEventListener('message', (event) => listener(event.data));
const send = (value) => self.postMessage(value);
`;

/** A web worker that runs patterns: the window that holds the app has no threads of Node. */
export function startPatternWebWorker(): PatternWorker {
  const address = URL.createObjectURL(new Blob([PRELUDE + PATTERN_WORKER], { type: 'text/javascript' }));
  const worker = new Worker(address);
  URL.revokeObjectURL(address);
  let answer: ((reply: PatternReply) => void) | undefined;
  worker.addEventListener('message', (event: MessageEvent<PatternReply>) => answer?.(event.data));
  worker.addEventListener('error', (event) => answer?.({ error: event.message }));
  return {
    ask(job, next) {
      answer = next;
      worker.postMessage(job);
    },
    stop() {
      answer = undefined;
      worker.terminate();
    },
  };
}
