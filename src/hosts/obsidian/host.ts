import type { BridgeInstallation } from '../../adapters/node/bridge-installer';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { Stop } from '../../core/ports/note-source';
import type { SettingProblem } from '../../core/settings/settings';
import type { AccessClient } from '../../server/access-tokens';
import type { LorehearthClient } from '../../server/client';
import type { WaitingPairing } from '../../server/pairing';
import type { HookGrants } from './hook-grants';
import type { ServerState } from './local-server';

/** What commands, settings, status bar and notices act on: the engine, its server and the clients of the server. */
export interface Host {
  readonly engine: LoreEngine;
  /** The server’s one face, called inside the process: it needs neither port nor token. */
  readonly client: LorehearthClient;
  /** What other plugins may do. */
  readonly grants: HookGrants;
  /** The true state of the server. */
  readonly server: ServerState;
  /** Address of the server without a path, while it listens. */
  readonly address: string | undefined;
  /** Address of the web console with its token in the fragment, while the server listens. */
  readonly consoleAddress: string | undefined;
  /** Pairings that wait for the user, oldest first. */
  readonly waitingPairings: readonly WaitingPairing[];
  /** Paired clients, oldest first; the console of this host is not among them. */
  readonly clients: readonly AccessClient[];
  /** Changes settings; with problems nothing is changed. */
  changeSettings(changes: Readonly<Record<string, unknown>>): Promise<readonly SettingProblem[]>;
  /** Reads the settings again after something else wrote them. */
  reloadSettings(): Promise<void>;
  retryServer(): Promise<void>;
  decidePairing(code: string, decision: 'allow' | 'deny'): void;
  /** Takes a client's access away. */
  revokeClient(id: string): Promise<void>;
  /** Copies the SillyTavern extension into a folder of SillyTavern. Never rejects. */
  installBridge(folder: string, user: string | undefined): Promise<BridgeInstallation>;
  /** Calls back when anything of the above may have changed, until stopped. */
  onChange(listener: () => void): Stop;
  /** Ends everything; resolves when ports, timers and listeners are gone. */
  close(): Promise<void>;
}
