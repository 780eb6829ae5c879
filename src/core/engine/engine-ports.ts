import type { ModelMaker } from '../ai/model-maker';
import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { NoteWriter } from '../ports/note-writer';
import type { PatternRunner } from '../ports/pattern-runner';
import type { RandomSource } from '../ports/random';
import type { SecretStore } from '../ports/secret-store';
import type { TokenCounter } from '../ports/token-counter';
import type { VaultOpener } from '../ports/vault-opener';

/** What the host gives the engine. */
export interface EnginePorts {
  readonly source: NoteSource;
  /** Writes into the vault that `source` reads. */
  readonly writer: NoteWriter;
  /** Holds the documents of the engine, such as `data` (settings and vault id) and `index`; other parts of the host may keep further documents in it. */
  readonly store: DocumentStore;
  readonly tokens: TokenCounter;
  /** Runs regular expressions that may take forever. */
  readonly patterns: PatternRunner;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
  readonly log: Log;
  /** Keys of providers, on this device only. */
  readonly secrets: SecretStore;
  /** Makes models of connections. */
  readonly models: ModelMaker;
  /** Opens further vaults; a host without it reads its own alone. */
  readonly vaults?: VaultOpener;
  /** The user's time zone in minutes east of UTC: where a day of spent tokens begins. UTC without it. */
  readonly minutesEast?: () => number;
  /** The program's version: what another one left behind of the index is not used. */
  readonly version?: string;
  /** Resolves after the host has had its turn: long work waits for it now and then. Without it, work is not interrupted. */
  readonly pause?: () => Promise<void>;
  /** Makes a signal that can be ended. */
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
}
