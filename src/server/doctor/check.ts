import type { LoreEngine } from '../../core/engine/lore-engine';
import type { AccessTokens } from '../access-tokens';
import type { ClientReports } from '../client-reports';
import type { CheckState, WireFix } from '../contract/wire-doctor';
import type { Pairings } from '../pairing';
import type { RefusedOrigins } from '../refused-origins';
import type { HostFacts } from './host-facts';

/** What checks look at. */
export interface CheckContext {
  readonly engine: LoreEngine;
  readonly access: AccessTokens;
  readonly pairing: Pairings;
  readonly reports: ClientReports;
  readonly refusedOrigins: RefusedOrigins;
  readonly host: HostFacts;
  /** Version of the program. */
  readonly version: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly hasConsole: boolean;
  /** Whether an origin may ask by now. */
  readonly isAllowed: (origin: string) => boolean;
  /** Whether a model may be asked, which can cost something. */
  readonly asksModels: boolean;
  readonly signal: AbortSignal;
}

/** What a check found. */
export interface CheckResult {
  readonly state: CheckState;
  /** What was found, and what to do. */
  readonly sentence: string;
  readonly fixes?: readonly WireFix[];
}

/** One hop between the vault and the reply. */
export interface Check {
  readonly id: string;
  readonly title: string;
  /** Shown to admins alone: it names folders of the machine, pages, or lets the models be asked. */
  readonly isPrivate?: true;
  run(context: CheckContext): CheckResult | Promise<CheckResult>;
}
