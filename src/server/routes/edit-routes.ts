import type { Context } from 'hono';
import { isWaiting } from '../../core/edits/proposal';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeChange, writeChangeHead, writeProposal, writeProposalHead } from '../mapping/write-edit';
import type { RouteParts } from './route-parts';

type EditHandlers = Pick<
  Handlers,
  | 'proposals'
  | 'propose'
  | 'acceptProposals'
  | 'proposal'
  | 'acceptProposal'
  | 'rejectProposal'
  | 'changes'
  | 'change'
  | 'undoChange'
  | 'redoChange'
  | 'undoChanges'
>;

/** Changes to notes. */
export function editRoutes({ engine }: RouteParts): EditHandlers {
  const { edits } = engine;
  /** A proposal as it is after something was done with it. */
  const view = async (id: string) => {
    const found = await edits.proposal(id);
    return found && writeProposal(found);
  };
  return {
    proposals: async (context) => {
      const { status, origin, path, limit } = context.req.valid('query');
      const all = await edits.list();
      const items = all
        .filter((one) => status === undefined || (status === 'waiting' ? isWaiting(one) : one.status === status))
        .filter((one) => origin === undefined || one.origin.tool === origin)
        .filter((one) => path === undefined || one.path === path)
        .slice(0, limit)
        .map((one) => writeProposalHead(one));
      return context.json({ items, open: all.filter(isWaiting).length }, 200);
    },

    propose: async (context) => {
      const { patch, origin } = context.req.valid('json');
      const result = await edits.propose(patch, origin);
      if (result.kind === 'refused') return notChanged(context, result.sentence);
      return context.json((await view(result.proposal.id)) ?? writeProposal(alone(result.proposal)), 200);
    },

    acceptProposals: async (context) => {
      const results = await edits.acceptAll(context.req.valid('json').ids);
      const known = await edits.list();
      const items = results.map(([id, result]) => {
        const sentence = result.kind === 'refused' ? result.sentence : result.proposal.sentence;
        const status = known.find((one) => one.id === id)?.status ?? 'stale';
        return { id, status, ...(sentence !== undefined && { sentence }) };
      });
      return context.json({ items }, 200);
    },

    proposal: async (context) => {
      const found = await view(context.req.valid('param').id);
      return found ? context.json(found, 200) : noProposal(context);
    },

    acceptProposal: async (context) => {
      const { id } = context.req.valid('param');
      const result = await edits.editAndAccept(id, context.req.valid('json'));
      if (!result) return noProposal(context);
      if (result.kind === 'refused') return notChanged(context, result.sentence);
      return context.json((await view(id)) ?? writeProposal(alone(result.proposal)), 200);
    },

    rejectProposal: async (context) => {
      const result = await edits.reject(context.req.valid('param').id);
      if (!result) return noProposal(context);
      if (result.kind === 'refused') return notChanged(context, result.sentence);
      return context.json(writeProposal(alone(result.proposal)), 200);
    },

    changes: async (context) => {
      const { session, chat, limit } = context.req.valid('query');
      const all = await edits.changes();
      const found = all
        .filter(({ origin }) => session === undefined || origin.session === session)
        .filter(({ origin }) => chat === undefined || origin.chat === chat);
      return context.json({ items: found.slice(0, limit).map(writeChangeHead), total: found.length }, 200);
    },

    change: async (context) => {
      const { id } = context.req.valid('param');
      const found = (await edits.changes()).find((one) => one.id === id);
      return found ? context.json(writeChange(found), 200) : noChange(context);
    },

    undoChange: async (context) => {
      const undone = await edits.undo(context.req.valid('param').id);
      return undone ? context.json(undone, 200) : noChange(context);
    },

    redoChange: async (context) => {
      const redone = await edits.redo(context.req.valid('param').id);
      if (!redone) return noChange(context);
      if (redone.kind === 'refused') return notChanged(context, redone.sentence);
      return context.json(writeChange(redone.change), 200);
    },

    undoChanges: async (context) => context.json(await edits.undoAll(context.req.valid('json')), 200),
  };
}

/** A proposal that nothing is known of beside itself. */
function alone(proposal: Parameters<typeof writeProposal>[0]['proposal']): Parameters<typeof writeProposal>[0] {
  return { proposal, current: proposal.before, next: proposal.after };
}

function noProposal(context: Context) {
  return sendProblem(context, 'not_found', 'There is no proposal with this id.');
}

function noChange(context: Context) {
  return sendProblem(context, 'not_found', 'There is no change with this id.');
}

function notChanged(context: Context, sentence: string) {
  return sendProblem(context, 'not_changed', sentence);
}
