import type { EntryFilter } from '../../core/engine/lookup';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { isNotePath } from '../contract/note-path';
import { writeEntry, writeEntryDetail, writeEntryName, type EntryFacts } from '../mapping/write-entry';
import type { RouteParts } from './route-parts';

type LoreHandlers = Pick<Handlers, 'entries' | 'entryNames' | 'entry' | 'search'>;

/** The content of the index: entries and search. */
export function loreRoutes({ engine }: RouteParts): LoreHandlers {
  const facts = (entry: LoreEntry): EntryFacts => ({
    tokens: engine.countTokens(entry.text).tokens,
    stale: engine.vaults.isStale(entry.path),
  });
  return {
    entries: (context) => {
      const { path, offset, limit, problems, ...filter } = context.req.valid('query');
      const facets = engine.entryFacets();
      if (path === undefined) {
        const page = engine.entries(readFilter(filter, problems), offset, limit);
        const uses = engine.analytics.uses();
        const items = page.items.map((entry) => writeEntry(entry, { ...facts(entry), use: uses.get(entry.id) }));
        return context.json({ ...page, items, facets }, 200);
      }
      const found = engine.entryByPath(path);
      const items = found === undefined ? [] : [writeEntry(found, facts(found))];
      return context.json({ items, total: items.length, offset: 0, facets }, 200);
    },

    entryNames: (context) => {
      const { name, offset, limit } = context.req.valid('query');
      const meant = name === undefined ? undefined : engine.findEntries(name);
      const { items, total } =
        meant === undefined
          ? engine.entries({}, offset, limit)
          : { items: meant.slice(offset, offset + limit), total: meant.length };
      return context.json({ items: items.map(writeEntryName), total, offset }, 200);
    },

    entry: (context) => {
      const { id } = context.req.valid('param');
      const entry = engine.entry(id) ?? (isNotePath(id) ? engine.entryByPath(id) : undefined);
      if (entry === undefined) return sendProblem(context, 'not_found', 'There is no such entry.');
      return context.json(writeEntryDetail(entry, facts(entry)), 200);
    },

    search: (context) => {
      const { queries, limit } = context.req.valid('json');
      const hits = engine.search(queries, limit).map(({ entry, score, excerpt }) => ({
        id: entry.id,
        title: entry.title,
        path: entry.path,
        score,
        excerpt,
      }));
      return context.json({ hits }, 200);
    },
  };
}

function readFilter(filter: Omit<EntryFilter, 'problems'>, problems: 'true' | 'false' | undefined): EntryFilter {
  return { ...filter, ...(problems !== undefined && { problems: problems === 'true' }) };
}
