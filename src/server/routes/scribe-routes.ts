import type { Context } from 'hono';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { ScribeAsked } from '../../core/scribe/scribe';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeChatState } from '../mapping/chat-state';
import { knownChats } from '../mapping/known-chats';
import { writeJob, writeRecap, writeScribeChannel, writeSummaries } from '../mapping/write-scribe';
import type { RouteParts } from './route-parts';

type ScribeHandlers = Pick<
  Handlers,
  'scribe' | 'summarize' | 'cancelScribe' | 'summaries' | 'redoSummary' | 'recap' | 'extractNotes' | 'copyChat'
>;

const UNKNOWN = 'There is no summary with this id.';
const DECIDED = 'Something was decided for that chat already, or it is the same chat. Nothing was copied.';

/** Summaries of chats, notes of the AI, and what a new chat takes over. */
export function scribeRoutes({ engine }: RouteParts): ScribeHandlers {
  const { scribe, notepad } = engine;
  return {
    scribe: (context) => {
      return context.json(
        {
          chats: knownChats(engine),
          jobs: scribe.jobs().map(writeJob),
          channel: writeScribeChannel(scribe.channel, scribe.complaint),
          every: engine.settings().scribeEvery,
        },
        200,
      );
    },

    summarize: async (context) => {
      const { focus, parent } = context.req.valid('json');
      const asked = await scribe.summarize(context.req.valid('param').id, focus, parent);
      if (asked.kind === 'job') return context.json(started(asked), 202);
      return sendProblem(context, 'not_done', sentenceOf(asked));
    },

    cancelScribe: async (context) => {
      const cancelled = await scribe.cancel(context.req.valid('param').id);
      return context.json({ cancelled }, 200);
    },

    summaries: async (context) => {
      const { id } = context.req.valid('param');
      return context.json(writeSummaries(id, await scribe.told(id), scribe.jobs(id)), 200);
    },

    redoSummary: async (context) => {
      const { id, summary } = context.req.valid('param');
      const asked = await scribe.redo(id, summary, context.req.valid('json').focus);
      if (asked.kind === 'job') return context.json(started(asked), 202);
      if (asked.kind === 'missing') return sendProblem(context, 'not_found', UNKNOWN);
      return sendProblem(context, 'not_done', asked.sentence);
    },

    recap: async (context) => context.json(writeRecap(await scribe.recap(context.req.valid('param').id)), 200),

    extractNotes: async (context) => {
      const { message, notes } = context.req.valid('json');
      const { signal } = context.req.raw;
      const extracted = await notepad.extract(context.req.valid('param').id, message, notes, signal);
      return extractedReply(context, extracted);
    },

    copyChat: async (context) => {
      const copied = await engine.copyChat(context.req.valid('param').id, context.req.valid('json').to);
      return copied ? context.json(writeChatState(copied, engine), 200) : sendProblem(context, 'not_done', DECIDED);
    },
  };
}

function extractedReply(context: Context, extracted: Awaited<ReturnType<LoreEngine['notepad']['extract']>>) {
  switch (extracted.kind) {
    case 'notes':
      return context.json({ notes: extracted.notes }, 200);
    case 'refused':
      return sendProblem(context, 'not_done', extracted.sentence);
    case 'failed':
      return sendProblem(context, 'provider_failed', extracted.sentence);
  }
}

function started({ job }: Extract<ScribeAsked, { readonly kind: 'job' }>) {
  const sentence =
    job.only === undefined
      ? 'The Scribe is at work; its summary comes as a note.'
      : 'The Scribe writes this summary anew.';
  return { job: writeJob(job), sentence };
}

function sentenceOf(asked: Exclude<ScribeAsked, { readonly kind: 'job' }>): string {
  return asked.kind === 'refused' ? asked.sentence : UNKNOWN;
}
