import { messagePrint, nextChatPrint, type PrintedMessage } from '../../../core/base/message-print';
import { roleOf } from '../message-role';
import type { TavernMessage } from '../tavern-context';

/** A message of a transcript, and its fingerprint. */
export interface SentMessage extends PrintedMessage {
  readonly role: ReturnType<typeof roleOf>;
  readonly print: string;
}

/** What servers take of a name. */
const longestName = 1_000;

interface Printed {
  readonly text: string;
  readonly name: string;
  readonly role: string;
  readonly print: string;
}

/** Fingerprints of messages, which are made once for each wording. */
const prints = new WeakMap<TavernMessage, Printed>();

/** What of a chat the model may see, oldest first; the thoughts of models are no part of it. */
export function visibleMessages(chat: readonly TavernMessage[]): readonly SentMessage[] {
  return chat.flatMap((message, index) => {
    if (message.is_system) return [];
    const [name, text] = [message.name.slice(0, longestName), message.mes];
    const role = roleOf(message);
    return [{ index, role, name, text, print: printOf(message, { role, name, text }) }];
  });
}

/** The fingerprint of the first `count` messages. */
export function printBefore(messages: readonly SentMessage[], count: number): string {
  return messages.slice(0, count).reduce((print, { index, print: own }) => nextChatPrint(print, index, own), '');
}

/** How many messages at the begin are the same ones in both. */
export function commonBegin(
  before: readonly Pick<SentMessage, 'index' | 'print'>[],
  now: readonly SentMessage[],
): number {
  const first = now.findIndex(({ index, print }, at) => before[at]?.index !== index || before[at].print !== print);
  return first === -1 ? now.length : first;
}

function printOf(message: TavernMessage, said: Omit<PrintedMessage, 'index'>): string {
  const known = prints.get(message);
  if (known?.text === said.text && known.name === said.name && known.role === said.role) return known.print;
  const print = messagePrint(said);
  prints.set(message, { text: said.text, name: said.name, role: said.role, print });
  return print;
}
