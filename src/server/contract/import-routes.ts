import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import { wireExport, wireImportAnswer, wireImportRequest, wireImports, wireUndoReport } from './wire-imports';

/** Routes of lorebooks of other programs. */
export const importRoutes = {
  import: createRoute({
    method: 'post',
    path: '/v1/imports',
    summary: 'Import lorebooks as notes, or only tell what would happen; importing again updates',
    security: bearer,
    request: body(wireImportRequest),
    responses: {
      200: json(wireImportAnswer, 'What becomes, or became, of each entry.'),
      ...refused,
      409: problem('It was not begun, and the sentence says why.'),
      413: problem('The body is too large.'),
    },
  }),
  imports: createRoute({
    method: 'get',
    path: '/v1/imports',
    summary: 'Imports that were made, newest first',
    security: bearer,
    responses: { 200: json(wireImports, 'The imports.'), ...refused },
  }),
  undoImport: createRoute({
    method: 'post',
    path: '/v1/imports/{id}/undo',
    summary: 'Take an import back wherever nobody changed its notes since',
    security: bearer,
    request: { params: idParameter },
    responses: {
      200: json(wireUndoReport, 'What was taken back.'),
      ...refused,
      404: problem('There is no such import that can be undone.'),
    },
  }),
  export: createRoute({
    method: 'get',
    path: '/v1/exports/{format}',
    summary: 'The entries of a folder, or of the whole vault, as a lorebook for another program',
    security: bearer,
    request: {
      params: z.object({ format: z.string().min(1).max(100) }),
      query: z.object({ folder: z.string().max(500).default('') }),
    },
    responses: {
      200: json(wireExport, 'The lorebook.'),
      ...refused,
      404: problem('There is no such format that is written.'),
    },
  }),
};
