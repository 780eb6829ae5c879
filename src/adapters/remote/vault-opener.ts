import type { Log } from '../../core/ports/log';
import type { VaultOpener, VaultPlace, VaultTest } from '../../core/ports/vault-opener';
import { closedVault } from './closed-vault';
import { folderProblem } from './folder-overlap';
import { FurtherFolder } from './further-folder';
import { isThisComputer } from './local-address';
import { LocalRestVault } from './local-rest-vault';
import { LorehearthVault } from './lorehearth-vault';
import { RemoteClient } from './remote-client';
import type { RemoteFailure } from './remote-failure';
import { RemoteNoteSource, type RemoteVault } from './remote-note-source';
import { readPlace } from './remote-place';
import { scanPorts } from './scan-ports';

/** What the opener has to know of its host. */
export interface VaultOpenerParts {
  readonly log: Log;
  /** The folder of the own vault, where it is one: no further vault may overlap it. */
  readonly ownFolder?: string | undefined;
  /** The port on which this host listens now: it does not read itself. */
  readonly ownPort?: () => number | undefined;
}

/** What the services are called in sentences. */
const SERVICES = { lorehearth: 'Lorehearth', 'local-rest-api': 'Local REST API' } as const;

const ITSELF: RemoteFailure = { kind: 'not-possible', reason: 'This is the host itself, whose vault is read already.' };

interface Opened {
  readonly vault: RemoteVault;
  readonly folder: string;
}

/** Opens folders of this machine, other Lorehearths, and vaults behind Obsidian's plugin “Local REST API”. Needs Node. */
export function createVaultOpener({ log, ownFolder, ownPort }: VaultOpenerParts): VaultOpener {
  const isItself = (host: string, port: number): boolean => port === ownPort?.() && isThisComputer(host);
  const openRemote = (place: VaultPlace & { kind: keyof typeof SERVICES }, given: string | undefined): Opened => {
    const key = given?.trim() === '' ? undefined : given?.trim();
    const read = readPlace(place, key);
    if ('kind' in read) return { vault: closedVault(read), folder: '' };
    if (isItself(read.host, read.port)) return { vault: closedVault(ITSELF), folder: '' };
    const asked = { service: SERVICES[place.kind], where: read.where, hasKey: key !== undefined };
    const parts = { client: new RemoteClient(read, key), asked, folder: read.folder };
    const vault = place.kind === 'lorehearth' ? new LorehearthVault(parts) : new LocalRestVault(parts);
    return { vault, folder: read.folder };
  };
  const openFolder = ({ folder, name }: VaultPlace): FurtherFolder =>
    new FurtherFolder({ folder, name, own: ownFolder, log });
  return {
    kinds: ['folder', 'lorehearth', 'local-rest-api'],

    open(place, key) {
      if (!isRemote(place)) return openFolder(place);
      const { vault, folder } = openRemote(place, key);
      return new RemoteNoteSource(place.name, folder, vault);
    },

    async test(place, key, signal) {
      if (isRemote(place)) return testRemote(openRemote(place, key), place.name, signal);
      const reason = await folderProblem(place.folder, ownFolder);
      return reason === undefined ? testFolder(openFolder(place), signal) : { kind: 'not-possible', reason };
    },

    scan: (host, from, to, found, signal) => {
      const tell: typeof found = (vault) => {
        if (!isItself(vault.host, vault.port)) found(vault);
      };
      return scanPorts({ host, from, to, signal, found: tell });
    },
  };
}

function isRemote(place: VaultPlace): place is VaultPlace & { kind: keyof typeof SERVICES } {
  return place.kind !== 'folder';
}

async function testRemote(
  { vault, folder }: Opened,
  name: string,
  signal: AbortSignal | undefined,
): Promise<VaultTest> {
  const identity = await vault.identify(signal);
  if (identity.kind !== 'known') return identity;
  const listing = await vault.list(signal);
  vault.rest();
  if (listing.kind !== 'notes') return listing;
  const notes = listing.notes.length;
  if (notes === 0 && folder !== '') {
    return { kind: 'not-possible', reason: `There is no note in the folder “${folder}” of that vault.` };
  }
  return { kind: 'ok', vault: identity.vault === '' ? name : identity.vault, notes, version: identity.version };
}

async function testFolder(folder: FurtherFolder, signal: AbortSignal | undefined): Promise<VaultTest> {
  const listing = await folder.list();
  if (signal?.aborted === true) return { kind: 'unreachable', reason: 'It was stopped.' };
  if (listing.kind === 'unreachable') return listing;
  return { kind: 'ok', vault: folder.name, notes: listing.notes.length, version: '' };
}
