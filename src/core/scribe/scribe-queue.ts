import { ModelError, type ModelErrorKind } from '../ai/model-error';
import { KeptList } from '../edits/kept-list';
import { storedDocuments } from '../documents/stored-documents';
import type { ScribePorts } from './ports';
import { isScribeJob, type ScribeJob } from './scribe-job';

/** What a job asks for. */
export type WantedWork = Pick<ScribeJob, 'chat' | 'reason' | 'focus' | 'only' | 'closes'>;

/** Does the work of a job. Errors: `ModelError`. */
type JobWork = (job: ScribeJob, signal: AbortSignal, progress: (done: number, total: number) => void) => Promise<void>;

type QueuePorts = Pick<ScribePorts, 'store' | 'clock' | 'timer' | 'random' | 'log' | 'newAbort' | 'changed'>;

const MOST_JOBS = 200;
const MOST_TRIES = 5;
const ID_BYTES = 8;
const LONGEST_FOCUS = 2_000;
/** Waits before the next tries, in milliseconds; the provider may ask for longer ones. */
const WAITS = [15_000, 60_000, 300_000, 900_000] as const;
/** What passes by itself. Everything else waits for the user. */
const PASSING: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limit',
  'timeout',
  'network',
  'server',
  'unusable',
  'paused',
]);
const FAILED = 'It failed inside Lorehearth. The log says why.';

/** Work for chats, one piece at a time, kept so that a restart goes on with it. */
export class ScribeQueue {
  readonly #jobs: KeptList<ScribeJob>;
  #running:
    { readonly job: ScribeJob; readonly abort: (reason: unknown) => void; readonly ended: Promise<void> } | undefined;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;
  /** What is done to the list is done one after the other. */
  #busy: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ports: QueuePorts,
    private readonly work: JobWork,
  ) {
    const bounded = (jobs: readonly ScribeJob[]): readonly ScribeJob[] => jobs.slice(0, MOST_JOBS);
    const form = { document: storedDocuments.scribeQueue, isItem: isScribeJob, bounded };
    this.#jobs = new KeptList(form, ports.store, ports.log);
  }

  /** Goes on with what an earlier run left. */
  async open(): Promise<void> {
    await this.#jobs.load();
    for (const job of this.#jobs.items) if (job.state === 'running') await this.#put({ ...job, state: 'waiting' });
    this.#next();
  }

  /** The jobs of a chat, or all; the one that was asked for first in front. */
  jobs(chat?: string): readonly ScribeJob[] {
    return this.#jobs.items.filter((job) => chat === undefined || job.chat === chat).reverse();
  }

  /** Asks for work; the same work that waits already is not asked for twice. Undefined when it could not be kept. */
  add(wanted: WantedWork): Promise<ScribeJob | undefined> {
    return this.#alone(async () => {
      const same = this.#jobs.items.filter(({ chat, only }) => chat === wanted.chat && only === wanted.only);
      const known = same.find(({ id, state }) => state !== 'running' && id !== this.#running?.job.id);
      const { clock, random } = this.ports;
      const job: ScribeJob = {
        ...wanted,
        id: known?.id ?? random.token(ID_BYTES),
        focus: [known?.state === 'waiting' ? known.focus : '', wanted.focus.trim()]
          .filter(Boolean)
          .join(' ')
          .slice(-LONGEST_FOCUS),
        closes: wanted.closes || known?.closes === true,
        reason: known?.reason === 'command' ? 'command' : wanted.reason,
        ...{ state: 'waiting', tries: 0, notBefore: 0, at: clock.now(), done: 0, total: 0, sentence: '' },
      };
      if (!(await this.#put(job))) return undefined;
      this.#next();
      return job;
    });
  }

  /** Takes back what was asked for a chat, and stops what is under way; what is written stays. Answers when that is done. */
  async cancel(chat: string): Promise<boolean> {
    const jobs = this.jobs(chat);
    await this.#alone(async () => {
      for (const { id } of jobs) await this.#jobs.drop(id);
    });
    if (this.#running?.job.chat === chat) {
      this.#running.abort(new Error('The user stopped the Scribe.'));
      await this.#running.ended;
    }
    if (jobs.length > 0) this.ports.changed(chat);
    return jobs.length > 0;
  }

  /** Stops what is under way; the next start goes on with it. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    this.#running?.abort(new Error('The host stops.'));
    await this.#running?.ended;
    await this.#busy;
  }

  #next(): void {
    if (this.#isClosed || this.#running) return;
    this.#cancelTimer?.();
    const now = this.ports.clock.now();
    const waiting = this.jobs().filter(({ state }) => state === 'waiting');
    const job = waiting.find(({ notBefore }) => notBefore <= now);
    if (job) {
      this.#start(job);
      return;
    }
    const [soonest] = waiting.map(({ notBefore }) => notBefore).sort((a, b) => a - b);
    if (soonest !== undefined) this.#cancelTimer = this.ports.timer.after(soonest - now, () => this.#next());
  }

  #start(job: ScribeJob): void {
    const controller = this.ports.newAbort();
    const ended = this.#run({ ...job, state: 'running' }, controller.signal).then(() => {
      this.#running = undefined;
      this.#next();
    });
    this.#running = { job, abort: (reason) => controller.abort(reason), ended };
  }

  async #run(job: ScribeJob, signal: AbortSignal): Promise<void> {
    let last = job;
    const told = (done: number, total: number): void => {
      last = { ...last, done, total, tries: done > last.done ? 0 : last.tries };
      void this.#alone(() => this.#update(last));
    };
    await this.#alone(() => this.#update(job));
    try {
      await this.work(job, signal, told);
      await this.#alone(() => this.#drop(job));
    } catch (error) {
      await this.#alone(() => this.#failed(last, error, signal));
    }
  }

  async #failed(job: ScribeJob, error: unknown, signal: AbortSignal): Promise<void> {
    if (signal.aborted) {
      // Of a job that was taken back nothing is there to be changed.
      await this.#update({ ...job, state: 'waiting' });
      return;
    }
    if (!(error instanceof ModelError)) this.ports.log.warn('The Scribe failed.', error);
    const [sentence, passes] = error instanceof ModelError ? [error.message, PASSING.has(error.kind)] : [FAILED, false];
    const now = this.ports.clock.now();
    const tries = job.tries + 1;
    const wait = WAITS[Math.min(tries, WAITS.length) - 1] ?? 0;
    const asked = error instanceof ModelError ? (error.retryAfter ?? 0) : 0;
    const isOver = !passes || tries >= MOST_TRIES;
    const notBefore = now + Math.max(wait, asked);
    await this.#update({ ...job, state: isOver ? 'failed' : 'waiting', tries, notBefore, at: now, sentence });
  }

  async #update(job: ScribeJob): Promise<void> {
    if (this.#jobs.find(job.id)) await this.#put(job);
  }

  async #put(job: ScribeJob): Promise<boolean> {
    const isKept = await this.#jobs.put(job);
    if (isKept) this.ports.changed(job.chat);
    return isKept;
  }

  async #drop({ id, chat }: ScribeJob): Promise<void> {
    await this.#jobs.drop(id);
    this.ports.changed(chat);
  }

  #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#busy.then(work);
    this.#busy = result.catch(() => undefined);
    return result;
  }
}
