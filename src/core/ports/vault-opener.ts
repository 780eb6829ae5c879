import type { NoteSource } from './note-source';
import type { NoteWriter } from './note-writer';

/** How a further vault is reached: a folder on disk, another Lorehearth, or Obsidian's plugin “Local REST API”. */
export const vaultKinds = ['folder', 'lorehearth', 'local-rest-api'] as const;
export type VaultKind = (typeof vaultKinds)[number];

/** Where a further vault is. */
export interface VaultPlace {
  /** Stable; lower-case letters, digits, dashes. */
  readonly id: string;
  /** As users see it. */
  readonly name: string;
  readonly kind: VaultKind;
  /** Of a folder: its absolute path. Otherwise empty, or the one folder inside the remote vault that is read. */
  readonly folder: string;
  /** Of remote kinds; empty for a folder. */
  readonly host: string;
  /** Of remote kinds, 1 to 65535; 0 for a folder. */
  readonly port: number;
  readonly https: boolean;
  /** Accept a certificate that the other program made itself; honored for loopback and private addresses only. */
  readonly selfSigned: boolean;
}

/** What came of trying to reach a vault. Reasons are sentences for users, and hold no key. */
export type VaultTest =
  | {
      readonly kind: 'ok';
      /** What the vault calls itself. */
      readonly vault: string;
      /** How many notes it lists; undefined where it does not tell. */
      readonly notes: number | undefined;
      /** Version of the program that answered; empty for a folder. */
      readonly version: string;
    }
  | {
      /** `refused`: the key is not accepted. `wrong-service`: something else answers. `not-possible`: this host cannot. */
      readonly kind: 'refused' | 'unreachable' | 'wrong-service' | 'not-possible';
      readonly reason: string;
    };

/** A vault that answers on a port. */
export interface FoundVault {
  readonly kind: Exclude<VaultKind, 'folder'>;
  readonly host: string;
  readonly port: number;
  readonly https: boolean;
  readonly version: string;
}

/** A further vault that was opened. */
export type OpenedVault = NoteSource & {
  /** Writes its notes; absent where it is only read. */
  readonly writer?: NoteWriter;
};

/** Opens further vaults for a host. */
export interface VaultOpener {
  /** The kinds that this host can open. */
  readonly kinds: readonly VaultKind[];
  /** A source; reads nothing yet. Remote sources do not poll by themselves: they are listed again when it is time. */
  open(place: VaultPlace, key: string | undefined): OpenedVault;
  /** Tries to reach a vault. Never rejects. */
  test(place: VaultPlace, key: string | undefined, signal?: AbortSignal): Promise<VaultTest>;
  /** Looks for vaults on the ports `from` to `to` of a host; `found` is told as it goes. Never rejects. */
  scan(host: string, from: number, to: number, found: (vault: FoundVault) => void, signal: AbortSignal): Promise<void>;
}
