import type { Timer } from '../../ports/clock';
import { abortedError } from '../guard/unless-aborted';
import { ModelError } from '../model-error';
import type { RelayClient, RelayJob, RelayResult } from './relay-job';

/** A client that lost its line has so long to come back before its jobs fail. In milliseconds. */
const GRACE = 5_000;
/** Jobs that wait at the same time. */
const MOST_JOBS = 32;

interface Pending {
  readonly job: RelayJob;
  /** The client that has the job; undefined while none is connected. */
  client: string | undefined;
  readonly settle: (result: RelayResult) => void;
}

/**
 * Hands questions to connected clients and takes their answers. A job goes to the client that was active last; when that
 * one goes away it is given to whoever is there, or fails after a while.
 */
export class RelayHub {
  /** The last active one last. */
  readonly #clients = new Map<string, RelayClient>();
  readonly #jobs = new Map<string, Pending>();
  #cancelGrace: (() => void) | undefined;

  constructor(private readonly timer: Timer) {}

  /** Connected clients. */
  get clients(): number {
    return this.#clients.size;
  }

  /** Takes a client in; a second line of the same client replaces the first. Jobs that it had before are told again. Returns what ends it. */
  connect(client: RelayClient): () => void {
    this.#clients.delete(client.id);
    this.#clients.set(client.id, client);
    for (const pending of this.#jobs.values()) {
      if (pending.client === undefined || pending.client === client.id) this.#give(pending, client);
    }
    this.#cancelGrace?.();
    this.#cancelGrace = undefined;
    return () => this.#disconnect(client);
  }

  /** Notes that a client is in use: it gets the next job. */
  touch(id: string): void {
    const client = this.#clients.get(id);
    if (!client) return;
    this.#clients.delete(id);
    this.#clients.set(id, client);
  }

  /**
   * Asks the client that was active last. Errors: `no-connection` when none is there, `aborted`, `network` when the client
   * goes away for good, and what the client reports.
   */
  ask(job: RelayJob, signal: AbortSignal): Promise<Extract<RelayResult, { kind: 'answer' }>> {
    const client = this.#active();
    if (signal.aborted) return Promise.reject(abortedError(signal));
    if (!client) return Promise.reject(new ModelError('no-connection', NOBODY));
    if (this.#jobs.size >= MOST_JOBS) return Promise.reject(new ModelError('rate-limit', TOO_MANY));
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        const { client: holder } = this.#jobs.get(job.id) ?? {};
        this.#jobs.delete(job.id);
        if (holder !== undefined) this.#clients.get(holder)?.deliver({ kind: 'cancel', job: job.id });
        reject(abortedError(signal));
      };
      const settle = (result: RelayResult): void => {
        this.#jobs.delete(job.id);
        signal.removeEventListener('abort', stop);
        if (result.kind === 'answer') resolve(result);
        else reject(new ModelError(result.error, result.message));
      };
      signal.addEventListener('abort', stop, { once: true });
      const pending: Pending = { job, client: undefined, settle };
      this.#jobs.set(job.id, pending);
      this.#give(pending, client);
    });
  }

  /** Takes a result; false for a job that nobody waits for. */
  complete(job: string, result: RelayResult): boolean {
    const pending = this.#jobs.get(job);
    if (!pending) return false;
    if (pending.client !== undefined) this.touch(pending.client);
    pending.settle(result);
    return true;
  }

  /** Fails every job that waits. */
  close(): void {
    this.#cancelGrace?.();
    for (const pending of [...this.#jobs.values()]) pending.settle(gone(CLOSED));
    this.#clients.clear();
  }

  #active(): RelayClient | undefined {
    return [...this.#clients.values()].at(-1);
  }

  #give(pending: Pending, client: RelayClient): void {
    pending.client = client.id;
    client.deliver({ kind: 'job', job: pending.job });
  }

  #disconnect(client: RelayClient): void {
    // A client that is connected anew has a line of its own; the end of the old one means nothing.
    if (this.#clients.get(client.id) !== client) return;
    this.#clients.delete(client.id);
    const orphans = [...this.#jobs.values()].filter((pending) => pending.client === client.id);
    const next = this.#active();
    for (const pending of orphans) {
      pending.client = undefined;
      if (next) this.#give(pending, next);
    }
    if (!next && orphans.length > 0) this.#cancelGrace ??= this.timer.after(GRACE, () => this.#giveUp());
  }

  #giveUp(): void {
    this.#cancelGrace = undefined;
    for (const pending of [...this.#jobs.values()]) if (pending.client === undefined) pending.settle(gone(LOST));
  }
}

const NOBODY =
  'No SillyTavern is connected that could ask its model. Open SillyTavern with the Lorehearth extension switched on.';
const TOO_MANY = 'Too many questions wait for SillyTavern already. Wait until some are answered.';
const LOST = 'SillyTavern went away while its model was asked. Try again when it is open.';
const CLOSED = 'Lorehearth is being closed.';

function gone(message: string): RelayResult {
  return { kind: 'error', error: 'network', message };
}
