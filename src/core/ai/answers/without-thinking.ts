const TAG = /<(\/?)(?:think|thinking|thoughts?|reasoning|reflection|scratchpad)\s*>|\[(\/?)think\]/gi;

/** How models of the gpt-oss family begin the part of their answer that is meant for the reader. */
const FINAL_CHANNEL = '<|channel|>final<|message|>';
const CONTROL_TOKEN = /<\|(?:return|end|start|call)\|>/;

/**
 * The text without what the model thought aloud. A block that nothing closes goes to the end; one that nothing opens
 * goes from the beginning, for some servers keep the opening tag to themselves.
 */
export function withoutThinking(text: string): string {
  const final = text.lastIndexOf(FINAL_CHANNEL);
  if (final >= 0) return text.slice(final + FINAL_CHANNEL.length).split(CONTROL_TOKEN, 1)[0] ?? '';
  let kept = '';
  let start = 0;
  let isThinking = false;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag[1] === '/' || tag[2] === '/';
    if (!closes && !isThinking) kept += text.slice(start, tag.index);
    if (closes && !isThinking) kept = '';
    isThinking = !closes;
    start = tag.index + tag[0].length;
  }
  return isThinking ? kept : kept + text.slice(start);
}
