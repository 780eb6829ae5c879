import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeGap, writeGapPage } from '../mapping/write-gap';
import type { RouteParts } from './route-parts';

type GapHandlers = Pick<Handlers, 'gaps' | 'addGap' | 'changeGap' | 'changeGaps' | 'scanGaps'>;

/** Lore gaps: looked at, noted, decided, looked for. */
export function gapRoutes({ engine }: RouteParts): GapHandlers {
  return {
    gaps: async (context) => {
      const { offset, limit, ...query } = context.req.valid('query');
      return context.json(writeGapPage(await engine.gaps.list(query, offset, limit), engine), 200);
    },

    addGap: async (context) => {
      const { evidence, chat, ...gap } = context.req.valid('json');
      const noted = await engine.gaps.noteForUser({
        ...{ ...gap, chat, origin: 'user' },
        evidence: evidence.map(({ quote, message, name }) => ({ quote, message, name })),
      });
      if (noted.kind === 'refused') return sendProblem(context, 'not_done', noted.sentence);
      return context.json({ gap: writeGap(noted.gap, engine), isNew: noted.isNew }, 200);
    },

    changeGap: async (context) => {
      const [gap] = await engine.gaps.decide([context.req.valid('param').id], context.req.valid('json'));
      if (gap === undefined) return sendProblem(context, 'not_found', 'There is no such gap any more.');
      return context.json(writeGap(gap, engine), 200);
    },

    changeGaps: async (context) => {
      const { ids, ...decision } = context.req.valid('json');
      const gaps = await engine.gaps.decide(ids, decision);
      const found = new Set(gaps.map(({ id }) => id));
      const items = gaps.map((gap) => writeGap(gap, engine));
      return context.json({ items, missing: ids.filter((id) => !found.has(id)) }, 200);
    },

    scanGaps: async (context) => {
      const { chat, ai } = context.req.valid('json');
      const scanned = await engine.gaps.scan(chat, ai, context.req.raw.signal);
      if (scanned === undefined)
        return sendProblem(
          context,
          'not_found',
          'No messages of this chat are kept. They come when the chat is open in SillyTavern.',
        );
      const { gaps, sentence, ...rest } = scanned;
      const items = gaps.map((gap) => writeGap(gap, engine));
      return context.json({ ...rest, items, ...(sentence !== undefined && { sentence }) }, 200);
    },
  };
}
