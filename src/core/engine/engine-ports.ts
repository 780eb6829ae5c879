import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteSource } from '../ports/note-source';
import type { PatternRunner } from '../ports/pattern-runner';
import type { RandomSource } from '../ports/random';
import type { TokenCounter } from '../ports/token-counter';

/** What the host gives the engine. */
export interface EnginePorts {
  readonly source: NoteSource;
  /** Holds the document `data` (settings and vault id); other parts of the host may keep further documents in it. */
  readonly store: DocumentStore;
  readonly tokens: TokenCounter;
  /** Runs regular expressions that may take forever. */
  readonly patterns: PatternRunner;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
  readonly log: Log;
  /** Makes a signal that can be ended. */
  readonly newAbort: () => { readonly signal: AbortSignal; abort(): void };
}
