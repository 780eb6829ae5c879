import { mountedPath, splitMounted, vaultOfPath } from '../base/mounted-path';
import type { IndexedNote } from '../search/lore-index';
import type { Settings } from '../settings/settings-table';
import { FurtherVaults } from '../vaults/further-vaults';
import { IndexReports, type IndexReport } from '../vaults/index-reports';
import { RoutedWriter } from '../vaults/routed-writer';
import { SharedTitles } from '../vaults/shared-titles';
import { isElsewhere, tidied, vaultProblems } from '../vaults/vault-change';
import type { NewVault, VaultChange, VaultProblem } from '../vaults/vault-change';
import { newVaultId, type FurtherVault } from '../vaults/vault-list';
import type { EngineEvents } from './engine-events';
import { VaultReach } from './vault-reach';
import type { EnginePorts } from './engine-ports';
import { OwnLoreNotes } from './own-notes';
import type { VaultLore } from './vault-lore';
import { furtherVault, OWN_VAULT, ownVault, type VaultView } from './vault-view';

/** What became of a change to the list of vaults. */
export type VaultChanged =
  | { readonly kind: 'changed'; readonly vault: VaultView }
  /** Nothing was changed: fields are wrong. */
  | { readonly kind: 'wrong'; readonly problems: readonly VaultProblem[] }
  /** Nothing was changed: this host cannot, or it could not be kept. */
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'unknown' };

/** What the vaults need of the engine. */
export interface VaultAdministrationParts {
  /** Those of the host: source and writer are of its own vault. */
  readonly ports: EnginePorts;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly lore: () => VaultLore;
}

const MOST_VAULTS = 50;
const ID_BYTES = 3;

/** The vaults that are read beside the host's own. */
export class VaultAdministration {
  readonly reports: IndexReports;
  readonly titles: SharedTitles;
  /** Writes into the vault in which a note is. */
  readonly writer: RoutedWriter;
  /** Tries to reach vaults. */
  readonly reach: VaultReach;
  readonly #further: FurtherVaults;

