import type { Timer } from '../../core/ports/clock';
import type { PatternOutcome, PatternRunner } from '../../core/ports/pattern-runner';
import type { PatternJob, PatternReply } from './pattern-worker';

/** A worker of the platform: it can be asked one thing at a time, and be stopped while it is at it. */
export interface PatternWorker {
  ask(job: PatternJob, answer: (reply: PatternReply) => void): void;
  stop(): void;
}

/** A worker that was never used needs time to start; it does not count against the pattern. In milliseconds. */
const START_ALLOWANCE = 1_000;

/** Runs patterns in a worker, one after the other; a worker whose pattern does not end in time is stopped and replaced. */
export class StoppablePatternRunner implements PatternRunner {
  #worker: PatternWorker | undefined;
  #hasAnswered = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly start: () => PatternWorker,
    private readonly timer: Timer,
  ) {}

  run(source: string, flags: string, text: string, most: number, milliseconds: number): Promise<PatternOutcome> {
    const job = { source, flags, text, most };
    const outcome = this.#queue.then(() => this.#ask(job, milliseconds));
    this.#queue = outcome;
    return outcome;
  }

  close(): void {
    this.#stop();
  }

  #ask(job: PatternJob, milliseconds: number): Promise<PatternOutcome> {
    return new Promise((resolve) => {
      const allowed = this.#hasAnswered ? milliseconds : milliseconds + START_ALLOWANCE;
      const cancel = this.timer.after(allowed, () => {
        this.#stop();
        resolve({ kind: 'stopped' });
      });
      try {
        this.#worker ??= this.start();
        this.#worker.ask(job, (reply) => {
          cancel();
          this.#hasAnswered = true;
          resolve('error' in reply ? { kind: 'failed', reason: reply.error } : { kind: 'found', ranges: reply.ranges });
        });
      } catch (error) {
        cancel();
        this.#stop();
        resolve({ kind: 'failed', reason: String(error) });
      }
    });
  }

  #stop(): void {
    this.#worker?.stop();
    this.#worker = undefined;
    this.#hasAnswered = false;
  }
}
