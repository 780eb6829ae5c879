import { Breaker } from '../base/breaker';
import type { VaultPlace } from '../ports/vault-opener';

/** The first pause after a failure, in milliseconds; each further failure doubles it. */
export const FIRST_PAUSE_MS = 2_000;
/** The longest pause, in milliseconds. */
export const LONGEST_PAUSE_MS = 15_000;

const plan = {
  failuresToOpen: 1,
  openFor: (failures: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)),
};

/** A breaker for each server, so that what is asked of one of its vaults counts for all. */
export class VaultBreakers {
  readonly #breakers = new Map<string, Breaker>();

  constructor(private readonly now: () => number) {}

  /** That of the server on which a vault is, or of the folder; made when it is first used. */
  of(place: VaultPlace): Breaker {
    const known = this.#breakers.get(breakerKey(place));
    if (known) return known;
    const breaker = new Breaker(plan, this.now);
    this.#breakers.set(breakerKey(place), breaker);
    return breaker;
  }

  /** Forgets those that none of the places uses. */
  keepOnly(places: Iterable<VaultPlace>): void {
    const used = new Set([...places].map(breakerKey));
    for (const key of this.#breakers.keys()) if (!used.has(key)) this.#breakers.delete(key);
  }

  get size(): number {
    return this.#breakers.size;
  }
}

function breakerKey({ kind, folder, host, port }: VaultPlace): string {
  return kind === 'folder' ? `folder\u0000${folder}` : `${host.toLowerCase()}:${String(port)}`;
}
