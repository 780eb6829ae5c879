const NAMES = String.raw`(?:seed:)?(?:ant)?(?:think|thinking|thoughts?|reasoning|reflection|scratchpad|analysis|inner_monologue)`;

/** Tags around thinking: of XML, of Mistral, of Kimi, and the control tokens of Gemma, Cohere and others. */
const TAG = new RegExp(
  [
    String.raw`<(\/?)${NAMES}\s*(?:\s\w{1,40}=[^<>]{0,200})?>`,
    String.raw`\[(\/?)think\]`,
    String.raw`◁(\/?)think▷`,
    String.raw`<(?:\|channel>thought|(channel\|)>)`,
    String.raw`<\|(?:start|begin_of|(end(?:_of)?))_(?:thinking|thought)\|>`,
  ].join('|'),
  'gi',
);

/** How models of the gpt-oss family begin the part of their answer that is meant for the reader, and what they think. */
const FINAL_CHANNEL = /<\|channel\|>final[^<]{0,40}(?:<\|constrain\|>[^<]{0,40})?<\|message\|>/g;
const THINKING_CHANNEL = /^\s*(?:<\|start\|>assistant)?<\|channel\|>analysis/;
const CONTROL_TOKEN = /<\|(?:return|end|start|call)\|>/;

/**
 * The text without what the model thought aloud. A block that nothing closes goes to the end; one that nothing opens
 * goes from the beginning, for some servers keep the opening tag to themselves.
 */
export function withoutThinking(text: string): string {
  const final = [...text.matchAll(FINAL_CHANNEL)].at(-1);
  if (final) return text.slice(final.index + final[0].length).split(CONTROL_TOKEN, 1)[0] ?? '';
  if (THINKING_CHANNEL.test(text)) return '';
  let kept = '';
  let start = 0;
  let isThinking = false;
  for (const tag of text.matchAll(TAG)) {
    const closes = tag.slice(1).some((mark?: string) => (mark ?? '') !== '');
    if (!closes && !isThinking) kept += text.slice(start, tag.index);
    if (closes && !isThinking) kept = '';
    isThinking = !closes;
    start = tag.index + tag[0].length;
  }
  return isThinking ? kept : kept + text.slice(start);
}
