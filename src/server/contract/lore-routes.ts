import { createRoute, z } from '@hono/zod-openapi';
import { isNotePath } from './note-path';
import { bearer, body, flag, idParameter, json, page, problem, refused } from './route-schemas';
import { wireEntryDetail, wireEntryNames, wireEntryPage, wireSearchAnswer, wireSearchRequest } from './wire-lore';

/** Routes of entries. */
export const loreRoutes = {
  entries: createRoute({
    method: 'get',
    path: '/v1/entries',
    summary: 'Entries of the index; `path` finds one by its path',
    security: bearer,
    request: {
      query: z.object({
        path: z.string().refine(isNotePath, { error: 'Not the path of a note inside the vault.' }).optional(),
        text: z.string().optional(),
        tag: z.string().optional(),
        folder: z.string().optional(),
        type: z.string().optional(),
        problems: flag,
        /** By title without it; `use` puts first what went into the most turns. */
        sort: z.enum(['title', 'use']).optional(),
        ...page,
      }),
    },
    responses: { 200: json(wireEntryPage, 'A page of entries.'), ...refused },
  }),
  entryNames: createRoute({
    method: 'get',
    path: '/v1/entry-names',
    summary: 'What entries are called; `name` gives those that a name means, several where it is ambiguous',
    security: bearer,
    request: {
      query: z.object({
        name: z.string().min(1).max(1_000).optional(),
        offset: page.offset,
        limit: z.coerce.number<string>().int().min(1).max(5_000).default(1_000),
      }),
    },
    responses: { 200: json(wireEntryNames, 'A page of names.'), ...refused },
  }),
  entry: createRoute({
    method: 'get',
    path: '/v1/entries/{id}',
    summary: 'One entry with its text',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireEntryDetail, 'The entry.'), ...refused, 404: problem('No such entry.') },
  }),
  search: createRoute({
    method: 'post',
    path: '/v1/search',
    summary: 'Full-text search over entries',
    security: bearer,
    request: body(wireSearchRequest),
    responses: { 200: json(wireSearchAnswer, 'Hits, best first.'), ...refused },
  }),
};
