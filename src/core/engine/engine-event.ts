import type { Trace } from '../pipeline/trace';

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
  | { readonly kind: 'chat-changed'; readonly chat: string }
  /** An interceptor failed three times in a row and is not asked again. */
  | { readonly kind: 'hook-paused'; readonly hook: string };
