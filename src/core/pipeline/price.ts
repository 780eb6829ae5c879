import { formatEntry } from './format-entry';
import type { Candidate, PricedCandidate } from './candidate';
import { shortenToSentence } from './shorten';
import type { TurnContext } from './turn-context';

type Pricing = Pick<TurnContext, 'settings' | 'tokens' | 'request'>;

/** Tokens in the client's model: our count scaled by what the client told of a sample. */
export function tokensOf(text: string, { tokens, request }: Pricing): number {
  return Math.ceil(tokens.count(text).tokens * request.tokenScale);
}

/** The candidate with its text as it would be injected and what that costs, wrapper included. */
export function priced(candidate: Candidate, context: Pricing): PricedCandidate {
  const formatted = formatEntry(candidate.entry, context.settings.template);
  return { ...candidate, formatted, tokens: tokensOf(formatted, context) };
}

/** The candidate cut at a sentence's end so that it costs at most `most` tokens, if that is possible. */
export function shortened(candidate: PricedCandidate, most: number, context: Pricing): PricedCandidate | undefined {
  const withText = (text: string): PricedCandidate =>
    priced({ ...candidate, entry: { ...candidate.entry, text } }, context);
  const text = shortenToSentence(candidate.entry.text, most, (beginning) => withText(beginning).tokens);
  return text === undefined ? undefined : withText(text);
}
