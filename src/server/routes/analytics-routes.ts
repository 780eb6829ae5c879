import type { EntryUse } from '../../core/analytics/entry-use';
import type { UseFilter } from '../../core/engine/analytics-administration';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeEntryUse, writeUseCourse } from '../mapping/write-analytics';
import type { RouteParts } from './route-parts';

type AnalyticsHandlers = Pick<Handlers, 'analytics' | 'useCourse' | 'resetAnalytics' | 'undoResetAnalytics'>;

/** What a table of uses can be sorted by, the largest first; by title A comes first. */
const sorts = {
  title: (_use: EntryUse) => 0,
  matched: ({ tally }: EntryUse) => tally.matched,
  selected: ({ tally }: EntryUse) => tally.selected,
  injected: ({ tally }: EntryUse) => tally.injected,
  tokens: ({ tally }: EntryUse) => tally.tokens,
  refused: ({ tally }: EntryUse) => [...tally.refused.values()].reduce((sum, count) => sum + count, 0),
  last: ({ tally }: EntryUse) => tally.last?.at ?? 0,
} as const;

/** How entries are used. */
export function analyticsRoutes({ engine }: RouteParts): AnalyticsHandlers {
  const { analytics } = engine;
  const resetAt = () => (analytics.resetAt === undefined ? {} : { resetAt: analytics.resetAt });
  return {
    analytics: async (context) => {
      const { entry, state, text = '', sort, order, offset, limit, ...span } = context.req.valid('query');
      const { turns, entries, states } = await analytics.report(readSpan(span));
      const id = entry === undefined ? undefined : (engine.entry(entry)?.id ?? entry);
      const found = entries.filter(
        (use) => (id === undefined || use.id === id) && (state === undefined || use.state === state) && says(use, text),
      );
      found.sort((a, b) => sorts[sort](b) - sorts[sort](a) || a.title.localeCompare(b.title));
      if (order === (sort === 'title' ? 'desc' : 'asc')) found.reverse();
      const items = found.slice(offset, offset + limit).map(writeEntryUse);
      return context.json({ items, total: found.length, offset, turns, states, ...resetAt() }, 200);
    },

    useCourse: async (context) => {
      const { entry, ...span } = context.req.valid('query');
      const id = entry === undefined ? undefined : (engine.entry(entry)?.id ?? entry);
      return context.json(writeUseCourse(await analytics.course(readSpan(span)), id), 200);
    },

    resetAnalytics: async (context) => {
      if (await analytics.reset()) return context.json(resetAt(), 200);
      return sendProblem(context, 'not_kept', 'It could not be kept for taking it back, so nothing was forgotten.');
    },

    undoResetAnalytics: async (context) => {
      if (await analytics.undoReset()) return context.json(resetAt(), 200);
      return sendProblem(context, 'not_found', 'Nothing was forgotten that could be brought back.');
    },
  };
}

function readSpan({ chat, days }: { chat?: string | undefined; days?: number | undefined }): UseFilter {
  return { ...(chat !== undefined && { chat }), ...(days !== undefined && { days }) };
}

function says({ title, path, card }: EntryUse, text: string): boolean {
  const haystack = [title, path, card].join('\n').toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word));
}
