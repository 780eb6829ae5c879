const LONGEST_RUN = 256;

// The tokenizer works on pieces that end where the kind of character changes, in a time that grows with the square of
// a piece's length. These are its kinds that have no limit of their own.
const KINDS = [String.raw`[\p{L}\p{M}]`, String.raw`\s`, String.raw`[^\s\p{L}\p{N}]`];
const LONG_RUN = new RegExp(KINDS.map((kind) => `${kind}{${String(LONGEST_RUN)}}(?=${kind})`).join('|'), 'gu');

// Much cheaper, and enough to see that most texts have no such run.
const MAYBE_LONG_RUN = new RegExp(String.raw`\S{${String(LONGEST_RUN + 1)}}|\s{${String(LONGEST_RUN + 1)}}`);

/**
 * Cuts a text within runs of more than 256 characters of one kind (letters, white space, signs), which prose hardly
 * ever has. The parts joined are the text. Each cut can change the sum of the parts' tokens by a few.
 */
export function cutRuns(text: string): readonly string[] {
  if (!MAYBE_LONG_RUN.test(text)) return [text];
  const parts: string[] = [];
  let start = 0;
  for (const run of text.matchAll(LONG_RUN)) {
    const end = run.index + run[0].length;
    parts.push(text.slice(start, end));
    start = end;
  }
  return [...parts, text.slice(start)];
}
