/** Who a message is from, as a model sees it. */
export type MessageRole = 'user' | 'assistant' | 'system';

/** One message of the chat. */
export interface ChatMessage {
  /** Index in the full chat. */
  readonly index: number;
  readonly role: MessageRole;
  /** The speaker's name; empty when unknown. */
  readonly name: string;
  /** The text without reasoning. */
  readonly text: string;
  /** Hidden from the model: not scanned, but it counts as a message. */
  readonly hidden: boolean;
  /** The character's opening message. */
  readonly isGreeting: boolean;
}
