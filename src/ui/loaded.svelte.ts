import type { Failure } from './failure';
import { LatestRequest } from './latest-request';

/** What a panel can show of something that is loaded. A value stays while a newer one is on its way or failed to come. */
export type Phase = 'idle' | 'loading' | 'ready' | 'failed';

/** Something that comes from the server, with its waiting and its failing. */
export class Loaded<Value> {
  value = $state.raw<Value>();
  failure = $state.raw<Failure>();
  isLoading = $state(false);
  readonly #latest = new LatestRequest();

  get phase(): Phase {
    if (this.value !== undefined) return 'ready';
    if (this.failure !== undefined) return 'failed';
    return this.isLoading ? 'loading' : 'idle';
  }

  /** Loads anew; the answer of an earlier load that is still under way is dropped. */
  async load(send: (signal: AbortSignal) => Promise<Value>): Promise<void> {
    this.isLoading = true;
    const asked = await this.#latest.ask(send);
    if (asked.kind === 'dropped') return;
    this.isLoading = false;
    if (asked.kind === 'failure') {
      this.failure = asked.failure;
      return;
    }
    this.value = asked.value;
    this.failure = undefined;
  }

  /** Takes a newer value that came another way; what is under way is dropped. */
  put(value: Value): void {
    this.clear();
    this.value = value;
  }

  /** Forgets everything and drops what is under way. */
  clear(): void {
    this.#latest.cancel();
    this.value = undefined;
    this.failure = undefined;
    this.isLoading = false;
  }
}
