import type { BridgeInstallation } from '../../adapters/node/bridge-installer';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { Timer } from '../../core/ports/clock';
import type { Log } from '../../core/ports/log';
import { ReadOnlyDocument } from '../../core/documents/read-only-document';
import type { Stop } from '../../core/ports/note-source';
import type { SettingProblem } from '../../core/settings/settings';
import type { AccessClient, AccessTokens } from '../../server/access-tokens';
import type { LorehearthClient } from '../../server/client';
import type { Pairings, WaitingPairing } from '../../server/pairing';
import type { HookGrants } from './hook-grants';
import type { Host } from './host';
import type { LocalServer, ServerState } from './local-server';
import { addressOf } from './server-words';

/** What a running host is made of. */
export interface RunningHostParts {
  readonly engine: LoreEngine;
  /** The server inside the process. */
  readonly client: LorehearthClient;
  readonly server: LocalServer;
  readonly access: AccessTokens;
  readonly pairings: Pairings;
  readonly streams: { close(): void };
  readonly grants: HookGrants;
  /** Token of the web console. */
  readonly consoleToken: string;
  /** Lets other programs write into the data folder. */
  readonly release: () => Promise<void>;
  readonly install: (folder: string, user: string | undefined) => Promise<BridgeInstallation>;
  readonly timer: Timer;
  readonly log: Log;
}

/** A port is typed digit by digit, and each digit would move the server. In milliseconds. */
const TYPING_PAUSE = 700;

/** The engine with its server, kept in step with the settings. */
export class RunningHost implements Host {
  readonly #parts: RunningHostParts;
  readonly #listeners = new Set<() => void>();
  readonly #stops: readonly Stop[];
  #cancelWish: Stop | undefined;
  #opening: Promise<void> = Promise.resolve();
  #closing: Promise<void> | undefined;

  constructor(parts: RunningHostParts) {
    this.#parts = parts;
    const { engine, server, pairings } = parts;
    const tell = (): void => {
      for (const listener of [...this.#listeners]) listener();
    };
    this.#stops = [
      engine.on((event) => {
        if (event.kind === 'settings-changed') this.#followSettings();
        tell();
      }),
      server.onChange(tell),
      pairings.onWaiting(tell),
    ];
  }

  get engine(): LoreEngine {
    return this.#parts.engine;
  }

  get client(): LorehearthClient {
    return this.#parts.client;
  }

  get grants(): HookGrants {
    return this.#parts.grants;
  }

  get server(): ServerState {
    return this.#parts.server.state;
  }

  get address(): string | undefined {
    return this.server.kind === 'listening' ? addressOf(this.server.port) : undefined;
  }

  get consoleAddress(): string | undefined {
    const token = encodeURIComponent(this.#parts.consoleToken);
    return this.address === undefined ? undefined : `${this.address}/console#token=${token}`;
  }

  get waitingPairings(): readonly WaitingPairing[] {
    return this.#parts.pairings.waiting();
  }

  get clients(): readonly AccessClient[] {
    return this.#parts.access.list().filter((client) => !client.fixed);
  }

  /** Starts serving, when that is wished, and reading the vault. The vault may take a while; serving does not wait. */
  async open(): Promise<void> {
    const { engine, log } = this.#parts;
    // The settings say whether to serve, and requests that come early wait for the index by themselves.
    await engine.reloadSettings();
    if (this.#closing !== undefined) return;
    void this.#wish();
    this.#opening = engine.open().catch((error: unknown) => log.warn('The vault could not be read.', error));
  }

  async changeSettings(changes: Readonly<Record<string, unknown>>): Promise<readonly SettingProblem[]> {
    try {
      return await this.#parts.engine.changeSettings(changes);
    } catch (error) {
      if (error instanceof ReadOnlyDocument) return [{ name: '', message: error.message }];
      throw error;
    }
  }

  reloadSettings(): Promise<void> {
    return this.#parts.engine.reloadSettings();
  }

  retryServer(): Promise<void> {
    return this.#parts.server.retry();
  }

  decidePairing(code: string, decision: 'allow' | 'deny'): void {
    const { pairings } = this.#parts;
    if (decision === 'allow') pairings.approve(code);
    else pairings.deny(code);
  }

  async revokeClient(id: string): Promise<void> {
    await this.#parts.access.revoke(id);
  }

  installBridge(folder: string, user: string | undefined): Promise<BridgeInstallation> {
    return this.#parts.install(folder, user);
  }

  onChange(listener: () => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    const { server, pairings, engine, access } = this.#parts;
    for (const stop of this.#stops) stop();
    this.#listeners.clear();
    this.#cancelWish?.();
    pairings.close();
    this.#parts.streams.close();
    await Promise.all([server.close(), engine.close()]);
    await this.#opening;
    // An engine that was closed in the first moments of opening has gone on to watch the vault.
    await engine.close();
    await access.close();
    await this.#parts.release();
  }

  /** Switching on and off is done at once; a new port waits until it is typed. */
  #followSettings(): void {
    const isOn = this.server.kind !== 'off';
    this.#cancelWish?.();
    this.#cancelWish = undefined;
    if (isOn !== this.engine.settings().serve) void this.#wish();
    else this.#cancelWish = this.#parts.timer.after(TYPING_PAUSE, () => void this.#wish());
  }

  #wish(): Promise<void> {
    const { serve, port, fixedPort } = this.engine.settings();
    return this.#parts.server.want({ serve, port, fixedPort });
  }
}
