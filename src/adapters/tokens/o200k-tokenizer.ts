import { countTokens, setMergeCacheSize } from 'gpt-tokenizer/encoding/o200k_base';

// The tokenizer's own cache keeps pieces of the texts it saw; its default would keep a hundred thousand.
const REMEMBERED_PIECES = 10_000;
setMergeCacheSize(REMEMBERED_PIECES);

// Without it, a text that contains a control sequence such as <|endoftext|> is refused.
const PLAIN_TEXT = { disallowedSpecial: new Set<string>() };

/** The tokens of a text in the o200k_base encoding; control sequences are plain text. */
export function countO200kTokens(text: string): number {
  return countTokens(text, PLAIN_TEXT);
}
