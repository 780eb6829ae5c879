import type { Context } from 'hono';
import type { Handlers } from '../../../src/server/contract/api';
import type { WireEntryUse, WireUseCourse } from '../../../src/server/contract/wire-analytics';
import type { WireGraphEdge, WireGraphLayout } from '../../../src/server/contract/wire-graph';
import type { WireEntryDetail } from '../../../src/server/contract/wire-lore';
import { pictureNow } from './picture-clock';

type UseHandlers = Pick<
  Handlers,
  | 'analytics'
  | 'useCourse'
  | 'resetAnalytics'
  | 'undoResetAnalytics'
  | 'graph'
  | 'graphLayout'
  | 'keepGraphLayout'
  | 'forgetGraphLayout'
>;

const emptyCourse: WireUseCourse = { days: [], recent: [], reasons: [], chats: [] };
const severities = ['error', 'warning', 'info'] as const;

/** How entries are used and joined, by the contract, from what a test put into it. */
export class ScriptedUse {
  turns = 0;
  uses: readonly WireEntryUse[] = [];
  course: WireUseCourse = emptyCourse;
  resetAt: number | undefined;
  edges: readonly WireGraphEdge[] = [];
  hidden = 0;
  layout: WireGraphLayout['places'] = [];
  #forgotten: Pick<ScriptedUse, 'turns' | 'uses' | 'course'> | undefined;

  constructor(private readonly entries: () => readonly WireEntryDetail[]) {}

  handlers(): UseHandlers {
    const resetAt = () => (this.resetAt === undefined ? {} : { resetAt: this.resetAt });
    return {
      analytics: (context) => {
        const { entry, state, text = '', sort, order, offset, limit } = context.req.valid('query');
        const found = this.uses.filter(
          (use) =>
            (entry === undefined || use.id === entry) &&
            (state === undefined || use.state === state) &&
            use.title.toLowerCase().includes(text.toLowerCase()),
        );
        const value = (use: WireEntryUse): number => {
          if (sort === 'last') return use.last?.at ?? 0;
          if (sort === 'title') return 0;
          return sort === 'refused' ? use.refused.reduce((sum, { count }) => sum + count, 0) : use[sort];
        };
        found.sort((a, b) => value(b) - value(a) || a.title.localeCompare(b.title));
        if (order === (sort === 'title' ? 'desc' : 'asc')) found.reverse();
        const states = { always: 0, hot: 0, warm: 0, cold: 0, never: 0, off: 0, gone: 0 };
        for (const use of this.uses) states[use.state]++;
        const tokens = this.uses.reduce((sum, use) => sum + use.tokens, 0);
        const injected = this.uses.reduce((sum, use) => sum + use.injected, 0);
        const turns = { turns: this.turns, injected, tokens, candidates: injected };
        const items = found.slice(offset, offset + limit);
        return context.json({ items, total: found.length, offset, turns, states, ...resetAt() }, 200);
      },
      useCourse: (context) => {
        const { entry } = context.req.valid('query');
        const recent = this.course.recent.map((turn) => ({
          ...turn,
          entries: turn.entries.filter(({ id }) => entry === undefined || id === entry),
        }));
        return context.json({ ...this.course, recent }, 200);
      },
      resetAnalytics: (context) => {
        this.#forgotten = { turns: this.turns, uses: this.uses, course: this.course };
        Object.assign(this, { turns: 0, uses: [], course: emptyCourse, resetAt: pictureNow });
        return context.json(resetAt(), 200);
      },
      undoResetAnalytics: (context) => {
        if (!this.#forgotten) return notFound(context);
        Object.assign(this, this.#forgotten, { resetAt: undefined });
        return context.json({}, 200);
      },
      graph: (context) => {
        const { type, tag, folder, field, limit } = context.req.valid('query');
        const passing = this.entries().filter(
          (entry) =>
            (type === undefined || entry.type === type) &&
            (tag === undefined || entry.tags.includes(tag)) &&
            (folder === undefined || entry.path.startsWith(`${folder}/`)),
        );
        return context.json(this.#graph(passing, limit, field), 200);
      },
      graphLayout: (context) => context.json({ places: this.layout }, 200),
      keepGraphLayout: (context) => {
        const { places } = context.req.valid('json');
        const named = new Set(places.map(({ id }) => id));
        this.layout = [...this.layout.filter(({ id }) => !named.has(id)), ...places];
        return context.json({ kept: places.length }, 200);
      },
      forgetGraphLayout: (context) => {
        this.layout = [];
        return context.json({ kept: 0 }, 200);
      },
    };
  }

  #graph(passing: readonly WireEntryDetail[], limit: number, field: string | undefined) {
    const degree = new Map<string, number>();
    for (const { from, to } of this.edges) for (const id of [from, to]) degree.set(id, (degree.get(id) ?? 0) + 1);
    const degreeOf = (id: string): number => degree.get(id) ?? 0;
    const sorted = [...passing].sort((a, b) => degreeOf(b.id) - degreeOf(a.id)).slice(0, limit);
    const ids = new Set(sorted.map(({ id }) => id));
    const name = ({ id, title }: WireEntryDetail) => ({ id, title });
    const orphans = sorted.filter(({ id }) => degreeOf(id) === 0);
    const hubs = sorted.filter(({ id }) => degreeOf(id) > 0).slice(0, 10);
    return {
      nodes: sorted.map((entry) => {
        const { type, tags, path, enabled, constant, problems } = entry;
        const health = severities.find((severity) => problems.some((problem) => problem.severity === severity));
        const value = field === undefined ? undefined : entry.otherProperties[field]?.[0];
        const use = this.uses.find(({ id }) => id === entry.id);
        return {
          ...name(entry),
          path,
          tags,
          enabled,
          constant,
          degree: degreeOf(entry.id),
          used: use?.injected ?? 0,
          state: use?.state ?? 'never',
          ...(type !== undefined && { type }),
          ...(health && { health }),
          ...(value !== undefined && { value }),
        };
      }),
      edges: this.edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
      total: passing.length,
      hidden: this.hidden,
      fields: [...new Set(passing.flatMap(({ otherProperties }) => Object.keys(otherProperties)))],
      summary: {
        hubs: hubs.map((entry) => ({ ...name(entry), degree: degreeOf(entry.id) })),
        orphans: { count: orphans.length, first: orphans.slice(0, 10).map(name) },
        clusters: {
          count: hubs.length > 0 ? 1 : 0,
          largest: hubs.slice(0, 1).map((hub) => ({ size: ids.size - orphans.length, hub: name(hub) })),
        },
        cycles: { count: 0, first: [] },
      },
    };
  }
}

function notFound(context: Context) {
  return context.json(
    {
      type: 'about:blank',
      title: 'Refused',
      status: 404 as const,
      code: 'not_found',
      detail: 'Nothing was forgotten.',
    },
    404,
  );
}
