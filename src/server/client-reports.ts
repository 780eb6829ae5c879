import { LruMap } from '../core/base/lru-map';
import type { Clock } from '../core/ports/clock';
import type { WireClientReport } from './contract/wire-clients';

const MOST_CLIENTS = 100;

/** What clients said of themselves in this run, by the client's id. */
export class ClientReports {
  readonly #reports = new LruMap<string, WireClientReport>(MOST_CLIENTS);

  constructor(private readonly clock: Clock) {}

  note(client: string, version: string, hostVersion: string | undefined): void {
    this.#reports.set(client, { version, at: this.clock.now(), ...(hostVersion !== undefined && { hostVersion }) });
  }

  of(client: string): WireClientReport | undefined {
    return this.#reports.get(client);
  }
}
