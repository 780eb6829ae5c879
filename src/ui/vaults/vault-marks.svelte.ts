import type { LorehearthClient } from '../../server/client';
import type { WireVault } from '../../server/contract/wire-vaults';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import { pathInVault, vaultIdOf } from './vault-path';

/** From which further vault an entry comes. */
export interface VaultMark {
  readonly name: string;
  /** Whether the entry is that of an earlier time. */
  readonly isStale: boolean;
  /** Why; empty unless it is stale and known. */
  readonly reason: string;
}

/** Names and states of further vaults, for lists of entries. Nothing is asked before an entry of one is shown. */
export class VaultMarks {
  readonly #vaults = new Loaded<readonly WireVault[]>();

  constructor(private readonly client: LorehearthClient) {}

  /** Undefined for an entry of the host's own vault. Before it is known how a vault is called, it is called by its id. */
  of(path: string): VaultMark | undefined {
    const id = vaultIdOf(path);
    if (id === undefined) return undefined;
    const vault = this.#vaults.value?.find((one) => one.id === id);
    return { name: vault?.name ?? id, isStale: vault?.stale ?? false, reason: vault?.reason ?? '' };
  }

  /** A folder of the index as users know it: `Harbor / Places`. */
  folderWords(folder: string): string {
    const mark = this.of(folder);
    if (mark === undefined) return folder;
    const inner = pathInVault(folder);
    return inner === '' ? mark.name : `${mark.name} / ${inner}`;
  }

  /** Loads what was not loaded yet. */
  ensure(): void {
    if (this.#vaults.phase === 'idle') void this.#load();
  }

  /** Loads again what was loaded. */
  refresh(): void {
    if (this.#vaults.phase !== 'idle') void this.#load();
  }

  clear(): void {
    this.#vaults.clear();
  }

  async #load(): Promise<void> {
    await this.#vaults.load(
      async (signal) => (await bodyOf(await this.client.v1.vaults.$get({}, { init: { signal } }))).items,
    );
  }
}
