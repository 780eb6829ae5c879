import type { LorehearthClient } from '../../server/client';
import { bodyOf, type Failure } from '../../ui/failure';
import { LatestRequest } from '../../ui/latest-request';

const POLL_MS = 1_500;
const CLIENT = 'Web console';

/** How pairing this page stands. */
export type PairingStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'waiting'; readonly code: string }
  | { readonly kind: 'denied' }
  | { readonly kind: 'expired' }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Gets a token for this page: the server shows the same code, and its user allows it. */
export class SignInModel {
  step = $state.raw<PairingStep>({ kind: 'none' });
  readonly #requests = new LatestRequest();
  #timer: number | undefined;

  constructor(
    private readonly client: LorehearthClient,
    private readonly onToken: (token: string) => void,
  ) {}

  async start(): Promise<void> {
    this.stop();
    this.step = { kind: 'starting' };
    const asked = await this.#requests.ask(async (signal) => {
      const reply = await this.client.v1.pair.$post({ json: { client: CLIENT } }, { init: { signal } });
      return bodyOf(reply);
    });
    if (asked.kind === 'failure') this.step = { kind: 'failed', failure: asked.failure };
    if (asked.kind !== 'answer') return;
    this.step = { kind: 'waiting', code: asked.value.code };
    this.#pollSoon(asked.value.id);
  }

  /** Ends asking; what waits on the server expires there. */
  stop(): void {
    this.#requests.cancel();
    window.clearTimeout(this.#timer);
    this.step = { kind: 'none' };
  }

  #pollSoon(id: string): void {
    this.#timer = window.setTimeout(() => void this.#poll(id), POLL_MS);
  }

  async #poll(id: string): Promise<void> {
    const asked = await this.#requests.ask(async (signal) => {
      const reply = await this.client.v1.pair[':id'].$get({ param: { id } }, { init: { signal } });
      return bodyOf(reply);
    });
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure') {
      this.step = { kind: 'failed', failure: asked.failure };
      return;
    }
    switch (asked.value.state) {
      case 'pending':
        this.#pollSoon(id);
        return;
      case 'approved':
        this.step = { kind: 'none' };
        this.onToken(asked.value.token);
        return;
      case 'denied':
      case 'expired':
        this.step = { kind: asked.value.state };
    }
  }
}
