/** A number of tokens and how it was found. */
export interface TokenCount {
  readonly tokens: number;
  /** True when the number is an estimate (the tokenizer is not loaded yet). */
  readonly approximate: boolean;
}

/** Counts tokens of a text. Counting never blocks on loading: until the tokenizer is there, estimates are given. */
export interface TokenCounter {
  /** The tokens of a text, counted as plain text (control sequences have no special meaning). */
  count(text: string): TokenCount;
  /** Loads the tokenizer; resolves when counts are exact. */
  prepare(): Promise<void>;
}
