import { createRoute } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import {
  wireGap,
  wireGapChange,
  wireGapFlagged,
  wireGapPage,
  wireGapQuery,
  wireGapsChange,
  wireGapsChanged,
  wireGapScan,
  wireGapScanned,
  wireNewGap,
} from './wire-gaps';

const missing = problem('There is no such gap.');
const notDone = problem('It was not done, and the sentence says why.');

/** Routes of lore gaps: what the story uses and the lore does not know. */
export const gapRoutes = {
  gaps: createRoute({
    method: 'get',
    path: '/v1/gaps',
    summary: 'Lore gaps of all chats or of one; `active` are those that are open or drafted',
    security: bearer,
    request: { query: wireGapQuery },
    responses: { 200: json(wireGapPage, 'A page of gaps, and how many there are of each status.'), ...refused },
  }),
  addGap: createRoute({
    method: 'post',
    path: '/v1/gaps',
    summary: 'Note a gap; one that is alike is counted once more, and opened where it was hidden',
    security: bearer,
    request: body(wireNewGap),
    responses: { 200: json(wireGapFlagged, 'The gap as it is kept.'), ...refused, 409: notDone },
  }),
  changeGaps: createRoute({
    method: 'patch',
    path: '/v1/gaps',
    summary: 'Decide about several gaps at once',
    security: bearer,
    request: body(wireGapsChange),
    responses: { 200: json(wireGapsChanged, 'The gaps as they are now.'), ...refused },
  }),
  changeGap: createRoute({
    method: 'patch',
    path: '/v1/gaps/{id}',
    summary: 'Open, hide or dismiss a gap, or correct what it says',
    security: bearer,
    request: { params: idParameter, ...body(wireGapChange) },
    responses: { 200: json(wireGap, 'The gap as it is now.'), ...refused, 404: missing },
  }),
  scanGaps: createRoute({
    method: 'post',
    path: '/v1/gaps/scan',
    summary: 'Look for names in the replies of a chat that no entry knows',
    security: bearer,
    request: body(wireGapScan),
    responses: {
      200: json(wireGapScanned, 'What was found.'),
      ...refused,
      404: problem('No messages of this chat are kept.'),
    },
  }),
};
