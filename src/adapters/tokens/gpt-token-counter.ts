import { contentHash } from '../../core/base/content-hash';
import { LruMap } from '../../core/base/lru-map';
import type { TokenCount, TokenCounter } from '../../core/ports/token-counter';
import { cutRuns } from './cut-runs';
import { estimateTokens } from './estimate-tokens';

/** Counts the tokens of a text. */
export type CountTokens = (text: string) => number;

/** Loads a tokenizer. */
export type LoadTokenizer = () => Promise<CountTokens>;

const REMEMBERED_COUNTS = 20_000;

// Longer texts are remembered by their fingerprint, so that the memory held does not depend on their length.
const LONGEST_KEY = 64;

// The tokenizer is behind our own file: a dynamic import of a package would keep all of it in the bundle.
// Its ranks and its tables take about the same time; in between everything else has its turn.
const loadO200k: LoadTokenizer = async () => {
  const { rankCount } = await import('./o200k-ranks');
  if (rankCount === 0) throw new Error('The tokenizer has no ranks.');
  await new Promise((resolve) => setTimeout(resolve, 0));
  return (await import('./o200k-tokenizer')).countO200kTokens;
};

function cacheKey(text: string): string {
  return text.length <= LONGEST_KEY ? `=${text}` : `#${contentHash(text)}${String(text.length)}`;
}

/**
 * Counts with the o200k_base encoding, whose ranks are loaded by `prepare`; until then counts are estimates. A text with
 * runs of more than 256 letters or signs is counted in parts, whose sum can differ from the whole by a few tokens each.
 */
export class GptTokenCounter implements TokenCounter {
  readonly #counts = new LruMap<string, number>(REMEMBERED_COUNTS);
  #tokenizer: CountTokens | undefined;
  #loading: Promise<void> | undefined;

  constructor(private readonly load: LoadTokenizer = loadO200k) {}

  count(text: string): TokenCount {
    const tokenizer = this.#tokenizer;
    if (tokenizer === undefined) return { tokens: estimateTokens(text), approximate: true };
    return { tokens: this.#remembered(text, tokenizer), approximate: false };
  }

  /** Loads the tokenizer once. Rejects when that fails; estimates go on, and the next call tries again. */
  async prepare(): Promise<void> {
    this.#loading ??= this.#load();
    try {
      await this.#loading;
    } catch (error) {
      this.#loading = undefined;
      throw error;
    }
  }

  async #load(): Promise<void> {
    const tokenizer = await this.load();
    // The first count builds tables, which nobody should have to wait for later.
    tokenizer('The first count.');
    this.#tokenizer = tokenizer;
  }

  #remembered(text: string, tokenizer: CountTokens): number {
    const key = cacheKey(text);
    const known = this.#counts.get(key);
    if (known !== undefined) return known;
    const tokens = cutRuns(text).reduce((sum, part) => sum + tokenizer(part), 0);
    this.#counts.set(key, tokens);
    return tokens;
  }
}
