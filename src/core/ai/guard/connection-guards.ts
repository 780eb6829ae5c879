import { ModelError } from '../model-error';
import { modelErrorSentence } from '../model-error-words';
import type { GuardPorts } from './guard-ports';
import { CircuitBreaker, type BreakerState } from './circuit-breaker';
import { Throttle } from './throttle';

/** What all requests of one connection share, whichever channel they come from. */
export interface ConnectionGuard {
  readonly throttle: Throttle;
  readonly breaker: CircuitBreaker;
}

/** The state of a connection, for people. */
export interface ConnectionState extends BreakerState {
  readonly connection: string;
  /** Requests that wait for their turn. */
  readonly waiting: number;
}

/** Throttle and breaker of each connection, by its id. */
export class ConnectionGuards {
  readonly #guards = new Map<string, ConnectionGuard>();

  constructor(private readonly ports: Pick<GuardPorts, 'clock' | 'timer'>) {}

  /** Those of a connection; made when it is first used. */
  of(connection: string): ConnectionGuard {
    const known = this.#guards.get(connection);
    if (known) return known;
    const throttle = new Throttle(this.ports);
    const dismiss = (): void =>
      throttle.dismiss(() => breaker.refusal() ?? new ModelError('paused', modelErrorSentence('paused')));
    const breaker = new CircuitBreaker(this.ports.clock, dismiss);
    const guard = { throttle, breaker };
    this.#guards.set(connection, guard);
    return guard;
  }

  /** The states of all connections that were used, by id. */
  states(): readonly ConnectionState[] {
    return [...this.#guards]
      .map(([connection, { throttle, breaker }]) => ({ connection, ...breaker.state, waiting: throttle.waiting }))
      .sort((a, b) => (a.connection < b.connection ? -1 : 1));
  }

  /** Closes the breaker of a connection: the user wants it tried now, or has changed it. */
  reset(connection: string): void {
    this.#guards.get(connection)?.breaker.reset();
  }

  /** Forgets the connections that are no longer set up. Their requests under way end as they would. */
  keepOnly(connections: ReadonlySet<string>): void {
    for (const connection of this.#guards.keys()) if (!connections.has(connection)) this.#guards.delete(connection);
  }
}
