import type { LorehearthClient } from '../../server/client';
import { bodyOf, type Failure } from '../failure';
import { LatestRequest } from '../latest-request';
import type { ChannelId } from './ai-types';

/** How the test of a channel stands. */
export type TestStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | {
      readonly kind: 'done';
      readonly isOk: boolean;
      /** What happened, and what to do about it. */
      readonly sentence: string;
      readonly milliseconds: number;
    }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'cancelled' };

const SECOND_MS = 1_000;

/** Asks the model of one channel something tiny. */
export class ChannelTest {
  step = $state.raw<TestStep>({ kind: 'none' });
  /** Whole seconds since the test began. */
  seconds = $state(0);
  readonly #request = new LatestRequest();
  #timer: number | undefined;

  /** `onend` is called when a test has ended by itself: tokens were used, and the connection has a new state. */
  constructor(
    private readonly client: LorehearthClient,
    private readonly id: ChannelId,
    private readonly onend: () => void,
  ) {}

  async run(): Promise<void> {
    this.#begin();
    const asked = await this.#request.ask(async (signal) => {
      const reply = await this.client.v1.channels[':id'].test.$post({ param: { id: this.id } }, { init: { signal } });
      return bodyOf(reply);
    });
    if (asked.kind === 'dropped') return;
    window.clearInterval(this.#timer);
    if (asked.kind === 'failure') this.step = { kind: 'failed', failure: asked.failure };
    else {
      const { isOk, sentence, milliseconds } = asked.value;
      this.step = { kind: 'done', isOk, sentence, milliseconds };
    }
    this.onend();
  }

  /** Stops a test that runs; the model is told to stop too. */
  cancel(): void {
    if (this.step.kind !== 'running') return;
    this.#request.cancel();
    window.clearInterval(this.#timer);
    this.step = { kind: 'cancelled' };
  }

  #begin(): void {
    window.clearInterval(this.#timer);
    this.seconds = 0;
    this.step = { kind: 'running' };
    this.#timer = window.setInterval(() => (this.seconds += 1), SECOND_MS);
  }
}
