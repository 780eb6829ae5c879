import { getContext, setContext } from 'svelte';

type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>;

/** Whether the server can be reached, as the newest request has found. Of no use where requests stay in the program. */
export class Reach {
  #isLost = $state(false);
  /** Places that say it themselves, since they have nothing older to show. */
  #told = $state(0);

  /** Whether the newest request found no server. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Whether what is shown is from before the server went away. */
  get isOld(): boolean {
    return this.#isLost && this.#told === 0;
  }

  /** The same `fetch`, whose requests tell whether there is a server. One that was given up tells nothing. */
  watch(fetch: Fetch): Fetch {
    return async (input, init) => {
      try {
        const response = await fetch(input, init);
        this.#isLost = false;
        return response;
      } catch (error) {
        if (error instanceof TypeError) this.#isLost = true;
        throw error;
      }
    };
  }

  /** Something else says it, until the returned function is called. */
  tellElsewhere(): () => void {
    this.#told += 1;
    return () => (this.#told -= 1);
  }
}

const KEY = Symbol('reach');

/** Hands it to everything inside of a component that is being made. */
export function provideReach(reach: () => Reach | undefined): void {
  setContext(KEY, reach);
}

/** The one of the panel around a component that is being made; undefined where the server is in the same program. */
export function reachOfPanel(): Reach | undefined {
  return getContext<(() => Reach | undefined) | undefined>(KEY)?.();
}
