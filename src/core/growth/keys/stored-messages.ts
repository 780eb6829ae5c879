import type { MacroNames } from '../../search/key-table';
import type { TranscriptMessage } from '../../transcripts/transcript';
import type { GrowthPorts } from '../ports';

/** A message of a stored chat, with the names that fill macros in keys. */
export interface StoredMessage extends TranscriptMessage {
  readonly chat: string;
  readonly chatName: string;
  readonly names: MacroNames;
}

/** The newest messages of the chats that changed last. */
export interface StoredMessages {
  /** The newest chat first, and in it the newest message. */
  readonly messages: readonly StoredMessage[];
  readonly chats: number;
  /** Whether older ones were left out. */
  readonly isCut: boolean;
}

const MOST_CHATS = 20;
/** Characters of all messages together. */
const MOST_CHARACTERS = 1_000_000;

/** Reads what keys are tried on. */
export async function storedMessages({ chats, give }: GrowthPorts): Promise<StoredMessages> {
  const messages: StoredMessage[] = [];
  const known = chats.list();
  let [room, read] = [MOST_CHARACTERS, 0];
  let isCut = known.length > MOST_CHATS;
  for (const chat of known.slice(0, MOST_CHATS)) {
    await give();
    const transcript = await chats.of(chat);
    if (transcript === undefined || transcript.messages.length === 0) continue;
    if (room <= 0) return { messages, chats: read, isCut: true };
    read += 1;
    const names = macroNames(transcript.messages);
    const chatName = transcript.name ?? chat;
    for (const message of [...transcript.messages].reverse()) {
      room -= message.text.length;
      if (room < 0) break;
      messages.push({ ...message, chat, chatName, names });
    }
    isCut ||= room < 0;
  }
  return { messages, chats: read, isCut };
}

/** Who plays and who answers: the last of each. */
function macroNames(messages: readonly TranscriptMessage[]): MacroNames {
  const last = (role: TranscriptMessage['role']): string =>
    messages.filter((message) => message.role === role && message.name !== '').at(-1)?.name ?? '';
  return { user: last('user'), char: last('assistant') };
}
