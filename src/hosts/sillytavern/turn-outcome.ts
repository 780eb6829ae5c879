/** Why a reply got no lore. */
export type MissCause =
  /** No answer within the deadline. */
  | 'late'
  /** Nobody answered. */
  | 'absent'
  /** The token is not accepted. */
  | 'refused'
  /** This page's address, or the token's scope, is not allowed. */
  | 'blocked'
  /** There is no token yet. */
  | 'unpaired'
  /** The server could not answer this request. */
  | 'rejected';

/** A turn without lore that should have had some. */
export interface MissedTurn {
  readonly kind: 'miss';
  readonly cause: MissCause;
  /** What the server said; empty when it said nothing. */
  readonly detail: string;
}

/** How the last turn went. */
export type TurnOutcome =
  | { readonly kind: 'lore'; readonly injected: number; readonly tokens: number; readonly milliseconds: number }
  | MissedTurn;
