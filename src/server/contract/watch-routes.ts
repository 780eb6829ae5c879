import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import {
  wireMirrored,
  wireMirrorRequest,
  wireResolution,
  wireStopped,
  wireWatchedBook,
  wireWatchedBooks,
  wireWatchedChanges,
  wireWatchedEntries,
} from './wire-watch';

const unknownBook = problem('No such book is watched.');
const notBegun = problem('It was not begun, and the sentence says why.');

/** Routes of watched lorebooks. */
export const watchRoutes = {
  watchedBooks: createRoute({
    method: 'get',
    path: '/v1/watched-books',
    summary: 'Lorebooks of SillyTavern that are mirrored into the vault',
    security: bearer,
    responses: { 200: json(wireWatchedBooks, 'The books.'), ...refused },
  }),
  mirrorBook: createRoute({
    method: 'put',
    path: '/v1/watched-books',
    summary: 'Mirror a lorebook as it is now; the first time begins to watch it',
    security: bearer,
    request: body(wireMirrorRequest),
    responses: {
      200: json(wireMirrored, 'The book, and what was done.'),
      ...refused,
      // Written out, since a spread makes numbers of statuses into texts, and then handlers and clients do not know them.
      400: refused[400],
      409: notBegun,
      413: problem('The body is too large.'),
    },
  }),
  watchedEntries: createRoute({
    method: 'get',
    path: '/v1/watched-books/{id}/entries',
    summary: 'Every entry of a watched book and the note that it is in',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireWatchedEntries, 'The entries.'), ...refused, 404: unknownBook },
  }),
  watchedChanges: createRoute({
    method: 'get',
    path: '/v1/watched-books/{id}/changes',
    summary: 'What the vault changed since the book was mirrored, with the entries to write into it',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireWatchedChanges, 'The changes.'), ...refused, 404: unknownBook },
  }),
  resolveWatched: createRoute({
    method: 'post',
    path: '/v1/watched-books/{id}/resolve',
    summary: 'Settle what differs in an entry',
    security: bearer,
    request: { params: idParameter, ...body(wireResolution) },
    responses: {
      200: json(z.object({ book: wireWatchedBook }), 'The book after it.'),
      ...refused,
      404: problem('No such book is watched, or nothing is to be settled in this entry.'),
      409: notBegun,
    },
  }),
  bookGone: createRoute({
    method: 'post',
    path: '/v1/watched-books/{id}/gone',
    summary: 'Say that a watched book was deleted; its notes stay',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireWatchedBook, 'The book.'), ...refused, 404: unknownBook },
  }),
  stopWatching: createRoute({
    method: 'delete',
    path: '/v1/watched-books/{id}',
    summary: 'Mirror a book no longer; its notes stay',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireStopped, 'It is not watched any more.'), ...refused, 404: unknownBook },
  }),
};
