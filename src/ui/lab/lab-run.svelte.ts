import { ask } from '../ask';
import { bodyOf, type Failure } from '../failure';

/** One piece of long work of the lab at a time, read as events: under way, stopped, or failed. */
export class LabRun {
  isRunning = $state(false);
  /** Whether the user stopped it before its end. */
  isStopped = $state(false);
  failure = $state.raw<Failure>();
  /** What broke it off, as the server told it. */
  sentence = $state('');
  #abort: AbortController | undefined;

  /**
   * Begins anew; what was under way is given up.
   *
   * @param send Asks for the work.
   * @param read Takes in what comes; gives the sentence with which it broke off, or nothing.
   */
  async start<Reply extends Response>(
    send: (signal: AbortSignal) => Promise<Reply>,
    read: (reply: Reply, signal: AbortSignal) => Promise<string | undefined>,
  ): Promise<void> {
    this.clear();
    const abort = new AbortController();
    this.#abort = abort;
    this.isRunning = true;
    const asked = await ask(async (signal) => {
      const reply = await send(signal);
      if (!reply.ok) await bodyOf(reply);
      return read(reply, signal);
    }, abort.signal);
    if (asked.kind === 'dropped') return;
    this.isRunning = false;
    if (asked.kind === 'failure') this.failure = asked.failure;
    else this.sentence = asked.value ?? '';
  }

  stop(): void {
    if (!this.isRunning) return;
    this.#abort?.abort();
    this.isRunning = false;
    this.isStopped = true;
  }

  /** Gives up what is under way and forgets how it went. */
  clear(): void {
    this.#abort?.abort();
    this.isRunning = false;
    this.isStopped = false;
    this.failure = undefined;
    this.sentence = '';
  }
}
