import type { WireVaultTest } from '../../server/contract/wire-vaults';
import type { Failure } from '../failure';
import { LatestRequest } from '../latest-request';

/** How the test of a vault stands. */
export type VaultTestStep =
  | { readonly kind: 'none' }
  | { readonly kind: 'running' }
  | { readonly kind: 'done'; readonly test: WireVaultTest }
  | { readonly kind: 'failed'; readonly failure: Failure }
  | { readonly kind: 'canceled' };

/** Whether one vault can be reached. */
export class VaultTest {
  step = $state.raw<VaultTestStep>({ kind: 'none' });
  readonly #request = new LatestRequest();

  get isRunning(): boolean {
    return this.step.kind === 'running';
  }

  /** Tests anew. `send` throws `RefusedReply` for a bad reply. */
  async run(send: (signal: AbortSignal) => Promise<WireVaultTest>): Promise<void> {
    this.step = { kind: 'running' };
    const asked = await this.#request.ask(send);
    if (asked.kind === 'failure') this.step = { kind: 'failed', failure: asked.failure };
    if (asked.kind === 'answer') this.step = { kind: 'done', test: asked.value };
  }

  /** Waits no longer for a test that runs. */
  cancel(): void {
    if (!this.isRunning) return;
    this.#request.cancel();
    this.step = { kind: 'canceled' };
  }

  /** Forgets how the last one ended. */
  clear(): void {
    this.#request.cancel();
    this.step = { kind: 'none' };
  }
}
