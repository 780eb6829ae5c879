import type { VaultPlace } from '../../core/ports/vault-opener';
import { bareHost, isHost, isPublicAddress } from './local-address';
import { outside, type RemoteFailure } from './remote-failure';
import { isRemotePath } from './remote-path';

/** A remote vault's place as requests need it. */
export interface RemotePlace {
  readonly host: string;
  readonly port: number;
  readonly https: boolean;
  readonly selfSigned: boolean;
  /** Host and port, for sentences. */
  readonly where: string;
  /** The one folder that is read, without slashes around it; empty for the whole vault. */
  readonly folder: string;
  /** Whether requests with this key may go to this computer and private networks only. */
  readonly mustBeLocal: (key: string | undefined) => boolean;
}

/** What a key may hold: it is sent in a header. Tokens that users choose may be words. */
const KEY = /^[\x20-\x7e]{1,4096}$/;
const HIGHEST_PORT = 65_535;

/** Reads a place; a sentence where it cannot be one, or must not be asked. */
export function readPlace(place: Omit<VaultPlace, 'id' | 'name' | 'kind'>, key?: string): RemotePlace | RemoteFailure {
  const host = bareHost(place.host);
  const { port, https, selfSigned } = place;
  const folder = place.folder.trim().replace(/^\/+|\/+$/g, '');
  if (!isHost(host)) return impossible('The host is neither a name nor an address of a computer.');
  if (!Number.isInteger(port) || port < 1 || port > HIGHEST_PORT) {
    return impossible(`The port must be a number from 1 to ${String(HIGHEST_PORT)}.`);
  }
  if (folder !== '' && !isRemotePath(folder)) return impossible('The folder is none that a vault can have.');
  if (key !== undefined && !KEY.test(key)) return impossible('The key holds signs that no key has.');
  const where = `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
  const mustBeLocal = (by: string | undefined): boolean => (https ? selfSigned : by !== undefined);
  if (mustBeLocal(key) && isPublicAddress(host)) return impossible(outside({ where, https }));
  return { host, port, https, selfSigned, where, folder, mustBeLocal };
}

function impossible(reason: string): RemoteFailure {
  return { kind: 'not-possible', reason };
}
