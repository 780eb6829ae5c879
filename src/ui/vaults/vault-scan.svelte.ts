import type { LorehearthClient } from '../../server/client';
import type { WireFoundVault, WireVault } from '../../server/contract/wire-vaults';
import { bodyOf, type Failure } from '../failure';
import { LatestRequest } from '../latest-request';
import { portSlices, type PortRange } from './port-ranges';

/** How a search stands. */
export type ScanStep =
  { readonly kind: 'none' | 'running' | 'done' | 'canceled' } | { readonly kind: 'failed'; readonly failure: Failure };

/** Looks for vaults on ports of a computer, a few ports at a time, so that it shows how far it is and can be stopped. */
export class VaultScan {
  step = $state.raw<ScanStep>({ kind: 'none' });
  /** Ports that were looked at. */
  asked = $state(0);
  /** Ports that are to be looked at. */
  total = $state(0);
  /** The computer that is looked at. */
  host = $state('');
  found = $state.raw<readonly WireFoundVault[]>([]);
  readonly #request = new LatestRequest();

  constructor(private readonly client: LorehearthClient) {}

  get isRunning(): boolean {
    return this.step.kind === 'running';
  }

  async run(host: string, ranges: readonly PortRange[]): Promise<void> {
    const slices = portSlices(ranges);
    this.step = { kind: 'running' };
    this.host = host;
    this.asked = 0;
    this.total = slices.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    this.found = [];
    const asked = await this.#request.ask(async (signal) => {
      for (const slice of slices) await this.#look(host, slice, signal);
    });
    if (asked.kind === 'failure') this.step = { kind: 'failed', failure: asked.failure };
    if (asked.kind === 'answer') this.step = { kind: 'done' };
  }

  /** Stops looking; what was found stays. */
  cancel(): void {
    if (!this.isRunning) return;
    this.#request.cancel();
    this.step = { kind: 'canceled' };
  }

  clear(): void {
    this.#request.cancel();
    this.step = { kind: 'none' };
    this.found = [];
  }

  async #look(host: string, { from, to }: PortRange, signal: AbortSignal): Promise<void> {
    const json = { host, from, to };
    const { found } = await bodyOf(await this.client.v1.vaults.scan.$post({ json }, { init: { signal } }));
    if (signal.aborted) return;
    const isNew = (vault: WireFoundVault): boolean => !this.found.some((one) => addressOf(one) === addressOf(vault));
    this.found = [...this.found, ...found.filter(isNew)];
    this.asked += to - from + 1;
  }
}

/** What makes two vaults that were found the same. */
export function addressOf({ kind, host, port }: Pick<WireVault, 'kind' | 'host' | 'port'>): string {
  return `${kind} ${host.toLowerCase()}:${String(port)}`;
}

/** Whether a vault that was found is in the list already. */
export function isAdded(found: WireFoundVault, vaults: readonly WireVault[]): boolean {
  return vaults.some(({ kind, ...place }) => kind !== 'own' && addressOf({ kind, ...place }) === addressOf(found));
}
