import type {
  WireFoundVault,
  WireNewVault,
  WireVault,
  WireVaultChange,
  WireVaultKind,
} from '../../server/contract/wire-vaults';

/** A further vault as a form edits it; its key is no part of it. */
export interface VaultDraft {
  readonly name: string;
  readonly kind: WireVaultKind;
  /** Path on the host's computer; of a remote vault the only folder that is read, or empty. */
  readonly folder: string;
  readonly host: string;
  /** Undefined while the field is empty. */
  readonly port: number | undefined;
  readonly https: boolean;
  readonly selfSigned: boolean;
}

const LOOPBACK = '127.0.0.1';

/** What a form of a new vault of a kind begins with: the usual address of the program. */
export function newDraft(kind: WireVaultKind, name = ''): VaultDraft {
  const local = { name, kind, folder: '', host: LOOPBACK, https: false, selfSigned: false };
  switch (kind) {
    case 'folder':
      return { ...local, host: '', port: undefined };
    case 'lorehearth':
      return { ...local, port: 27_673 };
    case 'local-rest-api':
      return { ...local, port: 27_124, https: true, selfSigned: true };
  }
}

/** A draft for a vault that a search found. A certificate that the plugin made itself is accepted. */
export function draftOfFound({ kind, host, port, https }: WireFoundVault): VaultDraft {
  const name = `${kind === 'lorehearth' ? 'Lorehearth' : 'Obsidian'} at ${host}:${String(port)}`;
  return { name, kind, folder: '', host, port, https, selfSigned: https };
}

/** A draft that changes a further vault; undefined for the host's own. */
export function draftOf({ name, kind, folder, host, port, https, selfSigned }: WireVault): VaultDraft | undefined {
  if (kind === 'own') return undefined;
  return { name, kind, folder, host, port: port === 0 ? undefined : port, https, selfSigned };
}

/** What is sent to add a vault, or, without its name, to test it before. */
export function placeOf(draft: VaultDraft): Omit<WireNewVault, 'key'> {
  const { kind, host, port, https, selfSigned } = draft;
  const common = { name: draft.name.trim(), kind, folder: draft.folder.trim() };
  if (kind === 'folder') return common;
  return { ...common, host: host.trim(), ...(port !== undefined && { port }), https, selfSigned: https && selfSigned };
}

/** What of a vault the draft changes. An empty key changes nothing. */
export function changeOf(vault: WireVault, draft: VaultDraft, key: string): WireVaultChange {
  const { name, folder, host, port, https, selfSigned } = placeOf(draft);
  return {
    ...(name !== vault.name && { name }),
    ...(folder !== undefined && folder !== vault.folder && { folder }),
    ...(host !== undefined && host !== vault.host && { host }),
    ...(port !== undefined && port !== vault.port && { port }),
    ...(https !== undefined && https !== vault.https && { https }),
    ...(selfSigned !== undefined && selfSigned !== vault.selfSigned && { selfSigned }),
    ...(key.trim() !== '' && { key: key.trim() }),
  };
}

/** Whether the host forgets the key of a vault because of the change: it belongs to the address. */
export function forgetsKey(vault: WireVault, draft: VaultDraft): boolean {
  const { host, port, https } = changeOf(vault, draft, '');
  return vault.hasKey && (host !== undefined || port !== undefined || https !== undefined);
}
