import type { ImportFile } from '../../core/imports/import-plan';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeImport } from '../mapping/write-import';
import type { RouteParts } from './route-parts';

type ImportHandlers = Pick<Handlers, 'import' | 'imports' | 'undoImport' | 'export'>;

/** Lorebooks of other programs. */
export function importRoutes({ engine }: RouteParts): ImportHandlers {
  const { imports } = engine;
  return {
    import: async (context) => {
      const { files, dryRun, folder, duplicates } = context.req.valid('json');
      const planned = await imports.plan(files.map(readFile), {
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
      return context.json({ items }, 200);
    },

    undoImport: async (context) => {
      const report = await imports.undo(context.req.valid('param').id);
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

function readFile({
  name,
  text,
  base64,
}: {
  name: string;
  text?: string | undefined;
  base64?: string | undefined;
}): ImportFile {
  return { name, bytes: base64 === undefined ? new TextEncoder().encode(text) : bytesOf(base64) };
}

function bytesOf(base64: string): Uint8Array {
  return Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
}
