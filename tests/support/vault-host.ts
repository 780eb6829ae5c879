import { MemoryDocumentStore } from '../../src/adapters/memory/memory-document-store';
import { MemoryNoteSource } from '../../src/adapters/memory/memory-note-source';
import { MemorySecretStore } from '../../src/adapters/memory/memory-secret-store';
import { MemoryVaultOpener } from '../../src/adapters/memory/memory-vault-opener';
import type { EngineEvent } from '../../src/core/engine/engine-event';
import type { VaultView } from '../../src/core/engine/vault-view';
import type { Settings } from '../../src/core/settings/settings-table';
import type { NewVault } from '../../src/core/vaults/vault-change';
import { engineHost, settled, type EngineHost } from './engine-host';
import type { Notes } from './lore-vault';

/** An engine that can read further vaults, with these in reach. */
export interface VaultHost extends EngineHost {
  readonly opener: MemoryVaultOpener;
  readonly secrets: MemorySecretStore;
  readonly events: EngineEvent[];
  /** Puts a remote vault on a port and adds it; resolves when it was read. */
  add(name: string, notes: Notes, given?: Partial<NewVault>): Promise<VaultView>;
  /** The vault behind a name that was put somewhere. */
  vault(name: string): MemoryNoteSource;
}

/** What is already there when a host starts. */
export interface VaultHostOptions {
  readonly store?: MemoryDocumentStore;
  readonly opener?: MemoryVaultOpener;
  readonly secrets?: MemorySecretStore;
  readonly settings?: Partial<Settings>;
}

/** Opens an engine that can read further vaults. */
export async function vaultHost(notes: Notes | MemoryNoteSource, options: VaultHostOptions = {}): Promise<VaultHost> {
  const { opener = new MemoryVaultOpener(), secrets = new MemorySecretStore() } = options;
  const own = notes instanceof MemoryNoteSource ? notes : new MemoryNoteSource(notes, 'Home');
  const host = engineHost(own, options.store, {}, { vaults: opener, secrets });
  const events: EngineEvent[] = [];
  host.engine.on((event) => events.push(event));
  await host.engine.open();
  const problems = await host.engine.changeSettings({ template: '{{content}}', ...options.settings });
  if (problems.length > 0) throw new Error(problems.map(({ message }) => message).join(' '));
  await settled();
  const vaults = new Map<string, MemoryNoteSource>();
  let port = 27_700;
  return {
    ...host,
    opener,
    secrets,
    events,
    vault: (name) => {
      const source = vaults.get(name);
      if (!source) throw new Error(`There is no vault ${name}.`);
      return source;
    },
    add: async (name, content, given = {}) => {
      const place = remote(name, { port: port++, ...given });
      const source = new MemoryNoteSource(content, name);
      vaults.set(name, source);
      opener.put(place.kind === 'folder' ? place.folder : `${place.host}:${String(place.port)}`, source);
      const added = await host.engine.vaults.add(place, '');
      if (added.kind !== 'changed') throw new Error(JSON.stringify(added));
      await settled();
      return host.engine.vaults.all().find(({ id }) => id === added.vault.id) ?? added.vault;
    },
  };
}

/** Another Lorehearth on a computer called `coast`. */
export function remote(name: string, given: Partial<NewVault> = {}): NewVault {
  return {
    ...{ name, kind: 'lorehearth', folder: '', host: 'coast', port: 27_700, https: false, selfSigned: false },
    ...given,
  };
}

/** How a vault of a name stands now. */
export function viewOf({ engine }: EngineHost, name: string): VaultView {
  const view = engine.vaults.all().find((vault) => vault.name === name);
  if (!view) throw new Error(`There is no vault ${name}.`);
  return view;
}

/** Lets time pass in steps, with the work that each step sets off. */
export async function pass({ time }: EngineHost, milliseconds: number, step = 1_000): Promise<void> {
  for (let left = milliseconds; left > 0; left -= step) {
    time.advance(Math.min(step, left));
    await settled();
  }
}
