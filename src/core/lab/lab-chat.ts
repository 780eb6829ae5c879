import type { ChatMessage } from '../chat/chat-message';
import type { InjectionRecord, RecordAt } from '../chat/injection-record';
import { readTavernChat, type TavernChat } from '../chat/tavern-chat';
import type { GenerationType } from '../lore/entry-fields';
import type { Retrieval } from '../pipeline/retrieval';
import type { Transcript } from '../transcripts/transcript';

/** A chat that is played again. */
export interface LabChat {
  /** Seeds the dice, and names the decisions of a chat that is known. */
  readonly id: string;
  readonly name: string | undefined;
  readonly messages: readonly ChatMessage[];
  readonly userName: string;
  readonly characterName: string;
}

/** A text that stands for the last message of a chat. */
export function chatOfText(id: string, text: string, userName = 'User'): LabChat {
  return { id, name: undefined, messages: [message(0, 'user', userName, text)], userName, characterName: '' };
}

/** A chat written as lines `Name: text`. Lines of the user are those of `userName`; a line without a name is the user's. */
export function chatOfLines(
  id: string,
  lines: readonly string[],
  { userName, characterName }: Pick<LabChat, 'userName' | 'characterName'>,
): LabChat {
  const messages = lines.map((line, index) => {
    const [, name = userName, text = line] = /^([^:\n]{1,80}):\s([\s\S]*)$/.exec(line) ?? [];
    return message(
      index,
      name.trim().toLowerCase() === userName.toLowerCase() ? 'user' : 'assistant',
      name.trim(),
      text,
    );
  });
  const speaker = [...messages].reverse().find(({ role }) => role === 'assistant')?.name ?? '';
  return { id, name: undefined, messages, userName, characterName: characterName || speaker };
}

/** A chat that a client told of. */
export function chatOfTranscript({ chat, name, messages }: Transcript): LabChat {
  const nameOf = (role: 'user' | 'assistant'): string =>
    [...messages].reverse().find((one) => one.role === role)?.name ?? '';
  return {
    id: chat,
    name,
    messages: messages.map((one, at) => ({
      ...{ index: one.index, role: one.role, name: one.name, text: one.text, hidden: false },
      isGreeting: at === 0 && one.index === 0 && one.role === 'assistant',
    })),
    userName: nameOf('user'),
    characterName: nameOf('assistant'),
  };
}

/** A chat file of SillyTavern. */
export function chatOfTavern(id: string, { messages, userName, characterName }: TavernChat): LabChat {
  return { id, name: undefined, messages, userName, characterName };
}

/** A chat as somebody pasted it: a chat file of SillyTavern, or lines `Name: text`, of which those of `User` are the user's. A sentence where it is neither. */
export function chatOfPasted(id: string, text: string): LabChat | string {
  if (/^\s*[{[]/.test(text)) {
    const reading = readTavernChat(text);
    return reading.kind === 'refused' ? reading.sentence : chatOfTavern(id, reading.chat);
  }
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  if (lines.length === 0) return 'There is no message in it.';
  return chatOfLines(id, lines, { userName: 'User', characterName: '' });
}

function message(index: number, role: ChatMessage['role'], name: string, text: string): ChatMessage {
  return { index, role, name, text, hidden: false, isGreeting: index === 0 && role === 'assistant' };
}

/** Turns of a chat: the places of its replies, and that of the one that would come next. */
export function turnsOf({ messages }: LabChat): readonly number[] {
  const next = (messages.at(-1)?.index ?? -1) + 1;
  return [
    ...messages
      .filter(({ role, hidden, isGreeting }) => role === 'assistant' && !hidden && !isGreeting)
      .map(({ index }) => index),
    next,
  ];
}

/** The request that a client would send for one turn of the chat. */
export function requestOf(
  { id, name, messages, userName, characterName }: LabChat,
  turn: number,
  records: readonly RecordAt[],
  type: GenerationType = 'normal',
): Retrieval {
  const before = messages.filter(({ index }) => index < turn);
  const count = (role: ChatMessage['role']): number => before.filter((one) => one.role === role).length;
  const speaker = messages.find(({ index }) => index === turn)?.name;
  return {
    generationId: `lab-${String(turn)}`,
    chat: { id, parent: undefined, name, isGroup: false },
    type,
    turn,
    messages: before,
    total: turn,
    counts: { assistant: count('assistant'), user: count('user'), total: before.length },
    records,
    leavesRecordsToHost: false,
    draft: '',
    character: { name: speaker ?? characterName, texts: {}, tags: [], avatar: '' },
    personaName: userName,
    group: undefined,
    greetingIndex: undefined,
    contextSize: undefined,
    tokenScale: 1,
  };
}

/** The records so far with that of one more turn. */
export function withRecord(records: readonly RecordAt[], turn: number, record: InjectionRecord): readonly RecordAt[] {
  return [...records.filter(([index]) => index !== turn), [turn, record]];
}
