/** A shortened text below this many tokens tells too little to be worth its place. */
export const FEWEST_TOKENS = 50;

/** The end of a sentence: its mark, with what closes after it. */
const SENTENCE_END = /[.!?…。！？．]+["'”’»」』)\]]*(?=\s|$)|[。！？．][」』）]*/gu;

/**
 * The longest beginning of a text that ends with a sentence and costs at most `most` tokens; undefined when not even
 * `FEWEST_TOKENS` are left or no sentence fits. `cost` must not fall when a text grows.
 */
export function shortenToSentence(text: string, most: number, cost: (text: string) => number): string | undefined {
  if (most < FEWEST_TOKENS) return undefined;
  const ends = [...text.matchAll(SENTENCE_END)].map((match) => match.index + match[0].length);
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (cost(text.slice(0, ends[middle])) <= most) low = middle + 1;
    else high = middle;
  }
  const end = ends[low - 1];
  return end === undefined ? undefined : text.slice(0, end);
}
