/** A job for the worker: run one pattern over one text. */
export interface PatternJob {
  readonly source: string;
  readonly flags: string;
  readonly text: string;
  readonly most: number;
}

/** What the worker sends back: ranges, or why there are none. */
export type PatternReply = { readonly ranges: readonly (readonly [number, number])[] } | { readonly error: string };

/**
 * The worker's whole program, as text: it must start without a file of its own. `receive(listener)` and `send(value)` are
 * put in front of it by the platform.
 */
export const PATTERN_WORKER = `
receive(({ source, flags, text, most }) => {
  try {
    const pattern = new RegExp(source, flags.includes('g') ? flags : flags + 'g');
    const ranges = [];
    for (const match of text.matchAll(pattern)) {
      ranges.push([match.index, match.index + match[0].length]);
      if (ranges.length >= most) break;
    }
    send({ ranges });
  } catch (error) {
    send({ error: String(error) });
  }
});
`;
