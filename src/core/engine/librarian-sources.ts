import type { RecentChat } from '../librarian/ports';
import type { Turns } from './turns';

/** Chats as the last turns saw them: the messages that came with the newest request of each. */
export function playedChats(turns: Turns): RecentChat {
  return {
    last: () => turns.last?.chat,
    messages: (chat, most) => {
      const visible = turns.lastRequest(chat)?.messages.filter(({ hidden, text }) => !hidden && text !== '');
      const last = visible
        ?.slice(-most)
        .map(({ index, name, role, text }) => ({ index, name, isUser: role === 'user', text }));
      return Promise.resolve(last);
    },
  };
}
