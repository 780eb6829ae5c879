import type { AnswerPart, AssistantMessage, SessionMessage } from '../session/session';

/** About so many characters make a token. */
const CHARACTERS_PER_TOKEN = 4;
/** What is kept of a result that has no room. In characters. */
const SHORT_RESULT = 400;
const CUT = '… (the rest is left out; call the tool again to see it)';

/** A conversation as far as it has room. */
export interface FittedConversation {
  readonly messages: readonly SessionMessage[];
  /** Messages at the beginning that are not sent. */
  readonly leftOut: number;
}

/**
 * The end of a conversation that has room in so many tokens. Results of tools are what takes most: those of earlier
 * answers are shortened first, then whole messages are left out, then results of the answer that is being written. The
 * last message of the user is always there.
 */
export function fitMemory(messages: readonly SessionMessage[], tokens: number): FittedConversation {
  const room = tokens * CHARACTERS_PER_TOKEN;
  if (sizeOf(messages) <= room) return { messages, leftOut: 0 };
  const last = Math.max(0, lastOfUser(messages));
  const short = messages.map((message, at) => (at < last ? shortened(message, 0) : message));
  let start = 0;
  while (start < last && sizeOf(short.slice(start)) > room) start++;
  while (start < last && short[start]?.role !== 'user') start++;
  const kept = short.slice(start);
  const over = sizeOf(kept) - room;
  const fitted = over <= 0 ? kept : kept.map((message, at) => (at > 0 ? shortened(message, room / 2) : message));
  return { messages: fitted, leftOut: start };
}

/** A message whose older results are short; the newest are kept while they fit into `whole` characters. */
function shortened(message: SessionMessage, whole: number): SessionMessage {
  if (message.role === 'user') return message;
  let room = whole;
  const parts = [...message.parts].reverse().map((part): AnswerPart => {
    if (part.kind !== 'tool') return part;
    room -= part.result.length;
    if (room >= 0 || part.result.length <= SHORT_RESULT + CUT.length) return part;
    return { ...part, result: `${part.result.slice(0, SHORT_RESULT)}${CUT}` };
  });
  return { ...message, parts: parts.reverse() };
}

function sizeOf(messages: readonly SessionMessage[]): number {
  return messages.reduce(
    (sum, message) => sum + (message.role === 'user' ? message.text.length : answerSize(message)),
    0,
  );
}

function answerSize({ parts }: AssistantMessage): number {
  return parts.reduce((sum, part) => {
    if (part.kind === 'text') return sum + part.text.length;
    return part.kind === 'tool' ? sum + part.result.length + inputSize(part.input) : sum;
  }, 0);
}

function inputSize(input: unknown): number {
  return input === undefined ? 0 : JSON.stringify(input).length;
}

/** The place of the last message of the user; -1 where there is none. */
export function lastOfUser(messages: readonly SessionMessage[]): number {
  return messages.map(({ role }) => role).lastIndexOf('user');
}
