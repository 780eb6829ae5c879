/** A part of a text that is, or may be, a call. */
export interface CallBlock {
  /** Where it begins, its marks included. */
  readonly start: number;
  /** Where its inside begins and ends, and where the text goes on behind its marks. */
  readonly inner: number;
  readonly end: number;
  readonly after: number;
  /**
   * `sure`: marked as a call; `named`: marked with the name of a tool; `likely`: code that may be one; `other`: code of
   * another kind.
   */
  readonly kind: 'sure' | 'named' | 'likely' | 'other';
  /** The word behind the backticks. */
  readonly word: string;
}

/** Words behind the backticks of a block that is meant as a call, and those that may be. */
const SURE = /^(?:tools?|tool[_-]?(?:calls?|code|use|request)|function(?:[_-]?calls?)?|calls?|action)$/i;
const LIKELY = /^(?:json[5c]?|javascript|js|python|py|text|plaintext)?$/i;
const MARKS =
  /(`{3,}|~{3,})[ \t]*([\w+-]*)|<\|?(tool_calls?|function_calls?|tool_use|tools?)\|?>|<(?=function=)|\[TOOL_CALLS\]/gi;

/** The first block that begins at a place or behind it. */
export function nextBlock(text: string, from: number, isTool: (name: string) => boolean): CallBlock | undefined {
  const marks = new RegExp(MARKS);
  marks.lastIndex = from;
  const found = marks.exec(text);
  if (found === null) return undefined;
  const [whole, fence, word = '', tag] = found;
  const [start, inner] = [found.index, found.index + whole.length];
  if (fence !== undefined) return { start, inner, word, kind: kindOf(word, isTool), ...closedBy(fence, text, inner) };
  const mark = { start, inner, word: '', kind: 'sure' } as const;
  if (tag !== undefined) return { ...mark, ...closedByTag(tag, text, inner) };
  return whole === '<' ? { ...mark, ...closedByTag('function', text, inner, true) } : { ...mark, ...atTheEnd(text) };
}

function kindOf(word: string, isTool: (name: string) => boolean): CallBlock['kind'] {
  if (SURE.test(word)) return 'sure';
  if (word !== '' && isTool(word)) return 'named';
  return LIKELY.test(word) ? 'likely' : 'other';
}

type Ends = Pick<CallBlock, 'end' | 'after'>;

function closedBy(fence: string, text: string, from: number): Ends {
  const end = text.indexOf(fence.slice(0, 3), from);
  if (end < 0) return atTheEnd(text);
  let after = end;
  while (text.charAt(after) === fence.charAt(0)) after++;
  return { end, after };
}

function closedByTag(tag: string, text: string, from: number, isPartOfIt = false): Ends {
  const closing = new RegExp(`<\\|?/\\|?${tag}\\|?>`, 'gi');
  closing.lastIndex = from;
  const found = closing.exec(text);
  if (found === null) return atTheEnd(text);
  const after = found.index + found[0].length;
  return { end: isPartOfIt ? after : found.index, after };
}

function atTheEnd({ length }: string): Ends {
  return { end: length, after: length };
}
