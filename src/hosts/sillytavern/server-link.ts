import type { WireStatus } from '../../server/contract/wire-server';
import type { Fetch, ServerAt } from './find-server';
import { pairWithServer, type PairingCode, type PairingEnd } from './pair-with-server';
import { usualAddresses } from './server-address';
import type { SettingsStore } from './settings';
import { findOnAnyWay, type ServerOnWay } from './tunnel/find-way';
import type { TunnelPorts, Way } from './tunnel/way';

/** How it stands between this page and Lorehearth. */
export type LinkState =
  | { readonly kind: 'searching' }
  /** `askedTavern`: not even SillyTavern's own server could reach it. */
  | {
      readonly kind: 'unreachable';
      readonly base: string;
      readonly configured: boolean;
      readonly askedTavern?: true;
    }
  | { readonly kind: 'unpaired'; readonly base: string; readonly lastPairing?: FailedPairing }
  | ({ readonly kind: 'pairing'; readonly base: string } & Partial<PairingCode>)
  | { readonly kind: 'connected'; readonly base: string; readonly way: Way; readonly status: WireStatus }
  | { readonly kind: 'refused'; readonly base: string }
  | { readonly kind: 'blocked'; readonly base: string };

/** Why a pairing brought no token. */
export type FailedPairing = Exclude<PairingEnd['kind'], 'approved' | 'cancelled'>;

/** Where to send requests, and with which token. */
export interface Connection {
  readonly base: string;
  readonly token: string;
}

/** What the link needs from the page. */
export interface LinkPorts {
  readonly settings: SettingsStore;
  readonly fetch: Fetch;
  /** Left out where SillyTavern cannot carry requests. */
  readonly tunnel?: TunnelPorts;
  /** The name the user sees when approving. */
  readonly clientName: string;
}

/** Where to look; `on every way` also where it hardly can be. */
type Where = 'on every way' | 'everywhere' | 'nearby';

const firstRetryMs = 2_000;
const lastRetryMs = 60_000;
/** How often a good connection is looked after, in milliseconds. */
const checkMs = 45_000;

/**
 * Finds Lorehearth, pairs with it and keeps watch, without ever bothering the player. With an address in the settings
 * it talks to that one alone.
 */
export class ServerLink {
  readonly #ports: LinkPorts;
  readonly #listeners = new Set<(state: LinkState) => void>();
  #state: LinkState = { kind: 'searching' };
  #search: { readonly done: Promise<void>; readonly controller: AbortController } | undefined;
  #pairing: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retryMs = firstRetryMs;
  #stopped = false;
  #way: Way = 'direct';

  constructor(ports: LinkPorts) {
    this.#ports = ports;
    ports.settings.onChange((now, before) => {
      if (now.address === before.address && now.token === before.token) return;
      this.#dropPairing();
      void this.search();
    });
  }

  get state(): LinkState {
    return this.#state;
  }

  /** Sends requests to the server on the way that leads to it. */
  readonly fetch: Fetch = (input, init) => {
    const { fetch, tunnel } = this.#ports;
    return this.#way === 'tunnel' && tunnel !== undefined ? tunnel.fetch(input, init) : fetch(input, init);
  };

  onChange(listener: (state: LinkState) => void): void {
    this.#listeners.add(listener);
  }

