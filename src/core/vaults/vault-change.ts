import type { VaultPlace } from '../ports/vault-opener';
import type { FurtherVault } from './vault-list';

/** A further vault as it is to be set up; its port is 0 where none is given. */
export type NewVault = Omit<VaultPlace, 'id'>;

/** What is to be changed of a further vault. */
export type VaultChange = Partial<Omit<NewVault, 'kind'> & { readonly enabled: boolean }>;

/** What is wrong with a field, in a sentence. */
export interface VaultProblem {
  readonly field: 'name' | 'folder' | 'host' | 'port' | 'ids';
  readonly message: string;
}

/** The place with what its kind does not use left empty. */
export function tidied<Place extends NewVault>(place: Place): Place {
  const isFolder = place.kind === 'folder';
  return {
    ...place,
    name: place.name.trim(),
    folder: isFolder
      ? place.folder.trim()
      : place.folder
          .trim()
          .replaceAll('\\', '/')
          .replace(/^\/+|\/+$/g, ''),
    host: isFolder ? '' : place.host.trim().toLowerCase(),
    port: isFolder ? 0 : place.port,
    https: !isFolder && place.https,
    selfSigned: !isFolder && place.https && place.selfSigned,
  };
}

/** What is wrong with a vault beside the others, the host's own named `own`. */
export function vaultProblems(vault: NewVault, others: readonly FurtherVault[], own: string): readonly VaultProblem[] {
  const names = [own, ...others.map(({ name }) => name)].map((name) => name.toLowerCase());
  const twin = others.find((other) => isSamePlace(other, vault));
  const needed = placeProblems(vault);
  return [
    ...(names.includes(vault.name.toLowerCase())
      ? [problem('name', 'Another vault has this name. Entries of the same title are told apart by it.')]
      : []),
    ...needed,
    ...(twin && needed.length === 0
      ? [problem(vault.kind === 'folder' ? 'folder' : 'host', `This vault is in the list already, as “${twin.name}”.`)]
      : []),
  ];
}

/** What is missing of the place of a vault. */
export function placeProblems({ kind, folder, host, port }: NewVault): readonly VaultProblem[] {
  if (kind === 'folder') return folder === '' ? [problem('folder', 'Choose a folder.')] : [];
  return [
    ...(host === '' ? [problem('host', 'Write the name or address of a computer.')] : []),
    ...(port === 0 ? [problem('port', 'Write the port on which the other program listens.')] : []),
  ];
}

/** Whether a key that was given for one place must not be sent to the other. */
export function isElsewhere(before: NewVault, after: NewVault): boolean {
  return before.host !== after.host || before.port !== after.port || before.https !== after.https;
}

function isSamePlace(a: NewVault, b: NewVault): boolean {
  return a.kind === b.kind && a.folder === b.folder && a.host === b.host && a.port === b.port;
}

function problem(field: VaultProblem['field'], message: string): VaultProblem {
  return { field, message };
}
