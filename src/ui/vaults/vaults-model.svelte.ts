import type { LorehearthClient } from '../../server/client';
import type { WireFoundVault, WireVaultKind } from '../../server/contract/wire-vaults';
import type { PanelEvent, PanelModel } from '../panel-model';
import { Poller } from '../poller';
import { IndexReports } from './index-reports.svelte';
import { draftOfFound, newDraft, type VaultDraft } from './vault-draft';
import { VaultList } from './vault-list.svelte';
import { VaultScan } from './vault-scan.svelte';
import { VaultSettings } from './vault-settings.svelte';
import { VaultTests } from './vault-tests.svelte';
import { kindChoices } from './vault-words';

const PAUSE_MS = 5_000;
/** While a vault is being read it is soon another one. */
const READING_PAUSE_MS = 1_500;
const OFFLINE_PAUSE_MS = 10_000;

/** The vaults that the index is made of, how to find more, and what changed in them. */
export class VaultsModel implements PanelModel {
  readonly list: VaultList;
  readonly tests: VaultTests;
  readonly scan: VaultScan;
  readonly reports: IndexReports;
  readonly settings: VaultSettings;
  /** The vault that is being added. */
  draft = $state.raw<VaultDraft>();
  readonly #poller: Poller;

  constructor(client: LorehearthClient) {
    this.list = new VaultList(client);
    this.tests = new VaultTests(client, () => void this.list.refresh());
    this.scan = new VaultScan(client);
    this.reports = new IndexReports(client);
    this.settings = new VaultSettings(client);
    this.#poller = new Poller(
      () => this.list.refresh(),
      () => this.#pauseMs(),
    );
  }

  /** Kinds that the host can open, in the order in which they are offered. */
  get kinds(): readonly WireVaultKind[] {
    const canOpen = this.list.loaded.value?.canOpen ?? [];
    return kindChoices.flatMap(([kind]) => (canOpen.includes(kind) ? [kind] : []));
  }
  /** Kinds that the host cannot open, once that is known. */
  get missingKinds(): readonly WireVaultKind[] {
    if (this.list.loaded.value === undefined) return [];
    return kindChoices.flatMap(([kind]) => (this.kinds.includes(kind) ? [] : [kind]));
  }
  /** Whether there can be vaults on ports. */
  get canScan(): boolean {
    return this.kinds.some((kind) => kind !== 'folder');
  }

  /** Keeps states fresh from now on. */
  resume(): void {
    if (this.reports.loaded.phase === 'idle') void this.reports.refresh();
    if (this.settings.loaded.phase === 'idle') void this.settings.refresh();
    this.#poller.resume();
  }
  pause(): void {
    this.#poller.pause();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.list.refresh(), this.reports.refresh(), this.settings.refresh()]);
  }

  /** Begins a new vault: one that was found, or the first kind that the host can open. */
  begin(found?: WireFoundVault): void {
    const [first] = this.kinds;
    if (first === undefined) return;
    this.list.forgetProblems();
    this.tests.draft.clear();
    this.draft = found === undefined ? newDraft(first) : draftOfFound(found);
  }

  /** Adds the new vault. What is wrong about it is said, and the draft stays. */
  async add(draft: VaultDraft, key: string): Promise<void> {
    if (await this.list.add(draft, key)) this.stop();
  }

  /** Tests the new vault. */
  async testDraft(draft: VaultDraft, key: string): Promise<void> {
    this.list.forgetProblems();
    await this.tests.testDraft(draft, key);
    const { step } = this.tests.draft;
    if (step.kind !== 'failed' || step.failure.kind !== 'refused' || step.failure.fields === undefined) return;
    this.list.complain('', step.failure);
    this.tests.draft.clear();
  }

  /** Gives up the new vault. */
  stop(): void {
    this.draft = undefined;
    this.tests.draft.clear();
  }

  followIndex(): void {
    if (this.list.loaded.phase !== 'idle') void this.list.refresh();
    if (this.reports.loaded.phase !== 'idle') void this.reports.refresh();
  }
  followEvent({ kind }: PanelEvent): void {
    if (kind === 'index-report' || kind === 'vaults-changed') this.followIndex();
    if (kind === 'settings-changed' && this.settings.loaded.phase !== 'idle') void this.settings.refresh();
  }
  recover(): void {
    this.followIndex();
    if (this.settings.loaded.phase !== 'idle') void this.settings.refresh();
  }

  clear(): void {
    this.pause();
    this.stop();
    this.list.clear();
    this.tests.clear();
    this.scan.clear();
    this.reports.clear();
    this.settings.clear();
  }

  #pauseMs(): number {
    if (this.list.loaded.failure !== undefined) return OFFLINE_PAUSE_MS;
    return this.list.all.some(({ state }) => state === 'reading') ? READING_PAUSE_MS : PAUSE_MS;
  }
}
