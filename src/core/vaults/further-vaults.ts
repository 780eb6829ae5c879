import type { Log } from '../ports/log';
import type { DocumentStore } from '../ports/document-store';
import type { NoteSource } from '../ports/note-source';
import type { SecretStore } from '../ports/secret-store';
import type { OpenedVault, VaultKind, VaultOpener } from '../ports/vault-opener';
import type { IndexedNote } from '../search/lore-index';
import { closedSource } from './closed-source';
import type { IndexReports, ReportPorts } from './index-reports';
import { MountedVaults } from './mounted-vaults';
import { VaultBreakers } from './vault-breakers';
import { VaultList, type FurtherVault } from './vault-list';

/** What further vaults need from the host. */
export interface VaultPorts extends ReportPorts {
  /** The host's own vault. */
  readonly source: NoteSource;
  readonly store: DocumentStore;
  readonly secrets: SecretStore;
  readonly log: Log;
  /** Absent where the host can open none. */
  readonly vaults?: VaultOpener | undefined;
}

/** What further vaults work with. */
export interface FurtherVaultParts {
  readonly ports: VaultPorts;
  readonly reports: IndexReports;
  /** Milliseconds between two looks at a remote vault; 0 for none. */
  readonly interval: () => number;
  /** The notes of a vault as the index has them, by their path inside the vault. */
  readonly known: (vault: string) => ReadonlyMap<string, IndexedNote>;
  /** Resolves when the index has taken in what it was told. */
  readonly settled: () => Promise<void>;
  /** Told when a vault stands otherwise than before. */
  readonly changed: () => void;
}

/** Opens, watches and closes the vaults that are read beside the host's own, as the list of them says. */
export class FurtherVaults {
  readonly list: VaultList;
  readonly mounts: MountedVaults;
  readonly breakers: VaultBreakers;
  /** Vaults with a key. */
  readonly #withKey = new Set<string>();
  /** Names by id, those of vaults that are gone too. */
  readonly #names = new Map<string, string>();
  /** Vaults that were there when the host started and were not read yet: what comes of that is no news. */
  readonly #fromStart = new Set<string>();
  #isClosed = false;

  constructor(private readonly parts: FurtherVaultParts) {
    const { ports, interval, settled, changed } = parts;
    this.list = new VaultList(ports.store, ports.log);
    this.breakers = new VaultBreakers(() => ports.clock.now());
    const { clock, timer, log } = ports;
    this.mounts = new MountedVaults(ports.source, { clock, timer, log, interval, settled, changed });
  }

  /** Reads the list. Vaults are there from then on, and read from `start` on. */
  async load(): Promise<void> {
    await this.list.load();
    for (const vault of this.list.all) {
      if (vault.enabled) this.#fromStart.add(vault.id);
      await this.#mount(vault);
    }
  }

  /** Begins to read all of them. */
  start(): void {
    for (const mount of this.mounts.all) mount.start();
  }

  close(): void {
    this.#isClosed = true;
    this.mounts.stop();
  }

  /** The name of a vault by its id, also of one that is not read any more. */
  nameOf(id: string): string {
    return this.list.find(id)?.name ?? this.#names.get(id) ?? id;
  }

  hasKey(id: string): boolean {
    return this.#withKey.has(id);
  }

  /** The key of a vault. Errors of the store are told in the log, and there is none then. */
  async key(id: string): Promise<string | undefined> {
    try {
      return await this.parts.ports.secrets.read(secretOf(id));
    } catch {
      this.parts.ports.log.warn('The key of a further vault could not be read.');
      return undefined;
    }
  }

  /** Keeps a key; an empty one is forgotten. Rejects with a sentence when this device cannot. */
  async keepKey(id: string, key: string): Promise<void> {
    const { secrets } = this.parts.ports;
    if (key === '') await secrets.remove(secretOf(id));
    else await secrets.write(secretOf(id), key);
  }

  /** Opens a vault anew as the list has it now, and begins to read it; one that is switched off is closed. */
  async reopen(vault: FurtherVault): Promise<void> {
    await this.#mount(vault);
    this.mounts.get(vault.id)?.start();
    this.breakers.keepOnly(this.list.all.filter(({ enabled }) => enabled));
  }

  /** Closes a vault that is not in the list any more. */
  forget(id: string): void {
    this.mounts.unmount(id);
    this.parts.reports.release(id, false);
    this.#withKey.delete(id);
    this.breakers.keepOnly(this.list.all.filter(({ enabled }) => enabled));
  }

  async #mount(place: FurtherVault): Promise<void> {
    const { reports, known } = this.parts;
    this.#names.set(place.id, place.name);
    const key = await this.key(place.id);
    if (key === undefined) this.#withKey.delete(place.id);
    else this.#withKey.add(place.id);
    this.mounts.unmount(place.id);
    reports.release(place.id, false);
    if (!place.enabled || this.#isClosed) return;
    this.mounts.mount({
      place,
      source: this.#open(place, key),
      breaker: this.breakers.of(place),
      known: () => known(place.id),
      began: () => reports.hold(place.id),
      ended: (isRead) => {
        reports.release(place.id, !this.#fromStart.has(place.id));
        if (isRead) this.#fromStart.delete(place.id);
      },
    });
  }

  #open(place: FurtherVault, key: string | undefined): OpenedVault {
    const opener = this.parts.ports.vaults;
    if (!opener?.kinds.includes(place.kind)) return closedSource(place.name, cannotOpen(place.kind));
    return opener.open(place, key);
  }
}

/** Why this host cannot open vaults of a kind, in a sentence. */
export function cannotOpen(kind: VaultKind): string {
  return kind === 'folder'
    ? 'This device cannot read further folders.'
    : 'This device cannot read vaults of other programs.';
}

function secretOf(id: string): string {
  return `vault-${id}`;
}
