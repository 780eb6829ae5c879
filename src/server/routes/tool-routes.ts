import type { Gap } from '../../core/gaps/gap';
import type { Handlers } from '../contract/api';
import type { RouteParts } from './route-parts';

type ToolHandlers = Pick<Handlers, 'searchLore' | 'flagLore'>;

/** The tools of the AI that writes. */
export function toolRoutes({ engine }: RouteParts): ToolHandlers {
  return {
    searchLore: async (context) => {
      const { chat, generation, turn, queries } = context.req.valid('json');
      const call = { chat: chat.id, parent: chat.parent, generation, turn };
      const { outcome, text, entries, gap, left } = await engine.writingTools.search(call, queries);
      const told = entries.map(({ entry: { id, title, path }, form }) => ({ id, title, path, form }));
      return context.json({ outcome, text, left, entries: told, ...writtenGap(gap) }, 200);
    },

    flagLore: async (context) => {
      const { chat, ...flag } = context.req.valid('json');
      const call = { ...flag, chat: chat.id, parent: chat.parent };
      const { outcome, text, gap, left } = await engine.writingTools.flag(call);
      return context.json({ outcome, text, left, ...writtenGap(gap) }, 200);
    },
  };
}

function writtenGap(gap: Gap | undefined): { readonly gap?: { readonly id: string; readonly title: string } } {
  return gap === undefined ? {} : { gap: { id: gap.id, title: gap.title } };
}
