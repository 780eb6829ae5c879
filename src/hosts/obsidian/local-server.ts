import type { Clock, Timer } from '../../core/ports/clock';
import type { Log } from '../../core/ports/log';
import type { Stop } from '../../core/ports/note-source';
import type { Listening } from '../../adapters/node/http-listener';
import { PortTakenError, type PortHolder } from '../../adapters/node/http-port';
import { describeHolder } from './port-words';

/** What the server needs of the host. */
export interface LocalServerParts {
  /** Listens on one port at once or rejects, with `PortTakenError` when it is taken. */
  readonly listen: (port: number) => Promise<Listening>;
  /** The vault that is served: a server for the same vault is an older one of ours that is about to end. */
  readonly vault: string;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly log: Log;
}

/** What the user wants. */
export interface ServerWish {
  readonly serve: boolean;
  readonly port: number;
  /** Whether only that port will do; else the next nine are tried as well. */
  readonly fixedPort: boolean;
}

/** A port that could not be had. */
export interface TakenPort {
  readonly port: number;
  /** Who answers on it, as far as anybody does. */
  readonly holder: PortHolder | undefined;
}

/** The true state of the server. */
export type ServerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'starting'; readonly port: number }
  /** `taken` is set when the wished port had another holder. */
  | { readonly kind: 'listening'; readonly port: number; readonly taken?: TakenPort }
  | { readonly kind: 'failed'; readonly port: number; readonly sentence: string };

/** How many ports are tried, from the wished one on. */
const PORTS = 10;
/** How long a port is tried again whose holder may be about to end, in milliseconds. */
const PATIENCE = 4_000;
const FIRST_WAIT = 150;
const LONGEST_WAIT = 1_000;

type Attempt =
  | { readonly kind: 'listening'; readonly listening: Listening }
  | { readonly kind: 'taken'; readonly holder: PortHolder | undefined };

/** Keeps a server in the state that the user wants. Wishes come one after the other; the newest one wins. */
export class LocalServer {
  readonly #parts: LocalServerParts;
  readonly #listeners = new Set<(state: ServerState) => void>();
  #state: ServerState = { kind: 'off' };
  #wish: ServerWish = { serve: false, port: 0, fixedPort: false };
  #listening: Listening | undefined;
  #turn = 0;
  #work: Promise<void> = Promise.resolve();
  #wake: Stop | undefined;
  #isClosed = false;

  constructor(parts: LocalServerParts) {
    this.#parts = parts;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Calls back at every change of the state, until stopped. */
  onChange(listener: (state: ServerState) => void): Stop {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Brings the server into the wished state. Resolves when it is there, or has failed, or a newer wish came. */
  want(wish: ServerWish): Promise<void> {
    const { serve, port, fixedPort } = this.#wish;
    this.#wish = wish;
    if (serve === wish.serve && port === wish.port && fixedPort === wish.fixedPort) return this.#work;
    return this.#restart();
  }

  /** Tries again after a failure. */
  retry(): Promise<void> {
    return this.#state.kind === 'failed' ? this.#restart() : this.#work;
  }

  /** Stops for good. Resolves when the port is free. */
  close(): Promise<void> {
    this.#listeners.clear();
    this.#wish = { ...this.#wish, serve: false };
    const work = this.#restart();
    this.#isClosed = true;
    return work;
  }

  #restart(): Promise<void> {
    if (this.#isClosed) return this.#work;
    this.#turn += 1;
    this.#wake?.();
    const { serve, port } = this.#wish;
    this.#show(serve ? { kind: 'starting', port } : { kind: 'off' });
    const turn = this.#turn;
    this.#work = this.#work.then(() => this.#run(turn));
    return this.#work;
  }

  async #run(turn: number): Promise<void> {
    const old = this.#listening;
    this.#listening = undefined;
    await old?.close();
    if (turn !== this.#turn || !this.#wish.serve) return;
    try {
      await this.#open(turn, this.#wish);
    } catch (error) {
      this.#parts.log.warn('The server could not start.', error);
      const reason = error instanceof Error ? error.message : String(error);
      this.#showFor(turn, { kind: 'failed', port: this.#wish.port, sentence: `The server could not start: ${reason}` });
    }
  }

  async #open(turn: number, wish: ServerWish): Promise<void> {
    let taken: TakenPort | undefined;
    const last = wish.fixedPort ? wish.port : Math.min(wish.port + PORTS - 1, 65_535);
    for (let port = wish.port; port <= last && turn === this.#turn; port += 1) {
      const attempt = await (port === wish.port ? this.#patiently(turn, port) : this.#attempt(port));
      if (attempt.kind === 'listening') {
        await this.#keep(turn, attempt.listening, taken);
        return;
      }
      taken ??= { port, holder: attempt.holder };
    }
    this.#showFor(turn, { kind: 'failed', port: wish.port, sentence: failure(wish.port, last, taken?.holder) });
  }

  /** An older server of this vault, and a socket that is being closed, free their port within moments. */
  async #patiently(turn: number, port: number): Promise<Attempt> {
    const end = this.#parts.clock.now() + PATIENCE;
    for (let wait = FIRST_WAIT; ; wait = Math.min(wait * 2, LONGEST_WAIT)) {
      const attempt = await this.#attempt(port);
      if (attempt.kind === 'listening' || !this.#isLeaving(attempt.holder)) return attempt;
      if (turn !== this.#turn || this.#parts.clock.now() + wait > end) return attempt;
      await this.#pause(wait);
    }
  }

  async #attempt(port: number): Promise<Attempt> {
    try {
      return { kind: 'listening', listening: await this.#parts.listen(port) };
    } catch (error) {
      if (error instanceof PortTakenError) return { kind: 'taken', holder: error.holder };
      throw error;
    }
  }

  #isLeaving(holder: PortHolder | undefined): boolean {
    return holder === undefined || (holder.name === 'lorehearth' && holder.vault === this.#parts.vault);
  }

  async #keep(turn: number, listening: Listening, taken: TakenPort | undefined): Promise<void> {
    if (turn === this.#turn) {
      this.#listening = listening;
      this.#show({ kind: 'listening', port: listening.port, ...(taken && { taken }) });
    } else {
      await listening.close();
    }
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#parts.timer.after(milliseconds, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  #showFor(turn: number, state: ServerState): void {
    if (turn === this.#turn) this.#show(state);
  }

  #show(state: ServerState): void {
    this.#state = state;
    for (const listener of [...this.#listeners]) listener(state);
  }
}

function failure(port: number, last: number, holder: PortHolder | undefined): string {
  const taken =
    port === last
      ? `Port ${String(port)} is taken by ${describeHolder(holder)}.`
      : `The ports ${String(port)} to ${String(last)} are all taken.`;
  return `${taken} Choose another port in the settings of Lorehearth, or free it and try again.`;
}
