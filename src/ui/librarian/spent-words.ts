import type {
  WireLibrarianMessage,
  WireLibrarianSessions,
  WireLibrarianSpent,
} from '../../server/contract/wire-librarian';
import { counted, figure } from '../figures';

/** From this share on a limit is near. */
const NEAR = 0.75;

const nothing: WireLibrarianSpent = { requests: 0, input: 0, output: 0, cached: 0, estimated: false };
const money = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 3 });

/** What the answers among messages took together. */
export function spentTogether(messages: readonly WireLibrarianMessage[]): WireLibrarianSpent {
  return messages.reduce((sum, message) => (message.role === 'user' ? sum : added(sum, message.spent)), nothing);
}

/** Tokens and cost in a few words; empty for nothing. */
export function spentWords({ input, output, cost, estimated }: WireLibrarianSpent): string {
  const tokens = input + output;
  if (tokens === 0) return '';
  const words = `${estimated ? 'about ' : ''}${counted(tokens, 'token', 'tokens')}`;
  return cost === undefined ? words : `${words}, cost ${money.format(cost)}`;
}

/** The same in whole, for who wants to know. */
export function spentDetail(spent: WireLibrarianSpent): string {
  const { requests, input, output, cached, estimated, cost } = spent;
  const sentences = [
    `${counted(requests, 'question', 'questions')} to the model: ${figure(input)} tokens sent, ${figure(cached)} of them from the provider’s cache, and ${figure(output)} written.`,
    estimated ? 'The provider did not tell all of them; they are estimated.' : '',
    cost === undefined ? 'Its price is not known; prices are in the settings.' : '',
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

/** What is nearly used up, as sentences: limits of the answer that is being written, and of the day. */
export function nearLimits(
  { limits, usedToday, dailyTokens }: WireLibrarianSessions,
  answer: { readonly steps: number; readonly spent: WireLibrarianSpent } | undefined,
): readonly string[] {
  const tokens = (answer?.spent.input ?? 0) + (answer?.spent.output ?? 0);
  const near = (used: number, most: number | undefined): most is number => most !== undefined && used >= most * NEAR;
  return [
    ...(answer && near(answer.steps, limits.steps)
      ? [`This answer took ${figure(answer.steps)} of ${figure(limits.steps)} steps.`]
      : []),
    ...(answer && near(tokens, limits.tokens)
      ? [`This answer took ${figure(tokens)} of ${figure(limits.tokens)} tokens.`]
      : []),
    ...(near(usedToday, dailyTokens)
      ? [`${figure(usedToday)} of ${figure(dailyTokens)} tokens of today are used.`]
      : []),
  ];
}

function added(sum: WireLibrarianSpent, more: WireLibrarianSpent): WireLibrarianSpent {
  const cost = sum.cost === undefined && more.cost === undefined ? undefined : (sum.cost ?? 0) + (more.cost ?? 0);
  return {
    requests: sum.requests + more.requests,
    input: sum.input + more.input,
    output: sum.output + more.output,
    cached: sum.cached + more.cached,
    ...(cost !== undefined && { cost }),
    estimated: sum.estimated || more.estimated,
  };
}
