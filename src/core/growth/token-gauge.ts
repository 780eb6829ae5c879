/** Characters that are counted one by one; what is longer is reckoned from them. */
const COUNTED = 20_000;

/** Roughly the tokens of texts of any length, without counting long ones to their end. */
export function tokenGauge(count: (text: string) => number): (text: string) => number {
  return (text) => {
    if (text.length <= COUNTED) return count(text);
    return Math.ceil((count(text.slice(0, COUNTED)) / COUNTED) * text.length);
  };
}

/** The most characters that have room in so many tokens of such a text. */
export function charactersFor(tokens: number, text: string, tokensOf: (text: string) => number): number {
  const share = tokensOf(text) / Math.max(1, text.length);
  return share === 0 ? text.length : Math.max(1, Math.floor(tokens / share));
}
