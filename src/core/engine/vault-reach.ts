import type { FoundVault, VaultKind, VaultPlace, VaultTest } from '../ports/vault-opener';
import { cannotOpen, type FurtherVaults } from '../vaults/further-vaults';
import { placeProblems, tidied, type NewVault } from '../vaults/vault-change';
import type { EnginePorts } from './engine-ports';

/** What came of trying to reach a vault. */
export interface TestedVault {
  /** Undefined for one that is not added yet. */
  readonly id: string | undefined;
  readonly name: string;
  readonly test: VaultTest;
}

/** A test or a search ends after so long, in milliseconds. */
const PATIENCE_MS = 60_000;
const NO_VAULTS = 'This host cannot read further vaults.';

/** Tries to reach vaults, and looks for them. Nothing of the index is touched. */
export class VaultReach {
  constructor(
    private readonly ports: Pick<EnginePorts, 'vaults' | 'newAbort' | 'timer'>,
    private readonly further: FurtherVaults,
  ) {}

  /** The kinds of vaults that this host can open. */
  get canOpen(): readonly VaultKind[] {
    return this.ports.vaults?.kinds ?? [];
  }

  /** Why this host cannot open vaults of a kind; undefined where it can. */
  refusal(kind: VaultKind): string | undefined {
    if (this.canOpen.length === 0) return NO_VAULTS;
    return this.canOpen.includes(kind) ? undefined : cannotOpen(kind);
  }

  /** Tries to reach a vault of the list. */
  async test(id: string): Promise<TestedVault | undefined> {
    const vault = this.further.list.find(id);
    return vault && { id, name: vault.name, test: await this.#test(vault, await this.further.key(id)) };
  }

  /** Tries to reach all vaults that are switched on, at the same time. */
  async testAll(): Promise<readonly TestedVault[]> {
    const tests = this.further.list.all.filter(({ enabled }) => enabled).map(({ id }) => this.test(id));
    return (await Promise.all(tests)).flatMap((test) => test ?? []);
  }

  /** Tries to reach a vault that is not added yet. */
  async testPlace(given: NewVault, key: string): Promise<TestedVault> {
    const place = { ...tidied(given), id: 'new' };
    const [problem] = placeProblems(place);
    const test: VaultTest = problem
      ? { kind: 'not-possible', reason: problem.message }
      : await this.#test(place, key === '' ? undefined : key);
    return { id: undefined, name: place.name === '' ? place.host || place.folder : place.name, test };
  }

  /** Looks for vaults on a range of ports of a host; a sentence where this host cannot. */
  async scan(host: string, from: number, to: number): Promise<readonly FoundVault[] | string> {
    const { vaults } = this.ports;
    if (!vaults?.kinds.some((kind) => kind !== 'folder')) return NO_VAULTS;
    const found: FoundVault[] = [];
    await this.#patiently((signal) => vaults.scan(host, from, to, (vault) => found.push(vault), signal));
    return [...found].sort((a, b) => a.port - b.port);
  }

  async #test(place: VaultPlace, key: string | undefined): Promise<VaultTest> {
    const { vaults } = this.ports;
    const refusal = this.refusal(place.kind);
    if (!vaults || refusal !== undefined) return { kind: 'not-possible', reason: refusal ?? NO_VAULTS };
    return this.#patiently((signal) => vaults.test(place, key, signal));
  }

  async #patiently<Answer>(ask: (signal: AbortSignal) => Promise<Answer>): Promise<Answer> {
    const abort = this.ports.newAbort();
    const cancel = this.ports.timer.after(PATIENCE_MS, () => abort.abort());
    try {
      return await ask(abort.signal);
    } finally {
      cancel();
    }
  }
}
