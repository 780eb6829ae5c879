import type { ChannelId } from '../channels/channel-table';
import type { MeteredUse } from './metered-model';

/** What was spent on one account. */
export interface Spent {
  readonly requests: number;
  /** Tokens of what was sent, those from the provider's cache included. */
  readonly input: number;
  readonly output: number;
  readonly cached: number;
  /** In the currency of the price table: at least this much, for requests without a price add nothing. */
  readonly cost: number;
  /** Requests to models that the price table does not know. */
  readonly unpriced: number;
  /** Requests whose tokens the provider did not tell. */
  readonly estimated: number;
}

/** What was spent by channel. */
export type SpentByChannel = Readonly<Partial<Record<ChannelId, Spent>>>;

/** Prices of a model for a million tokens, in any currency. */
export interface TokenPrice {
  readonly input: number;
  readonly output: number;
  /** For tokens from the provider's cache; undefined for the price of `input`. */
  readonly cached?: number;
}

/** Prices by the provider's name of the model. */
export type PriceTable = Readonly<Record<string, TokenPrice>>;

const MILLION = 1_000_000;

export const nothingSpent: Spent = {
  requests: 0,
  input: 0,
  output: 0,
  cached: 0,
  cost: 0,
  unpriced: 0,
  estimated: 0,
};

/** Both together. */
export function addSpent(a: Spent, b: Spent): Spent {
  return {
    requests: a.requests + b.requests,
    input: a.input + b.input,
    output: a.output + b.output,
    cached: a.cached + b.cached,
    cost: a.cost + b.cost,
    unpriced: a.unpriced + b.unpriced,
    estimated: a.estimated + b.estimated,
  };
}

/** With one more amount on a channel. */
export function addToChannel(spent: SpentByChannel, channel: ChannelId, more: Spent): SpentByChannel {
  return { ...spent, [channel]: addSpent(spent[channel] ?? nothingSpent, more) };
}

/** What one answer took. Counts that are no numbers above 0 are taken for 0. */
export function spentOn(use: MeteredUse, price: TokenPrice | undefined): Spent {
  const [input, output] = [tokens(use.input), tokens(use.output)];
  const cached = Math.min(input, tokens(use.cached));
  const cost =
    price === undefined
      ? 0
      : ((input - cached) * price.input + cached * (price.cached ?? price.input) + output * price.output) / MILLION;
  return {
    requests: 1,
    input,
    output,
    cached,
    cost,
    unpriced: price === undefined ? 1 : 0,
    estimated: use.isEstimated ? 1 : 0,
  };
}

function tokens(count: number): number {
  return Number.isFinite(count) && count > 0 ? Math.round(count) : 0;
}
