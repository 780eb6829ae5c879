import type { Handlers } from '../contract/api';
import type { RouteParts } from './route-parts';

type TranscriptHandlers = Pick<Handlers, 'keepTranscript'>;

/** What stands in chats. */
export function transcriptRoutes({ engine }: RouteParts): TranscriptHandlers {
  return {
    keepTranscript: async (context) => {
      const { id: chat } = context.req.valid('param');
      const { parent, name, from, before, messages, more, names } = context.req.valid('json');
      if (parent !== undefined) await engine.gaps.fork(chat, parent);
      const sent = { chat, name, names, from, before, messages };
      const kept = await engine.transcripts.keep(sent, parent, more);
      const { isKept, print, wantsFrom } = kept;
      return context.json({ kept: isKept, messages: kept.messages, print, wants: { from: wantsFrom } }, 200);
    },
  };
}
