/** Patterns with more ways to match at one place than this are not run on the thread of the turn. */
const MOST_WAYS = 1_000;

/**
 * Whether a regular expression is proven to take time that is linear in the text: the number of ways in which it can
 * match at one place is bounded by a small number, because no part repeats without limit and the choices multiply to
 * little. The proof is deliberately narrow; what it cannot prove is run where it can be stopped.
 */
export function isProvenLinear(source: string): boolean {
  return waysToMatch(source) <= MOST_WAYS;
}

/** An upper bound of the ways to match at one place; infinite for what repeats without limit or is not understood. */
function waysToMatch(source: string): number {
  let ways = 1;
  let before = '';
  for (const [token] of source.matchAll(TOKEN)) {
    ways *= choicesOf(token, before);
    if (ways > MOST_WAYS) return Number.POSITIVE_INFINITY;
    before = token;
  }
  return ways;
}

/** An escape, a class, a group's opening, a quantifier, or one character. */
const TOKEN = /(?:\\(?:[\s\S]|$)|\[(?:[^\]\\]|\\[\s\S])*\]|\(\?(?:<[^>]*>|[:=!]|<[=!])|\{\d*,?\d*\}|[\s\S])/g;

function choicesOf(token: string, before: string): number {
  if (token === '?' || token === '|') return 2;
  if (token === '*' || token === '+') return Number.POSITIVE_INFINITY;
  // Looking around and looking back can each scan the text anew from every place.
  if (/^\(\?<?[=!]/.test(token) || /^\\[1-9k]/.test(token)) return Number.POSITIVE_INFINITY;
  const range = /^\{(\d+)(,?)(\d*)\}$/.exec(token);
  if (!range) return 1;
  const [, from = '0', comma = '', to = ''] = range;
  const most = comma === '' ? Number(from) : to === '' ? Number.POSITIVE_INFINITY : Number(to);
  // The choices inside a repeated group multiply with each repetition.
  if (before === ')' && most > 1) return Number.POSITIVE_INFINITY;
  return most - Number(from) + 1;
}
