import type { Context } from 'hono';
import type { Answering, NotDone } from '../../core/librarian/librarian';
import type { AnswerRun } from '../../core/librarian/answering/answer-run';
import type { LibrarianEvent } from '../../core/librarian/answering/librarian-event';
import type { LibrarianSession } from '../../core/librarian/session/session';
import type { Handlers } from '../contract/api';
import type { WireLibrarianSession } from '../contract/wire-librarian';
import { answerStream, eventText } from '../events/answer-stream';
import { sendProblem } from '../http-problem';
import {
  proposalStates,
  writeLibrarianEvent,
  writeSession,
  writeSessions,
  type ProposalStates,
} from '../mapping/write-librarian';
import type { RouteParts } from './route-parts';

type LibrarianHandlers = Pick<
  Handlers,
  | 'librarianSessions'
  | 'startLibrarianSession'
  | 'librarianSession'
  | 'changeLibrarianSession'
  | 'deleteLibrarianSession'
  | 'tellLibrarian'
  | 'librarianEvents'
  | 'stopLibrarian'
  | 'regenerateLibrarian'
  | 'editLibrarianMessage'
>;

const UNKNOWN = 'There is no conversation with this id.';
const EVENTS = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

/** Conversations with the Librarian. */
export function librarianRoutes({ engine, log }: RouteParts): LibrarianHandlers {
  const { librarian, edits } = engine;
  const written = async (session: LibrarianSession): Promise<WireLibrarianSession> =>
    writeSession(session, librarian.remembered(session), proposalStates(await edits.list()));
  /** The conversation of a run; one that was forgotten meanwhile has nothing to say. */
  const writtenById = async (id: string): Promise<WireLibrarianSession> => {
    const session = await librarian.get(id);
    if (session === undefined) throw new Error('The conversation was forgotten while it was answered.');
    return written(session);
  };
  /** How proposals stand, for the events that tell it. */
  const statesFor = async ({ kind }: LibrarianEvent): Promise<ProposalStates> =>
    kind === 'answer' || kind === 'proposal' ? proposalStates(await edits.list()) : new Map();
  const stream = (run: AnswerRun): Response => {
    const place = { session: run.session, message: run.place };
    const body = answerStream({
      run,
      write: async (event) => {
        if (event.kind === 'done') return { kind: 'done', session: await writtenById(run.session) };
        if (event.kind !== 'error') return writeLibrarianEvent(event, place, await statesFor(event));
        const { error, sentence } = event;
        return {
          kind: 'error',
          ...(error !== undefined && { error }),
          sentence,
          session: await writtenById(run.session),
        };
      },
      failed: (error) => log.debug(`A reader of the Librarian was let go: ${String(error)}`),
    });
    return new Response(body, { headers: EVENTS });
  };
  const answered = (context: Context, answering: Answering) =>
    answering.kind === 'run' ? stream(answering.run) : notDone(context, answering);
  return {
    librarianSessions: async (context) =>
      context.json(writeSessions(await librarian.list(), await librarian.overview()), 200),

    startLibrarianSession: async (context) => {
      const started = await librarian.start(context.req.valid('json'));
      if (started.kind === 'session') return context.json(await written(started.session), 201);
      return sendProblem(context, 'not_done', started.kind === 'refused' ? started.sentence : UNKNOWN);
    },

    librarianSession: async (context) => {
      const session = await librarian.get(context.req.valid('param').id);
      return session ? context.json(await written(session), 200) : sendProblem(context, 'not_found', UNKNOWN);
    },

    changeLibrarianSession: async (context) => {
      const changed = await librarian.change(context.req.valid('param').id, context.req.valid('json'));
      if (changed.kind === 'session') return context.json(await written(changed.session), 200);
      return sendProblem(context, 'not_found', UNKNOWN);
    },

    deleteLibrarianSession: async (context) => {
      const isDeleted = await librarian.remove(context.req.valid('param').id);
      return isDeleted ? context.json({ deleted: true }, 200) : sendProblem(context, 'not_found', UNKNOWN);
    },

    tellLibrarian: async (context) =>
      answered(context, await librarian.tell(context.req.valid('param').id, context.req.valid('json').text)),

    librarianEvents: async (context) => {
      const { id } = context.req.valid('param');
      const run = librarian.running(id);
      if (run) return stream(run);
      const session = await librarian.get(id);
      if (session === undefined) return sendProblem(context, 'not_found', UNKNOWN);
      return new Response(eventText({ kind: 'done', session: await written(session) }), { headers: EVENTS });
    },

    stopLibrarian: async (context) => {
      const stopped = await librarian.stop(context.req.valid('param').id);
      if (stopped.kind === 'session') return context.json(await written(stopped.session), 200);
      return sendProblem(context, 'not_found', UNKNOWN);
    },

    regenerateLibrarian: async (context) =>
      answered(context, await librarian.regenerate(context.req.valid('param').id)),

    editLibrarianMessage: async (context) => {
      const { id, message } = context.req.valid('param');
      return answered(context, await librarian.edit(id, message, context.req.valid('json').text));
    },
  };
}

function notDone(context: Context, outcome: NotDone) {
  return outcome.kind === 'missing'
    ? sendProblem(context, 'not_found', UNKNOWN)
    : sendProblem(context, 'not_done', outcome.sentence);
}
