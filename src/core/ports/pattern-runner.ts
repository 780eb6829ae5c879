/** What came of running a regular expression over a text. */
export type PatternOutcome =
  | { readonly kind: 'found'; readonly ranges: readonly (readonly [number, number])[] }
  /** It did not end in time and was stopped. */
  | { readonly kind: 'stopped' }
  | { readonly kind: 'failed'; readonly reason: string };

/** Runs regular expressions that may take forever where they can be stopped: never on the thread of the turn. */
export interface PatternRunner {
  /** The first matches (at most `most`), or `stopped` after `milliseconds`. Never rejects. */
  run(source: string, flags: string, text: string, most: number, milliseconds: number): Promise<PatternOutcome>;
  /** Ends whatever runs. */
  close(): void;
}
