import { isRecord, listOf } from '../base/json-value';
import { readStored } from '../documents/read-stored';
import { storedDocuments } from '../documents/stored-documents';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import { vaultKinds, type VaultPlace } from '../ports/vault-opener';

const DOCUMENT = storedDocuments.vaults;

/** A further vault as the user set it up. */
export interface FurtherVault extends VaultPlace {
  /** Whether it is read. */
  readonly enabled: boolean;
}

/** Why the list was not changed, in a sentence. */
export type NotListed = { readonly kind: 'refused'; readonly reason: string };

const NOT_STORED: NotListed = {
  kind: 'refused',
  reason: 'The list of vaults could not be stored. See whether the disk can be written.',
};

/** The further vaults in their order, kept in the document `vaults`. Keys are not among them. */
export class VaultList {
  #vaults: readonly FurtherVault[] = [];
  #readOnly: string | undefined;

  constructor(
    private readonly store: DocumentStore,
    private readonly log: Log,
  ) {}

  get all(): readonly FurtherVault[] {
    return this.#vaults;
  }

  find(id: string): FurtherVault | undefined {
    return this.#vaults.find((vault) => vault.id === id);
  }

  /** Reads the document; what is wrong in it is left out and reported. */
  async load(): Promise<void> {
    const { value, readOnly } = await readStored(DOCUMENT, { store: this.store, log: this.log });
    this.#readOnly = readOnly;
    const list = listOf(value?.['vaults']);
    const read = list.flatMap((value) => readVault(value) ?? []);
    if (read.length < list.length) this.log.warn('Some of the further vaults could not be understood.');
    this.#vaults = [...new Map(read.map((vault) => [vault.id, vault])).values()];
  }

  /** Replaces the list and stores it; when that fails nothing is changed. */
  async set(vaults: readonly FurtherVault[]): Promise<NotListed | undefined> {
    if (this.#readOnly !== undefined) return { kind: 'refused', reason: this.#readOnly };
    try {
      await this.store.write(DOCUMENT.name, { version: DOCUMENT.version, vaults });
    } catch (error) {
      this.log.warn('The list of vaults could not be stored.', error);
      return NOT_STORED;
    }
    this.#vaults = vaults;
    return undefined;
  }
}

const ID = /^[a-z\d][a-z\d-]{1,48}$/;

function readVault(value: unknown): FurtherVault | undefined {
  if (!isRecord(value)) return undefined;
  const text = (name: string): string => (typeof value[name] === 'string' ? value[name] : '');
  const kind = vaultKinds.find((one) => one === value['kind']);
  const [id, name, port] = [text('id'), text('name'), value['port']];
  if (kind === undefined || !ID.test(id) || name === '') return undefined;
  return {
    ...{ id, name, kind, folder: text('folder'), host: text('host') },
    port: typeof port === 'number' && Number.isInteger(port) && port >= 0 && port <= 65_535 ? port : 0,
    https: value['https'] === true,
    selfSigned: value['selfSigned'] === true,
    enabled: value['enabled'] !== false,
  };
}

/** An id for a new vault: what its name says, and something that no other has. */
export function newVaultId(name: string, token: string): string {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 30)
    .replace(/-+$/, '');
  return `${words === '' ? 'vault' : words}-${token}`;
}
