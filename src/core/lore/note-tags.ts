import type { MarkdownToken } from './markdown-tokens';
import { foldPropertyName } from './property-name';
import type { YamlPair, YamlValue } from './yaml-value';

/** The tag names that give notes their part. Lower case, without `#`. */
export interface TagNames {
  readonly lore: string;
  readonly always: string;
  readonly never: string;
  readonly bootstrap: string;
  readonly seed: string;
  readonly guide: string;
  readonly session: string;
}

const TAG_PROPERTIES = new Set(['tags', 'tag']);

const TAG_CHARACTER = String.raw`(?:[\p{L}\p{M}\p{N}\p{Extended_Pictographic}_/-]|\u200d)`;

/** A tag inside running text: `#` after the start, white space or marks of emphasis there, and not as the target of a link. */
const INLINE_TAG = new RegExp(`(?<=(?:^|[\\s(,;])(?:[*_]{1,3}|~~|==)?)(?<!\\]\\()#(${TAG_CHARACTER}+)`, 'gu');
const WHOLE_TAG = new RegExp(`^#${TAG_CHARACTER}+$`, 'u');
const TAG_GOES_ON = new RegExp(TAG_CHARACTER, 'u');

/** All tags of a note without `#`, lower case, in order, from its properties and from its text outside code and comments. */
export function noteTags(
  properties: readonly YamlPair[],
  tokens: readonly MarkdownToken[],
  body: string,
): readonly string[] {
  const tags = new Set<string>();
  for (const pair of properties) {
    if (isTagProperty(pair.name)) for (const tag of tagsOf(pair.value)) tags.add(tag);
  }
  for (const token of tokens) {
    if (token.kind === 'text') for (const tag of inlineTags(token.text, token.at, body)) tags.add(tag);
  }
  return [...tags];
}

/** Whether a property holds tags: `tags` or `tag`, however it is spelled. */
export function isTagProperty(name: string): boolean {
  return TAG_PROPERTIES.has(foldPropertyName(name));
}

function tagsOf(value: YamlValue): readonly string[] {
  if (value.kind === 'list') return value.items.flatMap(tagsOf);
  if (value.kind !== 'scalar') return [];
  return value.text
    .split(/[\s,\uff0c\u3001\u060c]+/)
    .map((tag) => tagName(tag.replace(/\p{Cf}/gu, '').replace(/^[#\uff03]+/, '')))
    .filter((tag) => tag !== '');
}

function tagName(written: string): string {
  return written.normalize('NFC').toLowerCase().replace(/\/+$/, '');
}

function inlineTags(text: string, at: number, body: string): readonly string[] {
  if (!text.includes('#')) return [];
  return [...text.matchAll(INLINE_TAG)]
    .filter((match) => !isIndentedCode(body, at + match.index))
    .map((match) => tagName(match[1] ?? ''))
    .filter(hasLetter);
}

/** `#42` is a number, not a tag. */
function hasLetter(tag: string): boolean {
  return /[^\d/]/.test(tag);
}

const LIST_ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Four blanks or a tab after a blank line begin a code block, unless a list goes on. */
function isIndentedCode(body: string, at: number): boolean {
  const lineStart = body.lastIndexOf('\n', at - 1) + 1;
  if (at - lineStart > 1_000 || !/^(?: {4}| {0,3}\t)/.test(body.slice(lineStart, at))) return false;
  const paragraphs = body
    .slice(Math.max(0, lineStart - 2_000), lineStart)
    .split('\n')
    .slice(0, -1);
  let previous = paragraphs.pop();
  if (previous !== undefined && previous.trim() !== '' && !isIndented(previous)) return false;
  while (previous !== undefined && (previous.trim() === '' || isIndented(previous))) {
    if (LIST_ITEM.test(previous)) return false;
    previous = paragraphs.pop();
  }
  return previous === undefined || !LIST_ITEM.test(previous);
}

function isIndented(line: string): boolean {
  return /^(?: {4}| {0,3}\t)/.test(line);
}

/** Whether a tag is the named one or nested below it. */
export function isTagOrBelow(tag: string, name: string): boolean {
  return tag === name || (tag.startsWith(name) && tag[name.length] === '/');
}

/** Whether a word such as `#lorebook/place` is one of the tags that mark notes for us. */
export function isMarkerTag(word: string, names: TagNames): boolean {
  if (!word.startsWith('#')) return false;
  const tag = tagName(word.slice(1));
  return Object.values<string>({ ...names }).some((name) => isTagOrBelow(tag, name));
}

/** Whether a word of running text is a tag. */
export function isTagWord(word: string): boolean {
  return WHOLE_TAG.test(word) && hasLetter(word.slice(1));
}

/**
 * Whether a text that cannot be parsed shows a tag: behind `#`, or, in properties, as a word of its own.
 * Used to tell broken lore notes from other broken notes.
 */
export function showsTag(text: string, name: string, where: 'properties' | 'body'): boolean {
  const before = where === 'properties' ? /[\s#"',[]/ : /#/;
  const lower = text.normalize('NFC').toLowerCase();
  for (let at = lower.indexOf(name); at >= 0; at = lower.indexOf(name, at + 1)) {
    const isWord = before.test(lower[at - 1] ?? (where === 'properties' ? ' ' : ''));
    const next = lower[at + name.length] ?? '';
    if (isWord && (next === '/' || !TAG_GOES_ON.test(next))) return true;
  }
  return false;
}
