import type { TokenCount, TokenCounter } from '../../core/ports/token-counter';

/** Counts every word and every sign as one token, so that tests can say what a text costs. */
export class WordTokenCounter implements TokenCounter {
  #ready: boolean;

  /** A counter that is not ready says that its numbers are estimates until it is prepared. */
  constructor(ready = true) {
    this.#ready = ready;
  }

  count(text: string): TokenCount {
    const tokens = text.match(/[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu)?.length ?? 0;
    return { tokens, approximate: !this.#ready };
  }

  prepare(): Promise<void> {
    this.#ready = true;
    return Promise.resolve();
  }
}
