import type { MessageRole } from '../chat/chat-message';

/** A message as it stands in a transcript: visible, without reasoning. */
export interface TranscriptMessage {
  /** Index in the full chat. */
  readonly index: number;
  readonly role: MessageRole;
  /** The speaker's name; empty when unknown. */
  readonly name: string;
  readonly text: string;
  /** Fingerprint of role, name and text. */
  readonly print: string;
}

/** What is visible in a chat, as its client told it last. A value: a changed chat is a new transcript. */
export interface Transcript {
  readonly chat: string;
  /** The name under which the client knows it. */
  readonly name: string | undefined;
  /** Names of the characters and personas that take part. */
  readonly names: readonly string[];
  /** Fingerprint of the oldest messages, those that had no room; empty for none. */
  readonly left: string;
  /** Index up to which messages had no room; -1 for none. */
  readonly leftTo: number;
  /** Oldest first. */
  readonly messages: readonly TranscriptMessage[];
  /** Milliseconds since 1970 of the last change. */
  readonly changed: number;
}

/** Index that the next message of the chat would have at least. */
export function nextIndex({ messages, leftTo }: Transcript): number {
  return (messages.at(-1)?.index ?? leftTo) + 1;
}
