import type { LoreEngine } from '../../core/engine/lore-engine';
import type { Clock } from '../../core/ports/clock';
import type { Log } from '../../core/ports/log';
import type { RandomSource } from '../../core/ports/random';
import type { AccessTokens } from '../access-tokens';
import type { ClientReports } from '../client-reports';
import type { HostFacts } from '../doctor/host-facts';
import type { ClientStreams } from '../events/client-streams';
import type { Pairings } from '../pairing';
import type { RefusedOrigins } from '../refused-origins';

/** What the routes are made of. */
export interface RouteParts {
  readonly engine: LoreEngine;
  readonly access: AccessTokens;
  readonly pairing: Pairings;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  readonly streams: ClientStreams;
  /** What clients said of themselves. */
  readonly reports: ClientReports;
  /** Pages that were turned away. */
  readonly refusedOrigins: RefusedOrigins;
  /** What the program around the server knows. */
  readonly host: HostFacts;
  readonly hasConsole: boolean;
  /** Whether a page of this origin may ask by now. */
  readonly isAllowed: (origin: string) => boolean;
  /** Version of the program. */
  readonly version: string;
}
