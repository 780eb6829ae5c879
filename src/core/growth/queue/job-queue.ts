import { isUnfinished, type Job, type JobState } from '../job';
import type { GrowthPorts } from '../ports';
import type { ToolWork } from '../tool';
import type { JobBoard } from './job-board';
import { finishCanceled, runJob, type RunEnd } from './job-runner';

interface Running {
  readonly id: string;
  readonly abort: { readonly signal: AbortSignal; abort(reason?: unknown): void };
  readonly ended: Promise<void>;
}

/** Runs jobs, one at a time, in the order in which they came. */
export class JobQueue {
  #running: Running | undefined;
  #isClosed = false;

  constructor(
    private readonly board: JobBoard,
    private readonly ports: GrowthPorts,
    private readonly toolOf: (job: Job) => ToolWork,
    /** Told of a job that ended, with what was done of it. */
    private readonly ended: (job: Job) => Promise<void>,
  ) {}

  /** Begins the next job that waits, if none runs. */
  next(): void {
    if (this.#running || this.#isClosed) return;
    const job = this.board
      .list()
      .filter(({ state }) => state === 'waiting')
      .at(-1);
    if (job) this.#begin(job);
  }

  /** Stops a job at once; a question under way is asked again when it goes on. */
  async pause(id: string): Promise<void> {
    this.#set(id, 'paused', '');
    await this.#stop(id);
    this.next();
  }

  resume(id: string): void {
    const job = this.board.get(id);
    if (job?.state === 'paused') this.#set(id, 'waiting', '');
    this.next();
  }

  /** Ends a job; what it found so far stays. */
  async cancel(id: string): Promise<void> {
    const job = this.board.get(id);
    if (job === undefined || !isUnfinished(job)) return;
    this.#set(id, 'canceled', 'Canceled. What was found before stays.');
    await this.#stop(id);
    const tool = this.toolOf(job);
    await finishCanceled(id, { board: this.board, ports: this.ports, tool, signal: this.ports.newAbort().signal });
    const now = this.board.get(id);
    if (now) await this.ended(now);
    this.next();
  }

  /** Stops what runs; it goes on after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#running) await this.#stop(this.#running.id);
  }

  #begin(job: Job): void {
    const abort = this.ports.newAbort();
    this.#set(job.id, 'running', '');
    const { signal } = abort;
    const run = runJob(job.id, { board: this.board, ports: this.ports, tool: this.toolOf(job), signal });
    const ended = run.then((end) => this.#settle(job.id, end)).catch((error: unknown) => this.#broken(job.id, error));
    this.#running = { id: job.id, abort, ended };
    void ended.then(() => {
      if (this.#running?.id === job.id) this.#running = undefined;
      this.next();
    });
  }

  async #settle(id: string, end: RunEnd): Promise<void> {
    if (end.kind === 'stopped') return;
    this.#set(id, end.kind, end.kind === 'paused' ? end.sentence : '');
    const job = this.board.get(id);
    if (job && end.kind === 'done') await this.ended(job);
  }

  #broken(id: string, error: unknown): void {
    this.ports.log.warn('A job on the lore failed.', error);
    this.#set(id, 'paused', 'Something unexpected went wrong. See the log.');
  }

  async #stop(id: string): Promise<void> {
    if (this.#running?.id !== id) return;
    const { abort, ended } = this.#running;
    abort.abort('stopped');
    await ended;
  }

  #set(id: string, state: JobState, sentence: string): void {
    const job = this.board.get(id);
    if (job) this.board.put({ ...job, state, sentence, changed: this.ports.clock.now() });
  }
}
