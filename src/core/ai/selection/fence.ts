/** The names of the fences around texts that nobody of us wrote. */
export const fenceNames = ['entries', 'entry', 'story', 'summary', 'chat', 'categories'] as const;
export type FenceName = (typeof fenceNames)[number];

// A bracket of any width, then a fence's name, whatever invisible or blank characters stand between.
const INVISIBLE = '[\\s\\p{Cf}]*';

/** Makes everything in a text plain that looks like a fence of one of these names: data can neither open nor close one. */
export function defuser(names: readonly string[]): (text: string) => string {
  const letters = names.map((name) => Array.from(name).join('\\p{Cf}*')).join('|');
  const looksLikeFence = new RegExp(`[<＜‹〈﹤](?=${INVISIBLE}[/／⁄]?${INVISIBLE}(?:${letters}))`, 'giu');
  return (text) => text.replace(looksLikeFence, '&lt;');
}

/** The text with everything that looks like one of our fences made plain. */
export const defused = defuser(fenceNames);

/** A text that nobody of us wrote, in its fence. `head` is ours and stands in the opening tag. */
export function fenced(name: FenceName, text: string, head = ''): string {
  return `<${name}${head}>\n${defused(text)}\n</${name}>`;
}

/** Fenced texts in one fence around them all. */
export function fencedGroup(name: FenceName, parts: readonly string[]): string {
  return [`<${name}>`, ...parts, `</${name}>`].join('\n');
}

/** A text as one line: names and titles must not be able to start a new one. */
export function oneLine(text: string): string {
  return text.replace(/[\s\u2028\u2029]+/gu, ' ').trim();
}
