import type { LorehearthClient } from '../server/client';
import { bodyOf, type Failure } from './failure';
import { LatestRequest } from './latest-request';
import { Loaded } from './loaded.svelte';

/** A program that asks to be let in. */
export interface WaitingPairing {
  readonly id: string;
  readonly code: string;
  readonly client: string;
  /** The page that asks; absent for a program that is none. */
  readonly origin?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** Pairings that wait for the user's word. Seeing and deciding them needs an admin token. */
export class PairingsModel {
  readonly #waiting = new Loaded<readonly WaitingPairing[]>();
  readonly #decision = new LatestRequest();
  /** Code of the pairing that is being decided. */
  deciding = $state<string>();
  decisionFailure = $state.raw<Failure>();
  /** What was decided last, as a sentence for the user; empty before. */
  outcome = $state('');

  constructor(private readonly client: LorehearthClient) {}

  get waiting(): readonly WaitingPairing[] {
    return this.#waiting.value ?? [];
  }

  /** Whether the token may decide; undefined until the server said so. */
  get isAllowed(): boolean | undefined {
    const { failure, value } = this.#waiting;
    if (failure?.kind === 'refused' && failure.status === 403) return false;
    return value === undefined ? undefined : true;
  }

  async refresh(): Promise<void> {
    if (this.isAllowed === false) return;
    await this.#waiting.load(async (signal) => {
      const reply = await this.client.v1.pairings.$get({}, { init: { signal } });
      return (await bodyOf(reply)).items;
    });
  }

  /** Forgets what was seen with an earlier token. */
  clear(): void {
    this.#waiting.clear();
    this.decisionFailure = undefined;
    this.outcome = '';
  }

  async decide(pairing: WaitingPairing, decision: 'approve' | 'deny'): Promise<void> {
    this.deciding = pairing.code;
    this.decisionFailure = undefined;
    const asked = await this.#decision.ask(async (signal) => {
      const request = { param: { code: pairing.code }, json: { decision } };
      const reply = await this.client.v1.pairings[':code'].$post(request, { init: { signal } });
      return bodyOf(reply);
    });
    if (asked.kind === 'dropped') return;
    this.deciding = undefined;
    if (asked.kind === 'failure') this.decisionFailure = asked.failure;
    else
      this.outcome = decision === 'approve' ? `${pairing.client} may connect.` : `${pairing.client} was turned away.`;
    await this.refresh();
  }
}
