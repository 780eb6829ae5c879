import { contentHash } from './content-hash';

/** What makes a message of a chat the one that it is. */
export interface PrintedMessage {
  /** Index in the full chat. */
  readonly index: number;
  readonly role: string;
  readonly name: string;
  readonly text: string;
}

/** Fingerprint of what a message says, wherever it stands. */
export function messagePrint({ role, name, text }: Omit<PrintedMessage, 'index'>): string {
  return contentHash(JSON.stringify([role, name, text]));
}

/**
 * Fingerprint of a run of messages, so that server and client find out whether they hold the same ones.
 *
 * @param before Fingerprint of what stands before them; empty for the beginning of the chat.
 */
export function chatPrint(messages: readonly PrintedMessage[], before = ''): string {
  return messages.reduce((print, message) => nextChatPrint(print, message.index, messagePrint(message)), before);
}

/** The fingerprint with one more message. */
export function nextChatPrint(before: string, index: number, print: string): string {
  return contentHash(`${before} ${String(index)} ${print}`);
}
