import { createRoute, z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import {
  wireIndexReportQuery,
  wireIndexReports,
  wireNewVault,
  wireNoteList,
  wireVault,
  wireVaultChange,
  wireVaultOrder,
  wireVaults,
  wireVaultScan,
  wireVaultScanRequest,
  wireVaultTest,
  wireVaultTestRequest,
  wireVaultTests,
} from './wire-vaults';

const unknown = problem('There is no such further vault.');
const notDone = problem('This host cannot, or it could not be kept; the sentence says which.');
const noteParameter = z.object({
  path: z.string().min(1).max(1_000).refine(isNotePath, { error: 'Not the path of a note inside the vault.' }),
});

/** Routes of the vaults that are read beside the own one. */
export const vaultRoutes = {
  vaults: createRoute({
    method: 'get',
    path: '/v1/vaults',
    summary: 'The vaults that the index is made of, in order of precedence',
    security: bearer,
    responses: { 200: json(wireVaults, 'The vaults.'), ...refused },
  }),
  addVault: createRoute({
    method: 'post',
    path: '/v1/vaults',
    summary: 'Read a further vault from now on',
    security: bearer,
    request: body(wireNewVault),
    responses: { 201: json(wireVault, 'The vault.'), ...refused, 400: refused[400], 409: notDone },
  }),
  // Before those with an id, which would take `order`, `test` and `scan` for one.
  orderVaults: createRoute({
    method: 'put',
    path: '/v1/vaults/order',
    summary: 'Change the order of precedence of further vaults',
    security: bearer,
    request: body(wireVaultOrder),
    responses: { 200: json(wireVaults, 'The vaults.'), ...refused, 400: refused[400], 409: notDone },
  }),
  testVaults: createRoute({
    method: 'post',
    path: '/v1/vaults/test',
    summary: 'Try to reach all further vaults, or one that is not added yet',
    security: bearer,
    request: body(wireVaultTestRequest),
    responses: { 200: json(wireVaultTests, 'What came of it.'), ...refused, 400: refused[400] },
  }),
  scanVaults: createRoute({
    method: 'post',
    path: '/v1/vaults/scan',
    summary: 'Look for vaults on a range of ports of a computer',
    security: bearer,
    request: body(wireVaultScanRequest),
    responses: { 200: json(wireVaultScan, 'What answers there.'), ...refused, 400: refused[400], 409: notDone },
  }),
  changeVault: createRoute({
    method: 'patch',
    path: '/v1/vaults/{id}',
    summary: 'Change a further vault, turn it off or on, or keep its key',
    security: bearer,
    request: { params: idParameter, ...body(wireVaultChange) },
    responses: { 200: json(wireVault, 'The vault.'), ...refused, 400: refused[400], 404: unknown, 409: notDone },
  }),
  removeVault: createRoute({
    method: 'delete',
    path: '/v1/vaults/{id}',
    summary: 'Read a vault no longer, and forget its key; its notes are not touched',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireVaults, 'The vaults that are left.'), ...refused, 404: unknown, 409: notDone },
  }),
  testVault: createRoute({
    method: 'post',
    path: '/v1/vaults/{id}/test',
    summary: 'Try to reach a further vault',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireVaultTest, 'What came of it.'), ...refused, 404: unknown },
  }),
  readVault: createRoute({
    method: 'post',
    path: '/v1/vaults/{id}/read',
    summary: 'Read a further vault now, and answer when that is done',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireVault, 'The vault.'), ...refused, 404: unknown },
  }),
  indexReports: createRoute({
    method: 'get',
    path: '/v1/index-reports',
    summary: 'What changed in the index since the host started',
    security: bearer,
    request: { query: wireIndexReportQuery },
    responses: { 200: json(wireIndexReports, 'The reports.'), ...refused },
  }),
  notes: createRoute({
    method: 'get',
    path: '/v1/notes',
    summary: 'Lore notes of the own vault, for another Lorehearth that reads it',
    security: bearer,
    responses: { 200: json(wireNoteList, 'The notes.'), ...refused, 503: problem('The vault cannot be reached.') },
  }),
  note: createRoute({
    method: 'get',
    path: '/v1/notes/{path}',
    summary: 'The text of a lore note of the own vault, as it stands in the file',
    description: 'The path is one part of the address: its slashes are written `%2F`.',
    security: bearer,
    request: { params: noteParameter },
    responses: {
      200: { description: 'The text.', content: { 'text/markdown': { schema: z.string() } } },
      ...refused,
      404: problem('There is no such lore note.'),
      503: problem('The note cannot be read now.'),
    },
  }),
};
