import type { ChatState } from '../../core/chat/chat-state';
import type { ChatStateChanging } from '../../core/engine/chat-states';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { readChatChange, writeChatState } from '../mapping/chat-state';
import type { RouteParts } from './route-parts';

type ChatHandlers = Pick<Handlers, 'chats' | 'chat' | 'changeChat' | 'contextFields'>;

/** What the user decides for chats. */
export function chatRoutes({ engine }: RouteParts): ChatHandlers {
  return {
    chats: (context) => {
      const { offset, limit } = context.req.valid('query');
      const all = engine.chats();
      const items = all.slice(offset, offset + limit).map((state) => writeChatState(state, engine));
      return context.json({ items, total: all.length, offset }, 200);
    },

    chat: (context) => {
      const state = engine.chat(context.req.valid('param').id, context.req.valid('query').parent);
      return context.json(writeChatState(state, engine), 200);
    },

    changeChat: async (context) => {
      const { id } = context.req.valid('param');
      const body = context.req.valid('json');
      const readFor = (state: ChatState) => readChatChange(body, state, engine);
      const reading = readFor(engine.chat(id, body.parent));
      if (reading.kind === 'unknown') {
        const { name, meant, field } = reading;
        const detail =
          meant === 0 ? `No entry is called “${name}”.` : `“${name}” means ${String(meant)} entries; give the path.`;
        return sendProblem(context, 'malformed_request', detail, { fields: [{ path: field, message: detail }] });
      }
      // Another change may be stored until this one's turn comes: it is reckoned anew from what is there then.
      const changing: ChatStateChanging = (state) => {
        const now = readFor(state);
        return now.kind === 'change' ? now.change : reading.change;
      };
      return context.json(writeChatState(await engine.changeChat(id, changing, body.parent), engine), 200);
    },

    contextFields: (context) => {
      const items = engine.contextFields().map(({ name, label, contextKey, multi, operator, tolerance, values }) => ({
        name,
        label,
        contextKey,
        multi,
        operator,
        ...(tolerance !== undefined && { tolerance }),
        values: [...values],
      }));
      return context.json({ items }, 200);
    },
  };
}
