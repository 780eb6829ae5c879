import type { LorehearthClient } from '../../server/client';
import type { WireTestRun } from '../../server/contract/wire-lab';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';

/** The lore tests of the vault, and how they went. */
export class LabTests {
  readonly run = new Loaded<WireTestRun>();
  /** Whether those that passed are left out. */
  failedOnly = $state(false);
  readonly #items = $derived(
    [...(this.run.value?.items ?? [])]
      .filter(({ state }) => !this.failedOnly || state !== 'passed')
      .sort((a, b) => Number(a.state === 'passed') - Number(b.state === 'passed')),
  );

  constructor(private readonly client: LorehearthClient) {}

  /** Those that did not pass first. */
  get items(): WireTestRun['items'] {
    return this.#items;
  }

  async start(): Promise<void> {
    await this.run.load(async (signal) =>
      bodyOf(await this.client.v1['lore-tests'].$post({ json: {} }, { init: { signal } })),
    );
  }

  clear(): void {
    this.run.clear();
    this.failedOnly = false;
  }
}
