import type { Context } from 'hono';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeBookChange, writeWatchedBook, writeWatchedEntry } from '../mapping/write-watch';
import type { RouteParts } from './route-parts';

type WatchHandlers = Pick<
  Handlers,
  'watchedBooks' | 'mirrorBook' | 'watchedEntries' | 'watchedChanges' | 'resolveWatched' | 'bookGone' | 'stopWatching'
>;

/** Lorebooks of SillyTavern that are mirrored into the vault. */
export function watchRoutes({ engine }: RouteParts): WatchHandlers {
  const { watch } = engine;
  return {
    watchedBooks: async (context) => context.json({ items: (await watch.list()).map(writeWatchedBook) }, 200),

    mirrorBook: async (context) => {
      const { book, data, digest, renamedFrom, writeBack, folder } = context.req.valid('json');
      const mirrored = await watch.mirror({
        book,
        data,
        digest,
        ...(renamedFrom !== undefined && { renamedFrom }),
        ...(writeBack !== undefined && { writeBack }),
        ...(folder !== undefined && { folder }),
      });
      if (mirrored.kind === 'refused') return sendProblem(context, 'not_imported', mirrored.sentence);
      if (mirrored.kind === 'malformed') {
        const path = ['data', mirrored.where].filter((part) => part !== '').join('.');
        const fields = [{ path, message: mirrored.sentence }];
        return sendProblem(context, 'malformed_request', `The book cannot be read. ${mirrored.sentence}`, { fields });
      }
      const { overview, report } = mirrored;
      return context.json({ book: writeWatchedBook(overview), report: { ...report, failed: [...report.failed] } }, 200);
    },

    watchedEntries: async (context) => {
      const found = await watch.entries(context.req.valid('param').id);
      if (!found) return unknownBook(context);
      return context.json({ digest: found.book.digest, items: found.views.map(writeWatchedEntry) }, 200);
    },

    watchedChanges: async (context) => {
      const found = await watch.changes(context.req.valid('param').id);
      if (!found) return unknownBook(context);
      return context.json({ digest: found.book.digest, items: found.changes.map(writeBookChange) }, 200);
    },

    resolveWatched: async (context) => {
      const { uid, keep } = context.req.valid('json');
      const resolution = await watch.resolve(context.req.valid('param').id, uid, keep);
      if (resolution.kind === 'settled') return context.json({ book: writeWatchedBook(resolution.overview) }, 200);
      if (resolution.kind === 'refused') return sendProblem(context, 'not_kept', resolution.sentence);
      return sendProblem(context, 'not_found', 'No such book is watched, or nothing is to be settled in this entry.');
    },

    bookGone: async (context) => {
      const overview = await watch.gone(context.req.valid('param').id);
      return overview ? context.json(writeWatchedBook(overview), 200) : unknownBook(context);
    },

    stopWatching: async (context) => {
      const { id } = context.req.valid('param');
      const found = await watch.entries(id);
      const stopped = found && (await watch.stop(id));
      if (!stopped) return unknownBook(context);
      return context.json({ id, notes: found.views.filter(({ note }) => note !== undefined).length }, 200);
    },
  };
}

function unknownBook(context: Context) {
  return sendProblem(context, 'not_found', 'No book with this id is watched.');
}
