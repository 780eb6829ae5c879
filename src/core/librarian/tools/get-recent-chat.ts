import { z } from 'zod';
import { argumentsOf } from '../arguments/argument-schema';
import { chatLines } from './chat-lines';
import { counted } from './pieces';
import { librarianTool, refused, type ToolAnswer, type ToolDesk } from './tool';

const USUAL = 10;
const MOST = 50;

export const getRecentChat = librarianTool({
  name: 'get_recent_chat',
  label: 'Read the chat',
  description: 'The last messages of the chat that this conversation is about, with their numbers.',
  takes: argumentsOf(
    { count: z.number().int().min(1).max(MOST).optional().describe('How many; 10 without it, 50 at most.') },
    { count: ['limit', 'n', 'messages', 'chat_count', 'number'] },
  ),
  run: async ({ count = USUAL }, desk) => {
    const messages = await lastMessages(count, desk);
    if ('isRefused' in messages) return messages;
    return { text: chatLines(messages), summary: `Read ${counted(messages.length, 'message', 'messages')}` };
  },
});

/** The last messages of the desk's chat, or the refusal where there are none. */
export async function lastMessages(count: number, { chat, chats }: ToolDesk) {
  if (chat === undefined) return { ...refused(NO_CHAT, 'No chat to look at'), isRefused: true } satisfies ToolAnswer;
  const messages = await chats.messages(chat, count);
  if (messages === undefined || messages.length === 0)
    return { ...refused(NOT_KEPT, 'Nothing of the chat is kept'), isRefused: true } satisfies ToolAnswer;
  return messages;
}

const NO_CHAT =
  'This conversation looks at no chat. Ask the user what happened in the story, or to choose a chat for this conversation.';
const NOT_KEPT =
  'No messages of the chat are kept here. They come with the next turn that is played; until then, ask the user what happened.';
