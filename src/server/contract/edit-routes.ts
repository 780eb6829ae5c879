import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, idParameter, json, problem, refused } from './route-schemas';
import {
  wireAcceptance,
  wireChange,
  wireChangePage,
  wireManyAccepted,
  wireProposal,
  wireProposalPage,
  wireProposalQuery,
  wireProposalRequest,
  wireUndone,
  wireUndoRequest,
} from './wire-edits';

const missing = problem('There is no such proposal.');
const notDone = problem('It was not done, and the sentence says why.');

/** Routes of changes to notes: proposed, decided, looked at, taken back. */
export const editRoutes = {
  proposals: createRoute({
    method: 'get',
    path: '/v1/proposals',
    summary: 'Changes to notes that tools propose; `waiting` are those that need a decision',
    security: bearer,
    request: { query: wireProposalQuery },
    responses: { 200: json(wireProposalPage, 'The proposals.'), ...refused },
  }),
  propose: createRoute({
    method: 'post',
    path: '/v1/proposals',
    summary: 'Propose a change; where the settings let the tool write, it is done at once',
    security: bearer,
    request: body(wireProposalRequest),
    responses: {
      200: json(wireProposal, 'The proposal with its diff.'),
      ...refused,
      409: notDone,
      413: problem('The body is too large.'),
    },
  }),
  acceptProposals: createRoute({
    method: 'post',
    path: '/v1/proposals/accept',
    summary: 'Accept several proposals, one after the other',
    security: bearer,
    request: body(z.object({ ids: z.array(z.string().min(1).max(200)).min(1).max(1_000) })),
    responses: { 200: json(wireManyAccepted, 'What became of each.'), ...refused },
  }),
  proposal: createRoute({
    method: 'get',
    path: '/v1/proposals/{id}',
    summary: 'One proposal with its diff against the note as it is now',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireProposal, 'The proposal.'), ...refused, 404: missing },
  }),
  acceptProposal: createRoute({
    method: 'post',
    path: '/v1/proposals/{id}/accept',
    summary: 'Write a proposal into the note, as it is or as the user edited it',
    security: bearer,
    request: { params: idParameter, ...body(wireAcceptance) },
    responses: {
      200: json(wireProposal, 'The proposal: accepted, or in conflict or stale with the reason.'),
      ...refused,
      404: missing,
      409: notDone,
      413: problem('The body is too large.'),
    },
  }),
  rejectProposal: createRoute({
    method: 'post',
    path: '/v1/proposals/{id}/reject',
    summary: 'Turn a proposal down',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireProposal, 'The proposal.'), ...refused, 404: missing, 409: notDone },
  }),
  changes: createRoute({
    method: 'get',
    path: '/v1/changes',
    summary: 'What tools changed in notes, newest first',
    security: bearer,
    request: {
      query: z.object({
        session: z.string().min(1).max(200).optional(),
        chat: z.string().min(1).max(200).optional(),
        limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
      }),
    },
    responses: { 200: json(wireChangePage, 'The changes.'), ...refused },
  }),
  change: createRoute({
    method: 'get',
    path: '/v1/changes/{id}',
    summary: 'One change with its diff',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireChange, 'The change.'), ...refused, 404: problem('There is no such change.') },
  }),
  undoChange: createRoute({
    method: 'post',
    path: '/v1/changes/{id}/undo',
    summary: 'Take one change back; what was changed in the note since stays',
    security: bearer,
    request: { params: idParameter },
    responses: {
      200: json(wireUndone, 'Whether it was taken back, and why not.'),
      ...refused,
      404: problem('There is no such change.'),
    },
  }),
  redoChange: createRoute({
    method: 'post',
    path: '/v1/changes/{id}/redo',
    summary: 'Do a change again that was taken back, as a new change; what was changed in the note since stays',
    security: bearer,
    request: { params: idParameter },
    responses: {
      200: json(wireChange, 'The new change.'),
      ...refused,
      404: problem('There is no such change.'),
      409: notDone,
    },
  }),
  undoChanges: createRoute({
    method: 'post',
    path: '/v1/changes/undo',
    summary: 'Take back all changes of a session or of a turn, the last one first',
    security: bearer,
    request: body(wireUndoRequest),
    responses: { 200: json(wireUndone, 'What was taken back.'), ...refused },
  }),
};
