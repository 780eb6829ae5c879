import type { ChatMessage } from './chat-message';

/** A text that is searched as one piece: keys never match across two of them. */
export interface ScanText {
  /** Index of the message in the full chat, or `draft`. */
  readonly where: number | string;
  readonly text: string;
  /** Length of the `Name: ` in front, so that offsets can be told in the message's own text. */
  readonly lead: number;
  /** How old the text is: 0 for the newest. A window of depth n holds the texts with an age below n. */
  readonly age: number;
}

/**
 * The visible messages as texts to search, newest first, at most `depth` of them. Hidden messages are left
 * out before counting, so that they never eat the window. A draft is searched together with the newest message.
 */
export function scanTexts(
  messages: readonly ChatMessage[],
  draft: string,
  depth: number,
  speakerNames: boolean,
): readonly ScanText[] {
  if (depth <= 0) return [];
  const texts: ScanText[] = draft.trim() === '' ? [] : [{ where: 'draft', text: draft, lead: 0, age: 0 }];
  let age = 0;
  for (let at = messages.length - 1; at >= 0 && age < depth; at--) {
    const message = messages[at];
    if (!message || message.hidden) continue;
    const lead = speakerNames && message.name !== '' ? `${message.name}: ` : '';
    texts.push({ where: message.index, text: lead + message.text, lead: lead.length, age });
    age++;
  }
  return texts;
}
