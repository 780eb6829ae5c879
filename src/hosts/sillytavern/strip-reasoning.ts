/** How SillyTavern frames a reply's thoughts when it sends them along, macros expanded. */
export interface ReasoningFrame {
  readonly prefix: string;
  readonly suffix: string;
  readonly separator: string;
}

/**
 * The text of a prompt message without the thoughts that SillyTavern may have put in front of it.
 *
 * @param sent the text as it goes to the model
 * @param stored the reply as it is stored, without thoughts
 * @param reasoning the stored thoughts; empty when there are none
 */
export function stripReasoning(sent: string, stored: string, reasoning: string, frame: ReasoningFrame): string {
  if (reasoning === '' || sent === stored) return sent;
  const closing = frame.suffix + frame.separator;
  if (frame.prefix !== '' && sent.startsWith(frame.prefix) && closing !== '') {
    const end = sent.indexOf(closing, frame.prefix.length);
    return end === -1 ? '' : sent.slice(end + closing.length);
  }
  return sent.endsWith(stored) ? stored : sent;
}
