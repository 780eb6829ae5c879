import type { Trace } from '../pipeline/trace';
import type { IndexReport } from '../vaults/index-reports';

/** Something happened that a panel or client may want to show. */
export type EngineEvent =
  | { readonly kind: 'index-changed' }
  | { readonly kind: 'generation-finished'; readonly trace: Trace }
  | { readonly kind: 'settings-changed' }
  /** Channels, connections, keys or the state of a breaker. */
  | { readonly kind: 'channels-changed' }
  /** How many notes of an import are written. */
  | { readonly kind: 'import-progress'; readonly done: number; readonly total: number }
  /** An import was made, or taken back. */
  | { readonly kind: 'imported'; readonly import: string }
  /** A watched lorebook was mirrored, settled, taken back, deleted where it came from, or is not watched any more. */
  | { readonly kind: 'watched-changed'; readonly book: string }
  /** The health check found something else than before, or something was put aside. */
  | { readonly kind: 'health-changed' }
  /** All lore tests were run, by themselves after a change or because somebody wanted it. */
  | {
      readonly kind: 'lore-tests-finished';
      readonly passed: number;
      readonly failed: number;
      /** Names of the tests that do not pass any more, and of those that do again. */
      readonly turnedRed: readonly string[];
      readonly turnedGreen: readonly string[];
      readonly byThemselves: boolean;
    }
  /** A proposal was made or decided upon. */
  | { readonly kind: 'proposals-changed' }
  /** A tool changed a note, or that was taken back. */
  | { readonly kind: 'changes-changed' }
  /** A job on the lore came further, waits, ended or was forgotten. */
  | { readonly kind: 'growth-changed'; readonly job: string }
  /** A conversation with the Librarian was begun, answered, renamed or forgotten. */
  | { readonly kind: 'librarian-changed'; readonly session: string }
  | { readonly kind: 'chat-changed'; readonly chat: string }
  /** A client told of messages of a chat that were not known so. */
  | { readonly kind: 'transcript-changed'; readonly chat: string }
  /** Summaries of a chat, or what is being done for them, are others than before. */
  | { readonly kind: 'scribe-changed'; readonly chat: string }
  /** What was counted of the use of entries was forgotten, or came back. */
  | { readonly kind: 'analytics-changed' }
  /** A further vault was added, changed or taken away, or stands otherwise than before. */
  | { readonly kind: 'vaults-changed' }
  /** Entries of a vault came, went or changed. */
  | { readonly kind: 'index-report'; readonly report: IndexReport }
  /** Lore gaps were met, decided, filled or forgotten. */
  | { readonly kind: 'gaps-changed' }
  /** An interceptor failed three times in a row and is not asked again. */
  | { readonly kind: 'hook-paused'; readonly hook: string };
