import type { ModelRequest } from '../language-model';
import type { Clock, Timer } from '../../ports/clock';

/** What the guards around models need of the host. */
export interface GuardPorts {
  readonly clock: Clock;
  readonly timer: Timer;
  /** Makes a signal that can be ended, with the reason that it then carries. */
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
}

/** A request inside the time limit: it says when its answer must be there, in milliseconds since 1970. */
export interface TimedRequest extends ModelRequest {
  readonly answerBy?: number;
}
