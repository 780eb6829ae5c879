const LONGEST = 100;

/** A stranger's text as part of a sentence; empty for what is no text. */
export function shortText(value: unknown): string {
  return typeof value === 'string'
    ? value
        .replace(/\p{Cc}/gu, ' ')
        .trim()
        .slice(0, LONGEST)
    : '';
}
