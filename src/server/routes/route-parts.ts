import type { LoreEngine } from '../../core/engine/lore-engine';
import type { Clock } from '../../core/ports/clock';
import type { Log } from '../../core/ports/log';
import type { RandomSource } from '../../core/ports/random';
import type { AccessTokens } from '../access-tokens';
import type { ClientStreams } from '../events/client-streams';
import type { Pairings } from '../pairing';

/** What the routes are made of. */
export interface RouteParts {
  readonly engine: LoreEngine;
  readonly access: AccessTokens;
  readonly pairing: Pairings;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
  readonly streams: ClientStreams;
  /** Version of the program. */
  readonly version: string;
}
