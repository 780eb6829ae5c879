/** Waits for leave to keep a line open; gives what ends it. Rejects when the signal fires first. */
export type TakeSeat = (signal: AbortSignal) => Promise<() => void>;

/** What `navigator.locks` offers of the Web Locks API, as far as it is needed. */
export interface Locks {
  readonly request: (
    name: string,
    options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
    granted: (lock: unknown) => Promise<void> | undefined,
  ) => Promise<unknown>;
}

/**
 * A browser opens six connections to one server for all of its pages, and each open line keeps one: with more lines than
 * these, pages would wait for their lore.
 */
const seats = ['lorehearth-line-1', 'lorehearth-line-2', 'lorehearth-line-3'] as const;

/** Every page gets a seat at once. */
export const anySeat: TakeSeat = () => Promise.resolve(() => undefined);

/** Seats that all pages of the browser share; a page that closes leaves its own. */
export function sharedSeats(locks: Locks): TakeSeat {
  return async (signal) => {
    for (const seat of seats) {
      const leave = await hold(locks, seat, { ifAvailable: true });
      if (leave !== undefined) return leave;
    }
    return new Promise((resolve, reject) => {
      // Whichever is free first; the others are not wanted any more.
      const waiting = new AbortController();
      const stop = (): void => waiting.abort();
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      let isSeated = false;
      const sit = (leave: (() => void) | undefined): void => {
        if (isSeated) leave?.();
        else if (leave !== undefined) {
          isSeated = true;
          resolve(leave);
          stop();
        }
      };
      const waits = seats.map((seat) => hold(locks, seat, { signal: waiting.signal }).then(sit));
      void Promise.allSettled(waits).then(() => reject(new DOMException('No seat was waited for.', 'AbortError')));
    });
  };
}

/** A seat of which there is one for all pages of the browser. */
export function soleSeat(locks: Locks, name: string): TakeSeat {
  return async (signal) => {
    const leave = await hold(locks, name, { signal });
    if (leave === undefined) throw new DOMException('The seat was not given.', 'AbortError');
    return leave;
  };
}

function hold(
  locks: Locks,
  name: string,
  options: { readonly ifAvailable?: boolean; readonly signal?: AbortSignal },
): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const granted = (lock: unknown): Promise<void> | undefined => {
      if (lock !== null) return new Promise<void>((leave) => resolve(leave));
      resolve(undefined);
      return undefined;
    };
    locks.request(name, options, granted).catch(reject);
  });
}
