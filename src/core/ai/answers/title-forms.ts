import { foldText } from '../../base/fold-text';

/** A title as names are compared: folded, with single blanks. */
export function exactForm(title: string): string {
  return foldText(title, { caseSensitive: false }).text.replace(/\s+/g, ' ').trim();
}

/** A title without what says nothing about whom it means: accents, punctuation, an article in front. */
export function looseForm(title: string): string {
  const plain = exactForm(title).normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return words.replace(/^(?:the|an?) (?=.)/, '');
}

/** What models put around a title: the list's own marks, tags, a file's folders and ending, a remark behind a dash, a remark in brackets behind it. */
export function withoutTrimmings(written: string): string {
  return written
    .split('→', 1)
    .join('')
    .replace(/\[\[([^\]|]*)(?:\|[^\]]*)?\]\]/g, '$1')
    .replace(/<\/?[a-z]{1,10}>/gi, '')
    .replace(/\s+[–—-]\s.*$/s, '')
    .replace(/\.md\s*$/i, '')
    .replace(/^(?:[^/]*[^\s/]\/)+(?=[^\s/])/, '')
    .replace(/\s*[[(][^[\]()]*[\])]\s*$/, '');
}

/** In shorter words one letter makes another word. */
const SHORTEST_SLIP = 7;

/**
 * Whether one title is the other with one slip of the fingers: in one long word, neither at its beginning nor at its
 * end, one letter is missing or too many, or two neighbours are swapped. A wrong letter makes another name.
 */
export function isSlipOf(written: string, title: string): boolean {
  if (Math.abs(written.length - title.length) > 1) return false;
  const [words, known] = [written.split(' '), title.split(' ')];
  if (words.length !== known.length) return false;
  const differing = words.flatMap((word, at) => (word === known[at] ? [] : [[word, known[at] ?? ''] as const]));
  const [first] = differing;
  return first !== undefined && differing.length === 1 && isWordSlip(first[0], first[1]);
}

function isWordSlip(a: string, b: string): boolean {
  if (Math.min(a.length, b.length) < SHORTEST_SLIP || a[0] !== b[0] || a.at(-1) !== b.at(-1)) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [restA, restB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (restA.length === 2 && restB.length === 2) return restA[0] === restB[1] && restA[1] === restB[0];
  return restA.length + restB.length === 1;
}
