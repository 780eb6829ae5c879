import type { GenerationRequestBody } from '../../server/contract/wire-generation';
import type { RequestBooks } from './cards/card-books';
import type { ChatIdentity } from './chat-identity';
import { compactRecords } from './compact-records';
import { fitBody, type FittedBody } from './fit-body';
import type { GenerationType } from './generation-type';
import { readNote } from './message-note';
import { roleOf } from './message-role';
import { notesOf } from './notepad/message-notes';
import { promptTexts } from './prompt-texts';
import { storyContext } from './story-context';
import type { TavernContext, TavernMessage } from './tavern-context';

type WireMessage = GenerationRequestBody['messages'][number];

/** Everything a request is made from. */
export interface TurnToAsk {
  readonly context: TavernContext;
  readonly identity: ChatIdentity;
  readonly type: GenerationType;
  /** The messages that SillyTavern is about to send. */
  readonly prompt: readonly TavernMessage[];
  /** What the model is told to do besides the chat; it is searched like a message. */
  readonly instruction?: string;
  /** Tokens the prompt may have. */
  readonly contextSize: number;
  /** How many texts the server reads, as it said last; `undefined` before its first answer. */
  readonly wantedTexts: number | undefined;
  readonly tokenSample: GenerationRequestBody['tokenSample'];
  /** The lorebooks of the cards in play; none when left out. */
  readonly books?: RequestBooks;
  /** Mirrored lorebooks that SillyTavern does not use in this chat; none when left out. */
  readonly unusedBooks?: readonly string[];
  readonly deadlineMs: number;
  readonly generationId: string;
}

/** The request for one reply. */
export function requestFromChat(turn: TurnToAsk): FittedBody {
  const { context, type, identity } = turn;
  const path = type === 'swipe' ? context.chat.slice(0, -1) : context.chat;
  const index = writtenIndex(type, context.chat.length);
  const messages = path.map(toWireMessage(path, promptTexts(turn.prompt, context)));
  return fitBody({
    chat: {
      ...identity,
      ...(context.chatId === undefined ? {} : { name: context.chatId }),
      isGroup: groupIsOpen(context),
    },
    deadlineMs: turn.deadlineMs,
    type,
    turn: index,
    total: path.length,
    counts: { ...countsOf(messages), total: path.length },
    messages: tail(messages, turn.wantedTexts),
    records: compactRecords(recordsBefore(index, path)),
    ...storyContext(context, turn.books),
    ...greetingIndex(path),
    ...((turn.instruction ?? '') === '' ? {} : { draft: turn.instruction }),
    ...notesPart(path),
    ...((turn.unusedBooks ?? []).length === 0 ? {} : { unusedBooks: [...(turn.unusedBooks ?? [])] }),
    ...(turn.contextSize >= 1 ? { contextSize: Math.floor(turn.contextSize) } : {}),
    ...(turn.tokenSample === undefined ? {} : { tokenSample: turn.tokenSample }),
    generationId: turn.generationId,
  });
}

/** Index of the message that the generation will write. */
function writtenIndex(type: GenerationType, length: number): number {
  return type === 'swipe' || type === 'continue' ? Math.max(0, length - 1) : length;
}

function toWireMessage(
  path: readonly TavernMessage[],
  texts: ReadonlyMap<number, string>,
): (message: TavernMessage, index: number) => WireMessage {
  const firstOfUser = path.findIndex(({ is_user }) => is_user);
  const greetings = firstOfUser === -1 ? path.length : firstOfUser;
  return (message, index) => {
    const role = roleOf(message);
    return {
      index,
      role,
      name: message.name,
      // The text of a hidden message is read by nobody.
      text: message.is_system ? '' : (texts.get(index) ?? message.mes),
      hidden: message.is_system,
      isGreeting: index < greetings && role === 'assistant' && !isGenerated(message),
    };
  };
}

function isGenerated({ gen_started }: TavernMessage): boolean {
  return gen_started !== undefined && gen_started !== null;
}

function countsOf(messages: readonly WireMessage[]): { assistant: number; user: number } {
  const count = (wanted: WireMessage['role']): number => messages.filter(({ role }) => role === wanted).length;
  return { assistant: count('assistant'), user: count('user') };
}

/** The last messages, so many that `wanted` of them have a text. */
function tail(messages: readonly WireMessage[], wanted: number | undefined): WireMessage[] {
  if (wanted === undefined) return [...messages];
  let visible = 0;
  let start = messages.length;
  while (start > 0 && visible < wanted) {
    start -= 1;
    if (messages[start]?.hidden !== true) visible += 1;
  }
  return messages.slice(start);
}

function recordsBefore(index: number, path: readonly TavernMessage[]): NonNullable<GenerationRequestBody['records']> {
  return path.slice(0, index).flatMap(({ extra }, at) => {
    const note = readNote(extra);
    return note === undefined ? [] : [[at, { ...note.record, e: [...note.record.e] }] as [number, typeof note.record]];
  });
}

function notesPart(path: readonly TavernMessage[]): Pick<GenerationRequestBody, 'notes'> {
  const notes = notesOf(path);
  return notes.length === 0 ? {} : { notes };
}

function greetingIndex([first]: readonly TavernMessage[]): { greetingIndex?: number } {
  return first === undefined || first.is_user || isGenerated(first) ? {} : { greetingIndex: first.swipe_id ?? 0 };
}

function groupIsOpen({ groupId }: TavernContext): boolean {
  return groupId !== null && groupId !== undefined && groupId !== '';
}