  /** Looks at every address where Lorehearth may be, now; not while a pairing waits. */
  async search(): Promise<void> {
    if (this.#pairing !== undefined) return;
    this.#retryMs = firstRetryMs;
    if (this.#state.kind !== 'connected') this.#set({ kind: 'searching' });
    await this.#look('on every way');
  }

  /** Asks the server anew how it is. */
  async refresh(): Promise<void> {
    if (this.#state.kind === 'connected') await this.#look('nearby');
  }

  /** The connection for a turn; looks for one when there is none. `undefined` when there is none in time. */
  async connection(signal: AbortSignal): Promise<Connection | undefined> {
    const { token } = this.#ports.settings.get();
    if (token === '') return undefined;
    if (this.#state.kind !== 'connected' && this.#state.kind !== 'pairing') {
      await Promise.race([this.#look('everywhere'), aborted(signal)]);
    }
    return this.#state.kind === 'connected' ? { base: this.#state.base, token } : undefined;
  }

  /** A request has shown that the connection is not what it was. */
  failed(base: string, kind: 'absent' | 'refused' | 'blocked'): void {
    if (this.#state.kind === 'connected' && this.#state.base === base) this.#settle({ kind, base });
  }

  /** Pairs with the server that is there, showing the code in the state, and gives up after the server's time. */
  async pair(): Promise<void> {
    this.#dropPairing();
    await this.#look('on every way');
    const { kind, base } = { base: '', ...this.#state };
    if (kind === 'unreachable' || kind === 'searching' || this.#stopped) return;
    await this.#pairWith(base);
  }

  /** The user does not want to pair after all. */
  cancelPairing(): void {
    this.#dropPairing();
    void this.search();
  }

  /** Ends all that is under way, for good. */
  stop(): void {
    this.#stopped = true;
    this.#dropPairing();
    this.#search?.controller.abort();
    clearTimeout(this.#timer);
    this.#listeners.clear();
  }

  async #pairWith(base: string): Promise<void> {
    const controller = new AbortController();
    this.#pairing = controller;
    clearTimeout(this.#timer);
    this.#set({ kind: 'pairing', base });
    const end = await pairWithServer({
      base,
      client: this.#ports.clientName,
      fetch: this.fetch,
      signal: controller.signal,
      showCode: (code) => this.#set({ kind: 'pairing', base, ...code }),
    });
    if (this.#pairing !== controller) return;
    this.#pairing = undefined;
    this.#finishPairing(base, end);
  }

  #dropPairing(): void {
    this.#pairing?.abort();
    this.#pairing = undefined;
  }

  #finishPairing(base: string, end: PairingEnd): void {
    if (end.kind === 'approved') {
      this.#set({ kind: 'searching' });
      this.#ports.settings.change({ token: end.token, lastAddress: base });
    } else if (end.kind !== 'cancelled') {
      this.#set({ kind: 'unpaired', base, lastPairing: end.kind });
    }
  }

  /** One search at a time; a new one replaces one with older settings. */
  async #look(where: Where): Promise<void> {
    if (this.#stopped || this.#pairing !== undefined) return;
    this.#search?.controller.abort();
    clearTimeout(this.#timer);
    const controller = new AbortController();
    const done = this.#lookOnce(where, controller.signal);
    this.#search = { done, controller };
    await done;
  }

  async #lookOnce(where: Where, signal: AbortSignal): Promise<void> {
    const { address, lastAddress, token } = this.#ports.settings.get();
    const addresses = address === '' ? usualAddresses(lastAddress) : [address];
    const { fetch, tunnel } = this.#ports;
    const server = await findOnAnyWay({
      addresses: where === 'nearby' ? addresses.slice(0, 1) : addresses,
      token,
      fetch,
      tunnel,
      byHand: where === 'on every way',
      signal,
    });
    if (signal.aborted) return;
    this.#way = server.way;
    this.#settle(server);
  }

  #settle(server: ServerAt & Partial<Pick<ServerOnWay, 'askedTavern'>>): void {
    const { base } = server;
    if (server.kind === 'open') this.#connected(base, server.status);
    else if (server.kind === 'locked') this.#set({ kind: 'unpaired', base });
    else if (server.kind !== 'absent') this.#set({ kind: server.kind, base });
    else this.#set(this.#unreachable(base, server.askedTavern === true));
    this.#planNextLook();
  }

  #unreachable(base: string, askedTavern: boolean): LinkState {
    const configured = this.#ports.settings.get().address !== '';
    return { kind: 'unreachable', base, configured, ...(askedTavern && { askedTavern }) };
  }

  #connected(base: string, status: WireStatus): void {
    this.#retryMs = firstRetryMs;
    this.#ports.tunnel?.memory.write(this.#way);
    this.#set({ kind: 'connected', base, way: this.#way, status });
    if (this.#ports.settings.get().lastAddress !== base) this.#ports.settings.change({ lastAddress: base });
  }

  #planNextLook(): void {
    clearTimeout(this.#timer);
    if (this.#stopped) return;
    const wait = this.#state.kind === 'connected' ? checkMs : this.#retryMs;
    if (this.#state.kind !== 'connected') this.#retryMs = Math.min(this.#retryMs * 2, lastRetryMs);
    this.#timer = setTimeout(() => void this.#look('nearby'), wait);
  }

  #set(state: LinkState): void {
    if (this.#stopped) return;
    this.#state = state;
    for (const listener of this.#listeners) listener(state);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
