import { escapePattern, literalKey, slashed } from '../foreign-keys';

/** How words and their ends are written in a pattern. */
interface Alphabet {
  readonly start: string;
  readonly end: string;
  readonly any: string;
  readonly one: string;
  readonly flags: string;
}

/** Short patterns where they are enough, and such as know the letters of all languages. */
const LATIN: Alphabet = { start: '\\b', end: '\\b', any: '\\w*', one: '\\w', flags: 'i' };
const EVERY: Alphabet = {
  start: '(?<![\\p{L}\\p{N}_])',
  end: '(?![\\p{L}\\p{N}_])',
  any: '[\\p{L}\\p{M}\\p{N}_]*',
  one: '[\\p{L}\\p{N}_]',
  flags: 'iu',
};

/** Signs that AgnAI leaves out of keywords. */
const PUNCTUATION = /[^\p{L}\p{M}\p{N}\s_*?{}'’-]/gu;

/** A keyword of AgnAI as a key of a note: `*` stands for any letters, `?` for one, and whole words are meant. */
export function keyFromWildcard(keyword: string): string {
  const text = keyword.replace(PUNCTUATION, '').replace(/\*+/g, '*').trim();
  if (!/[*?]/.test(text)) return literalKey(keyword);
  if (/^[*?\s]*$/.test(text)) return '';
  const alphabet = /^[\p{ASCII}]*$/u.test(text) ? LATIN : EVERY;
  const source = text
    .split(/([*?])/)
    .map((part) => (part === '*' ? alphabet.any : part === '?' ? alphabet.one : escapePattern(part)))
    .join('');
  return slashed(alphabet.start + source + alphabet.end, alphabet.flags) ?? literalKey(keyword);
}

/** The keyword that `keyFromWildcard` made this pattern of, or undefined for any other pattern. */
export function wildcardFromPattern(key: string): string | undefined {
  for (const alphabet of [LATIN, EVERY]) {
    const [head, tail] = [`/${alphabet.start}`, `${alphabet.end}/${alphabet.flags}`];
    if (!key.startsWith(head) || !key.endsWith(tail)) continue;
    const inner = key.slice(head.length, key.length - tail.length);
    const text = inner
      .replaceAll(alphabet.any, '*')
      .replaceAll(alphabet.one, '?')
      .replace(/\\([\\^$.*+()[\]{}|/])/g, '$1');
    if (keyFromWildcard(text) === key) return text;
  }
  return undefined;
}
