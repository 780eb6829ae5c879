import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { readImportFiles } from '../mapping/read-import-files';
import { writeImport } from '../mapping/write-import';
import type { RouteParts } from './route-parts';

type ImportHandlers = Pick<Handlers, 'import' | 'imports' | 'undoImport' | 'export'>;

const BOOK_FORGOTTEN =
  'The lorebook of this card is not remembered any more. Import the card itself, or try again after the next turn.';

/** Lorebooks of other programs. */
export function importRoutes({ engine }: RouteParts): ImportHandlers {
  const { imports, watch } = engine;
  return {
    import: async (context) => {
      const { files, dryRun, folder, duplicates } = context.req.valid('json');
      const read = readImportFiles(files, (digest) => engine.cardBook(digest));
      if (!read) return sendProblem(context, 'not_imported', BOOK_FORGOTTEN);
      const planned = await imports.plan(read, {
        ...(folder !== undefined && { folder }),
        ...(duplicates !== undefined && { duplicates }),
      });
      if (planned.kind === 'refused') return sendProblem(context, 'not_imported', planned.sentence);
      if (dryRun) return context.json(writeImport(planned.plan, undefined), 200);
      const applied = await imports.apply(planned.plan, { signal: context.req.raw.signal });
      if (applied.kind === 'refused') return sendProblem(context, 'not_imported', applied.sentence);
      return context.json(writeImport(planned.plan, applied.report), 200);
    },

    imports: async (context) => {
      const runs = await imports.list();
      const items = runs.map(({ id, at, files, created, updated, state }) => ({
        id,
        at,
        files: [...files],
        created,
        updated,
        state,
      }));
      const watched = (await watch.steps()).map(({ book, step }) => ({
        id: book.id,
        files: [book.book],
        state: 'done' as const,
        watched: book.id,
        ...step,
      }));
      return context.json({ items: [...items, ...watched].sort((a, b) => b.at - a.at) }, 200);
    },

    undoImport: async (context) => {
      const { id } = context.req.valid('param');
      const report = (await imports.undo(id)) ?? (await watch.undo(id));
      if (report) return context.json(report, 200);
      return sendProblem(context, 'not_found', 'There is no import with this id that can be undone.');
    },

    export: async (context) => {
      const { format } = context.req.valid('param');
      const exported = await imports.export(format, context.req.valid('query').folder);
      if (!exported) return sendProblem(context, 'not_found', unknownFormat(format, imports.writtenFormats));
      const { value, entries, remarks, problems } = exported;
      return context.json({ format, entries, file: value, lost: [...remarks], problems: [...problems] }, 200);
    },
  };
}

function unknownFormat(format: string, known: readonly string[]): string {
  return `Nothing is written as "${format}". Known are ${known.join(', ')}.`;
}
