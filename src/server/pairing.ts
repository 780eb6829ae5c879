import type { Clock, Timer } from '../core/ports/clock';
import type { Stop } from '../core/ports/note-source';
import type { RandomSource } from '../core/ports/random';
import type { AccessTokens } from './access-tokens';
import type { Scope } from './contract/wire-server';

/** How many pairings may wait at once. */
export const MOST_OPEN = 5;
/** How long a pairing waits for the user's word, in milliseconds. */
export const PAIRING_MS = 120_000;
/** What an approved client may do. */
const grantedScopes: readonly Scope[] = ['generate', 'read', 'write'];

/** How long an approved pairing waits for its client, at least. */
const COLLECT_MS = 60_000;
/** Timers and clock are not the same: a timer that comes early must not find the pairing still waiting. */
const TIMER_SLACK_MS = 50;
/** How long the end of a pairing can still be asked for. */
const REMEMBERED_MS = 120_000;
const ID_BYTES = 16;
const CODES = 1_000_000;

/** What pairing needs of the host. */
export interface PairingPorts {
  readonly access: AccessTokens;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
}

/** A pairing that waits for the user. */
export interface WaitingPairing {
  readonly id: string;
  /** Six digits that client and host show. */
  readonly code: string;
  /** The name that the client gives itself. */
  readonly client: string;
  /** The page that asks; absent for a program. */
  readonly origin?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** How a request to pair was taken. */
export type PairingStart =
  | { readonly kind: 'started'; readonly pairing: WaitingPairing }
  | { readonly kind: 'too-many'; readonly waitMs: number };

/** How a pairing stands, for the client that asked for it. */
export type PairingState =
  | { readonly state: 'pending'; readonly expiresAt: number }
  | { readonly state: 'approved'; readonly token: string; readonly scopes: readonly Scope[] }
  | { readonly state: 'denied' }
  | { readonly state: 'expired' };

type Phase = 'waiting' | 'approved' | 'denied';

interface Pairing extends WaitingPairing {
  readonly phase: Phase;
}

/** Introduces clients to the server: both sides show a code, and the user approves it in the host. */
export class Pairings {
  readonly #pairings = new Map<string, Pairing>();
  readonly #listeners = new Set<(waiting: readonly WaitingPairing[]) => void>();
  readonly #timers = new Map<string, Stop>();

  constructor(private readonly ports: PairingPorts) {}

  /** Whether another pairing may be started now. */
  accepts(): boolean {
    return this.waiting().length < MOST_OPEN;
  }

  /** Starts a pairing for a client and the page it runs in. */
  start(client: string, origin: string | undefined): PairingStart {
    this.#forget();
    const waiting = this.waiting();
    const now = this.ports.clock.now();
    if (waiting.length >= MOST_OPEN) {
      return { kind: 'too-many', waitMs: Math.min(...waiting.map((one) => one.expiresAt)) - now };
    }
    const id = this.ports.random.token(ID_BYTES);
    const code = this.#freeCode(waiting);
    const pairing = { id, code, client, expiresAt: now + PAIRING_MS, ...(origin !== undefined && { origin }) };
    this.#pairings.set(id, { ...pairing, phase: 'waiting' });
    this.#timers.set(
      id,
      this.ports.timer.after(PAIRING_MS + TIMER_SLACK_MS, () => {
        this.#timers.delete(id);
        this.#tell();
      }),
    );
    this.#tell();
    return { kind: 'started', pairing };
  }

  /** Pairings that wait for the user, oldest first. */
  waiting(): readonly WaitingPairing[] {
    const now = this.ports.clock.now();
    return [...this.#pairings.values()]
      .filter((pairing) => pairing.phase === 'waiting' && pairing.expiresAt > now)
      .map(({ phase: _, ...waiting }) => waiting);
  }

  /** Approves the waiting pairing with this code; undefined when there is none. */
  approve(code: string): WaitingPairing | undefined {
    return this.#decide(code, 'approved');
  }

  /** Denies the waiting pairing with this code; undefined when there is none. */
  deny(code: string): WaitingPairing | undefined {
    return this.#decide(code, 'denied');
  }

  /**
   * How a pairing stands; undefined for one that is not known. The first question after the approval makes the token and
   * gets it, and ends the pairing: a token that nobody collects never exists.
   */
  async collect(id: string): Promise<PairingState | undefined> {
    this.#forget();
    const pairing = this.#pairings.get(id);
    if (pairing === undefined) return undefined;
    if (pairing.phase === 'denied') return { state: 'denied' };
    if (pairing.expiresAt <= this.ports.clock.now()) return { state: 'expired' };
    if (pairing.phase === 'waiting') return { state: 'pending', expiresAt: pairing.expiresAt };
    this.#pairings.delete(id);
    const origins = pairing.origin === undefined ? [] : [pairing.origin];
    const { token } = await this.ports.access.create(pairing.client, grantedScopes, origins);
    return { state: 'approved', token, scopes: grantedScopes };
  }

  /** Calls back whenever the list of waiting pairings changes, until stopped. */
  onWaiting(listener: (waiting: readonly WaitingPairing[]) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends all pairings and stops calling back. */
  close(): void {
    for (const cancel of this.#timers.values()) cancel();
    this.#timers.clear();
    this.#pairings.clear();
    this.#listeners.clear();
  }

  #decide(code: string, phase: 'approved' | 'denied'): WaitingPairing | undefined {
    const waiting = this.waiting().find((pairing) => pairing.code === code);
    if (waiting === undefined) return undefined;
    const expiresAt =
      phase === 'approved' ? Math.max(waiting.expiresAt, this.ports.clock.now() + COLLECT_MS) : waiting.expiresAt;
    this.#pairings.set(waiting.id, { ...waiting, phase, expiresAt });
    this.#timers.get(waiting.id)?.();
    this.#timers.delete(waiting.id);
    this.#tell();
    return waiting;
  }

  #freeCode(waiting: readonly WaitingPairing[]): string {
    const taken = new Set(waiting.map((pairing) => pairing.code));
    for (;;) {
      const code = String(this.ports.random.integer(CODES)).padStart(6, '0');
      if (!taken.has(code)) return code;
    }
  }

  #forget(): void {
    const now = this.ports.clock.now();
    for (const { id, expiresAt } of [...this.#pairings.values()]) {
      if (expiresAt + REMEMBERED_MS <= now) this.#pairings.delete(id);
    }
  }

  #tell(): void {
    const waiting = this.waiting();
    for (const listener of [...this.#listeners]) listener(waiting);
  }
}