  constructor(private readonly parts: VaultAdministrationParts) {
    const { ports, events, settings } = parts;
    this.reports = new IndexReports(ports, {
      told: (report) => events.emit({ kind: 'index-report', report }),
      nameOf: (vault) => this.nameOf(vault),
    });
    this.#further = new FurtherVaults({
      ports,
      reports: this.reports,
      interval: () => settings().remoteVaultInterval * 1_000,
      known: (vault) => this.#known(vault),
      settled: () => parts.lore().settled(),
      changed: () => events.emit({ kind: 'vaults-changed' }),
    });
    this.reach = new VaultReach(ports, this.#further);
    this.writer = new RoutedWriter(ports.writer, this.#further.mounts);
    this.titles = new SharedTitles(() => ({
      policy: settings().sameTitlePolicy,
      order: ['', ...this.#further.list.all.map(({ id }) => id)],
      nameOf: (vault) => this.nameOf(vault),
    }));
  }

  /** All vaults as one source of notes. */
  get source(): EnginePorts['source'] {
    return this.#further.mounts;
  }

  /** Reads the list of further vaults. Errors are told in the log. */
  load(): Promise<void> {
    return this.#further.load();
  }

  /** Begins to read them. */
  start(): void {
    this.#further.start();
  }

  close(): void {
    this.#further.close();
    this.reports.close();
  }

  /** Reads the host's own vault anew by `refresh`, which does not wait for the others; these are read anew after it. */
  async around(refresh: () => Promise<void>): Promise<void> {
    for (const mount of this.#further.mounts.all) mount.holdBack();
    await refresh();
    for (const mount of this.#further.mounts.all) void mount.read(true);
  }

  /** Takes in what the settings say now. */
  async settingsChanged(before: Settings): Promise<void> {
    const { sameTitlePolicy, remoteVaultInterval } = this.parts.settings();
    if (before.remoteVaultInterval !== remoteVaultInterval)
      for (const mount of this.#further.mounts.all) mount.reschedule();
    if (before.sameTitlePolicy !== sameTitlePolicy) await this.#retitle();
  }

  /** All vaults in order of precedence, the host's own first. */
  all(): readonly VaultView[] {
    const { index, state } = this.parts.lore();
    const own = ownVault(this.parts.ports.source.name, state, index);
    return [own, ...this.#further.list.all.map((vault) => this.#view(vault))];
  }

  /** The name of a vault by its id, which is empty for the host's own. */
  nameOf(vault: string): string {
    return vault === '' ? this.parts.ports.source.name : this.#further.nameOf(vault);
  }

  /** Whether what is known of an entry is of an earlier time, since its vault cannot be reached. */
  isStale(path: string): boolean {
    const vault = vaultOfPath(path);
    if (vault === '') return this.parts.lore().state.kind === 'unreachable';
    return this.#further.mounts.get(vault)?.isStale ?? true;
  }

  /** Further vaults that cannot be reached, with the reason. */
  unreachable(): readonly { readonly name: string; readonly reason: string }[] {
    return this.#further.mounts.all.flatMap(({ place, state }) =>
      state.reason === undefined ? [] : [{ name: place.name, reason: state.reason }],
    );
  }

  /** Adds a vault at the end of the list and begins to read it. */
  async add(given: NewVault, key: string): Promise<VaultChanged> {
    const refusal = this.reach.refusal(given.kind);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    const { list } = this.#further;
    if (list.all.length >= MOST_VAULTS)
      return { kind: 'refused', reason: `No more than ${String(MOST_VAULTS)} vaults are read.` };
    const place = tidied(given);
    const problems = vaultProblems(place, list.all, this.nameOf(''));
    if (problems.length > 0) return { kind: 'wrong', problems };
    const token = this.parts.ports.random
      .token(ID_BYTES)
      .toLowerCase()
      .replace(/[^a-z\d]/g, '0');
    const vault: FurtherVault = { ...place, id: newVaultId(place.name, token), enabled: true };
    const notKept = await this.#keepKey(vault.id, key);
    if (notKept !== undefined) return { kind: 'refused', reason: notKept };
    const refused = await list.set([...list.all, vault]);
    if (refused) return refused;
    await this.#further.reopen(vault);
    return this.#changed(vault);
  }

  /** Changes a vault. A key is forgotten when host, port or https change, unless a new one comes along; '' removes it. */
  async change(id: string, change: VaultChange, key?: string): Promise<VaultChanged> {
    const { list } = this.#further;
    const before = list.find(id);
    if (!before) return { kind: 'unknown' };
    const vault = tidied({ ...before, ...change });
    const others = list.all.filter((one) => one.id !== id);
    const problems = vaultProblems(vault, others, this.nameOf(''));
    if (problems.length > 0) return { kind: 'wrong', problems };
    const newKey = key ?? (isElsewhere(before, vault) ? '' : undefined);
    // Before the list, so that a key never goes to a place for which it was not given.
    const notKept = newKey === undefined ? undefined : await this.#keepKey(id, newKey);
    if (notKept !== undefined) return { kind: 'refused', reason: notKept };
    const refused = await list.set(list.all.map((one) => (one.id === id ? vault : one)));
    if (refused) return refused;
    await this.#further.reopen(vault);
    if (!vault.enabled) await this.parts.lore().drop(id);
    if (vault.name !== before.name) await this.#retitle();
    return this.#changed(vault);
  }

  /** Takes a vault out of the list, its entries out of the index, and forgets its key. Its notes are not touched. */
  async remove(
    id: string,
  ): Promise<Exclude<VaultChanged, { kind: 'changed' | 'wrong' }> | { readonly kind: 'removed' }> {
    const { list } = this.#further;
    if (!list.find(id)) return { kind: 'unknown' };
    const refused = await list.set(list.all.filter((one) => one.id !== id));
    if (refused) return refused;
    this.#further.forget(id);
    const notForgotten = await this.#keepKey(id, '');
    if (notForgotten !== undefined) this.parts.ports.log.warn('The key of a removed vault could not be forgotten.');
    await this.parts.lore().drop(id);
    this.parts.events.emit({ kind: 'vaults-changed' });
    return { kind: 'removed' };
  }

  /** Gives the further vaults another order. @param ids All of them, each once; the host's own stays first. */
  async reorder(
    ids: readonly string[],
  ): Promise<VaultProblem | Extract<VaultChanged, { kind: 'refused' }> | undefined> {
    const { list } = this.#further;
    const wanted = ids.filter((id) => id !== OWN_VAULT);
    const vaults = wanted.flatMap((id) => list.find(id) ?? []);
    const isEach = new Set(wanted).size === list.all.length && vaults.length === list.all.length;
    if (!isEach) return { field: 'ids', message: 'Name every further vault once.' };
    const refused = await list.set(vaults);
    if (refused) return refused;
    await this.#retitle();
    this.parts.events.emit({ kind: 'vaults-changed' });
    return undefined;
  }

  /** Reads a vault now, and answers when that is done; undefined for an unknown one. */
  async read(id: string): Promise<VaultView | undefined> {
    const vault = this.#further.list.find(id);
    if (!vault) return undefined;
    await this.#further.mounts.get(id)?.readNow();
    return this.#view(vault);
  }

  /** What changed in the index since the host started, the newest first. */
  indexReports(limit: number): readonly IndexReport[] {
    return this.reports.newest(limit);
  }

  /** Lore notes of the host's own vault, for another Lorehearth. */
  get ownNotes(): OwnLoreNotes {
    return new OwnLoreNotes(this.parts.ports.source, this.parts.lore());
  }

  /** Why a key was not kept, or not forgotten. The words of the store hold no key. */
  async #keepKey(id: string, key: string): Promise<string | undefined> {
    try {
      await this.#further.keepKey(id, key);
      return undefined;
    } catch {
      return 'This device could not change the key, so nothing was changed.';
    }
  }

  #view(vault: FurtherVault): VaultView {
    const { list, mounts } = this.#further;
    const hasKey = this.#further.hasKey(vault.id);
    return furtherVault(list.find(vault.id) ?? vault, mounts.get(vault.id), { index: this.parts.lore().index, hasKey });
  }

  #changed(vault: FurtherVault): VaultChanged {
    this.parts.events.emit({ kind: 'vaults-changed' });
    return { kind: 'changed', vault: this.#view(vault) };
  }

  #retitle(): Promise<void> {
    return this.parts.lore().retitle();
  }

  #known(vault: string): ReadonlyMap<string, IndexedNote> {
    const root = mountedPath(vault, '');
    const known = new Map<string, IndexedNote>();
    for (const note of this.parts.lore().index.notes.values())
      if (note.path.startsWith(root)) known.set(splitMounted(note.path).inner, note);
    return known;
  }
}
