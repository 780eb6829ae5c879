import type { NoteText } from '../../core/ports/note-source';
import type { NoteWriter } from '../../core/ports/note-writer';
import {
  vaultKinds,
  type FoundVault,
  type OpenedVault,
  type VaultKind,
  type VaultOpener,
  type VaultPlace,
  type VaultTest,
} from '../../core/ports/vault-opener';
import type { MemoryNoteSource } from './memory-note-source';
import { MemoryNoteWriter } from './memory-note-writer';

/** Vaults in memory, at addresses (`host:port`) and in folders. */
export class MemoryVaultOpener implements VaultOpener {
  readonly #vaults = new Map<string, MemoryNoteSource>();
  /** Every question so far: `list host:port` or `read host:port path`. */
  readonly asked: string[] = [];
  /** Keys that vaults want, by address; any key will do for the others. */
  readonly keys = new Map<string, string>();
  /** Keys that came with places, by address. */
  readonly given = new Map<string, string | undefined>();

  constructor(readonly kinds: readonly VaultKind[] = vaultKinds) {}

  /** Puts a vault at an address or into a folder. */
  put(address: string, source: MemoryNoteSource): void {
    this.#vaults.set(address, source);
  }

  open(place: VaultPlace, key: string | undefined): OpenedVault {
    const address = addressOf(place);
    const source = this.#vaults.get(address);
    this.given.set(address, key);
    const refusal = this.#refusal(address, key);
    return {
      name: source?.name ?? place.name,
      list: () => {
        this.asked.push(`list ${address}`);
        return source && refusal === undefined
          ? source.list()
          : Promise.resolve({ kind: 'unreachable', reason: refusal ?? 'Nothing answers there.' });
      },
      read: (path): Promise<NoteText> => {
        this.asked.push(`read ${address} ${path}`);
        return source && refusal === undefined
          ? source.read(path)
          : Promise.resolve({ kind: 'unreadable', reason: refusal ?? 'nothing answers there' });
      },
      watch: (onChanges) => (place.kind === 'folder' ? source?.watch(onChanges) : undefined) ?? (() => undefined),
      ...(place.kind === 'folder' && source && { writer: this.#writer(source) }),
    };
  }

  async test(place: VaultPlace, key: string | undefined): Promise<VaultTest> {
    const source = this.#vaults.get(addressOf(place));
    const refusal = this.#refusal(addressOf(place), key);
    if (refusal !== undefined) return { kind: 'refused', reason: refusal };
    const listing = await source?.list();
    if (!source || listing?.kind !== 'notes') {
      return {
        kind: 'unreachable',
        reason: listing?.kind === 'unreachable' ? listing.reason : 'Nothing answers there.',
      };
    }
    return { kind: 'ok', vault: source.name, notes: listing.notes.length, version: '1.0.0' };
  }

  async scan(
    host: string,
    from: number,
    to: number,
    found: (vault: FoundVault) => void,
    signal: AbortSignal,
  ): Promise<void> {
    for (let port = to; port >= from && !signal.aborted; port--) {
      await Promise.resolve();
      if (this.#vaults.has(`${host}:${String(port)}`))
        found({ kind: 'lorehearth', host, port, https: false, version: '1.0.0' });
    }
  }

  #writer(source: MemoryNoteSource): NoteWriter {
    return new MemoryNoteWriter(source);
  }

  #refusal(address: string, key: string | undefined): string | undefined {
    const wanted = this.keys.get(address);
    return wanted === undefined || wanted === key ? undefined : 'The key is not accepted.';
  }
}

function addressOf({ kind, folder, host, port }: VaultPlace): string {
  return kind === 'folder' ? folder : `${host}:${String(port)}`;
}
