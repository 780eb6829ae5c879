import { installBridge } from '../../adapters/node/bridge-installer';
import { answersAt } from '../../adapters/node/http-probe';
import { findBridge } from '../../adapters/node/installed-bridge';
import type { WireFix } from '../../server/contract/wire-doctor';
import type { BridgeFiles, BridgeUpdate, HostFacts, Listening } from '../../server/doctor/host-facts';

/** What the headless host is told about SillyTavern, and brings along for it. */
export interface TavernPlace {
  /** A folder of SillyTavern; undefined when it is not on this computer, or not told. */
  readonly folder?: string | undefined;
  readonly user?: string | undefined;
  /** Files of the SillyTavern extension by name. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the headless host knows for the doctor. */
export class HeadlessFacts implements HostFacts {
  #listening: Listening;

  constructor(
    vault: string,
    private readonly tavern: TavernPlace,
  ) {
    const start: WireFix = { kind: 'copy', label: 'Copy the command', text: `lorehearth serve --vault "${vault}"` };
    this.#listening = { kind: 'off', start };
  }

  /** The server listens now. `moved` says in a sentence why it does so on another port. */
  listensAt(address: string, moved: string | undefined): void {
    this.#listening = { kind: 'listening', address, ...(moved !== undefined && { moved }) };
  }

  listening(): Listening {
    return this.#listening;
  }

  reaches(path: string): Promise<boolean> {
    return this.#listening.kind === 'listening'
      ? answersAt(`${this.#listening.address}${path}`)
      : Promise.resolve(false);
  }

  bridgeFiles(): Promise<BridgeFiles> {
    const { folder, user, files } = this.tavern;
    return folder === undefined ? Promise.resolve({ kind: 'unknown' }) : findBridge(folder, user, files);
  }

  async updateBridge(): Promise<BridgeUpdate> {
    const { folder, user, files } = this.tavern;
    if (folder === undefined) {
      const sentence = 'This server was not told where SillyTavern is. Start it with --sillytavern and the folder.';
      return { kind: 'refused', sentence };
    }
    const done = await installBridge({ folder, files, ...(user !== undefined && { user }) });
    if (done.kind === 'refused') return done;
    const sentence = `Copied to ${done.folder}. Reload SillyTavern in the browser.`;
    return { kind: 'done', version: done.version, sentence };
  }
}
