import type { WireRelayJob, WireRelayResult } from '../../../server/contract/wire-stream';
import { clientFor, limitedSignal } from '../find-server';
import { objectOf, textOf } from '../json-value';
import type { ServerLink } from '../server-link';
import type { ReadContext } from '../tavern-context';
import { askModel } from './ask-model';
import { pause } from './pause';
import { readJob } from './relay-job';
import type { ServerEvent } from './sse-events';

/** What a runner works with. */
export interface RunnerPorts {
  readonly link: ServerLink;
  readonly context: ReadContext;
}

/** How long one attempt to bring a result back may take, and how long to wait between attempts. In milliseconds. */
const postMs = 10_000;
const pausesMs = [500, 1_500, 4_000, 8_000];
/** The server takes a text of this length at most, in UTF-16 units. */
const longestText = 4_000_000;
/** Jobs that are remembered as done, so that none runs twice. */
const mostDone = 200;

/** Runs the server's questions through SillyTavern's models and brings the answers back. */
export class JobRunner {
  readonly #ports: RunnerPorts;
  readonly #running = new Map<string, AbortController>();
  readonly #done = new Set<string>();

  constructor(ports: RunnerPorts) {
    this.#ports = ports;
  }

  /** Hears of jobs, and of those that nobody waits for any more. */
  take({ kind, data }: ServerEvent): void {
    if (kind === 'cancel') this.#running.get(textOf(objectOf(data)?.['job']) ?? '')?.abort();
    const job = kind === 'job' ? readJob(data) : undefined;
    // The server tells again of what it thinks is lost.
    if (job !== undefined && !this.#running.has(job.id) && !this.#done.has(job.id)) void this.#run(job);
  }

  /** Drops all that is under way. */
  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
  }

  async #run(job: WireRelayJob): Promise<void> {
    const controller = new AbortController();
    this.#running.set(job.id, controller);
    try {
      const result = await askModel(this.#ports.context(), job, controller.signal);
      const isBack = await this.#bring(job.id, fitting(result), controller.signal);
      if (isBack) this.#note(job.id);
    } finally {
      this.#running.delete(job.id);
    }
  }

  /** Brings a result back, in spite of a line that breaks for a moment; false when that cannot be done. */
  async #bring(id: string, result: WireRelayResult, signal: AbortSignal): Promise<boolean> {
    for (const wait of [0, ...pausesMs]) {
      if (wait > 0) await pause(wait, signal);
      if (signal.aborted) return true;
      const status = await this.#post(id, result, signal);
      // 404: nobody waits for it any more.
      if (status === 200 || status === 404) return true;
    }
    return false;
  }

  async #post(id: string, result: WireRelayResult, signal: AbortSignal): Promise<number | undefined> {
    const { link } = this.#ports;
    const limited = limitedSignal(signal, postMs);
    try {
      const connection = await link.connection(limited.signal);
      if (connection === undefined) return undefined;
      const client = clientFor(connection.base, connection.token, link.fetch);
      const init = { signal: limited.signal };
      return (await client.v1.relay[':id'].$post({ param: { id }, json: result }, { init })).status;
    } catch {
      return undefined;
    } finally {
      limited.release();
    }
  }

  #note(id: string): void {
    this.#done.add(id);
    const [oldest] = this.#done;
    if (this.#done.size > mostDone && oldest !== undefined) this.#done.delete(oldest);
  }
}

function fitting(result: WireRelayResult): WireRelayResult {
  if (!('text' in result) || result.text.length <= longestText) return result;
  return { error: 'unusable', message: 'The answer of the model is too long to be carried back.' };
}
