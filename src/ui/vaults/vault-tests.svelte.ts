import type { LorehearthClient } from '../../server/client';
import type { WireVault, WireVaultTest } from '../../server/contract/wire-vaults';
import { bodyOf } from '../failure';
import { MadeOnce } from '../proposals/made-once';
import { placeOf, type VaultDraft } from './vault-draft';
import { VaultTest } from './vault-test.svelte';

/** Tests of further vaults, and of the one that is about to be added. */
export class VaultTests {
  /** Of the vault that is not added yet. */
  readonly draft = new VaultTest();
  readonly #tests = new MadeOnce<VaultTest>();
  #together = $state.raw<AbortController>();

  /** `onend` is called when a vault was tested: its state may be another one by then. */
  constructor(
    private readonly client: LorehearthClient,
    private readonly onend: () => void,
  ) {}

  /** Whether all are being tested. */
  get isTestingAll(): boolean {
    return this.#together !== undefined;
  }

  of({ id }: WireVault): VaultTest {
    return this.#tests.of(id, () => new VaultTest());
  }

  async test(vault: WireVault): Promise<void> {
    const param = { id: vault.id };
    await this.of(vault).run(async (signal) =>
      bodyOf(await this.client.v1.vaults[':id'].test.$post({ param }, { init: { signal } })),
    );
    this.onend();
  }

  /** Tests a vault that is not added yet. */
  async testDraft(draft: VaultDraft, key: string): Promise<void> {
    const { name, ...place } = placeOf(draft);
    const json = { place: { ...place, ...(name !== '' && { name }) }, ...(key.trim() !== '' && { key: key.trim() }) };
    await this.draft.run(async (signal) => {
      const { items } = await bodyOf(await this.client.v1.vaults.test.$post({ json }, { init: { signal } }));
      return only(items);
    });
  }

  /** Tests all these vaults with one request. */
  async testAll(vaults: readonly WireVault[]): Promise<void> {
    if (this.isTestingAll || vaults.length === 0) return;
    const together = new AbortController();
    this.#together = together;
    const answer = this.#askAll(together.signal);
    await Promise.all(
      vaults.map((vault) => this.of(vault).run(async () => only((await answer).filter(({ id }) => id === vault.id)))),
    );
    if (this.#together === together) this.#together = undefined;
    this.onend();
  }

  /** Waits no longer for the test of all. */
  cancelAll(): void {
    this.#together?.abort();
    this.#together = undefined;
    for (const test of this.#tests.all) test.cancel();
  }

  clear(): void {
    this.cancelAll();
    this.draft.clear();
    this.#tests.clear();
  }

  async #askAll(signal: AbortSignal): Promise<readonly WireVaultTest[]> {
    const reply = await this.client.v1.vaults.test.$post({ json: {} }, { init: { signal } });
    return (await bodyOf(reply)).items;
  }
}

/** A vault that was switched off or removed meanwhile is not in the answer. */
function only([test]: readonly WireVaultTest[]): WireVaultTest {
  if (test !== undefined) return test;
  const reason = 'It was not tested, because it is switched off or removed.';
  return { id: null, name: '', result: 'not-possible', vault: '', notes: null, version: '', reason };
}
