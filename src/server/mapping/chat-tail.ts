import type { ChatMessage } from '../../core/chat/chat-message';
import type { RecordAt } from '../../core/chat/injection-record';
import type { WireGenerationRequest } from '../contract/wire-generation';

type WireMessage = WireGenerationRequest['messages'][number];

/** What a request tells about the chat, with every index filled in. */
export interface ChatTail {
  readonly messages: readonly ChatMessage[];
  /** Messages of the full chat. */
  readonly total: number;
  readonly counts: { readonly assistant: number; readonly user: number; readonly total: number };
  /** Records of the path, oldest first, each index once. */
  readonly records: readonly RecordAt[];
}

/** Places the messages that a client sent in the full chat, of which they are the end unless their indexes say otherwise. */
export function readChatTail(body: Pick<WireGenerationRequest, 'messages' | 'total' | 'counts' | 'records'>): ChatTail {
  const sent = body.messages;
  const total = Math.max(body.total ?? 0, body.counts?.total ?? 0, sent.length, 1 + highestIndex(sent));
  const messages = withIndexes(sent, total).map(({ message, index }) => readMessage(message, index));
  return {
    messages: [...messages].sort((a, b) => a.index - b.index),
    total,
    counts: body.counts ?? estimateCounts(messages, total),
    records: mergeRecords(body.records ?? [], withIndexes(sent, total)),
  };
}

function highestIndex(messages: readonly WireMessage[]): number {
  return messages.reduce((highest, message) => Math.max(highest, message.index ?? -1), -1);
}

/** From the end backwards: a message without an index stands before its follower. */
function withIndexes(
  messages: readonly WireMessage[],
  total: number,
): readonly { readonly message: WireMessage; readonly index: number }[] {
  let next = total;
  return [...messages]
    .reverse()
    .map((message) => {
      next = message.index ?? Math.max(0, next - 1);
      return { message, index: next };
    })
    .reverse();
}

function readMessage(message: WireMessage, index: number): ChatMessage {
  return {
    index,
    role: message.role,
    name: message.name ?? '',
    text: message.text,
    // A system message is a notice of the program, not part of the story, unless the client says that the model reads it.
    hidden: message.hidden ?? message.role === 'system',
    isGreeting: message.isGreeting ?? (index === 0 && message.role === 'assistant'),
  };
}

/** The part of the chat that was not sent is taken as an exchange of turns, opened by the greeting. */
function estimateCounts(messages: readonly ChatMessage[], total: number): ChatTail['counts'] {
  const unseen = Math.max(0, total - messages.length);
  const of = (role: ChatMessage['role']): number => messages.filter((message) => message.role === role).length;
  return { assistant: of('assistant') + Math.ceil(unseen / 2), user: of('user') + Math.floor(unseen / 2), total };
}

/** A record on a message is nearer to the truth than the list of records, which may have been made earlier. */
function mergeRecords(
  listed: readonly RecordAt[],
  messages: readonly { readonly message: WireMessage; readonly index: number }[],
): readonly RecordAt[] {
  const byIndex = new Map(listed);
  for (const { message, index } of messages) if (message.record) byIndex.set(index, message.record);
  return [...byIndex].sort(([a], [b]) => a - b);
}
