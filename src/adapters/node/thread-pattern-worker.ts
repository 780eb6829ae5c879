import { Worker } from 'node:worker_threads';
import { PATTERN_WORKER, type PatternReply } from '../patterns/pattern-worker';
import type { PatternWorker } from '../patterns/stoppable-pattern-runner';

const PRELUDE = `
const { parentPort } = require('node:worker_threads');
const receive = (listener) => parentPort.on('message', listener);
const send = (value) => parentPort.postMessage(value);
`;

/** A thread that runs patterns. It does not keep the process alive. */
export function startPatternThread(): PatternWorker {
  const worker = new Worker(PRELUDE + PATTERN_WORKER, { eval: true });
  worker.unref();
  let answer: ((reply: PatternReply) => void) | undefined;
  worker.on('message', (reply: PatternReply) => answer?.(reply));
  worker.on('error', (error) => answer?.({ error: error.message }));
  return {
    ask(job, next) {
      answer = next;
      worker.postMessage(job);
    },
    stop() {
      answer = undefined;
      void worker.terminate();
    },
  };
}
