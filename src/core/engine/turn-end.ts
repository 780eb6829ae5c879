import type { Timer } from '../ports/clock';

/** The end of a turn's patience. */
export interface TurnEnd {
  /** Ends when the client leaves or the time is up. */
  readonly signal: AbortSignal;
  /** Stops watching; the turn is over. */
  close(): void;
}

/** Watches for what comes first: the client leaves, or the time is up at which an answer has to be there. */
export function turnEnd(
  ports: { readonly timer: Timer; readonly newAbort: () => { readonly signal: AbortSignal; abort(): void } },
  milliseconds: number,
  client: AbortSignal | undefined,
): TurnEnd {
  const ending = ports.newAbort();
  const end = (): void => ending.abort();
  if (client?.aborted === true) end();
  client?.addEventListener('abort', end, { once: true });
  const cancel = ports.timer.after(milliseconds, end);
  return {
    signal: ending.signal,
    close: () => {
      cancel();
      client?.removeEventListener('abort', end);
    },
  };
}
