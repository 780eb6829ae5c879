import type { Retrieval } from '../../core/pipeline/retrieval';
import type { Trace } from '../../core/pipeline/trace';
import type { Handlers } from '../contract/api';
import type { WireDeliveryReport, WireGenerationRequest } from '../contract/wire-generation';
import { sendProblem, type ProblemField } from '../http-problem';
import { readGenerationRequest } from '../mapping/read-generation-request';
import { readPreviewRequest } from '../mapping/read-preview-request';
import {
  writeFailedGeneration,
  writeGenerationAnswer,
  writeKeptChat,
  writePreview,
  writeTrace,
  writeTraceHead,
} from '../mapping/write-generation';
import type { RouteParts } from './route-parts';

type GenerationHandlers = Pick<
  Handlers,
  'generate' | 'prepare' | 'generations' | 'generation' | 'generationChats' | 'replay' | 'reportDelivery' | 'preview'
>;

/** What a client waits for when it does not say. */
const DEFAULT_DEADLINE_MS = 4_000;
const ID_BYTES = 12;

/** The main call, its traces and its preview. */
export function generationRoutes({ engine, random, log }: RouteParts): GenerationHandlers {
  const read = (body: WireGenerationRequest): Retrieval =>
    readGenerationRequest(body, {
      newId: () => random.token(ID_BYTES),
      countTokens: (text) => engine.countTokens(text).tokens,
    });
  return {
    generate: async (context) => {
      const body = context.req.valid('json');
      const request = read(body);
      const deadline = body.deadlineMs ?? DEFAULT_DEADLINE_MS;
      try {
        const result = await engine.generate(request, deadline, context.req.raw.signal);
        return context.json(writeGenerationAnswer(result, engine.wants()), 200);
      } catch (error) {
        log.warn('A generation failed; the reply goes on without lore.', error);
        return context.json(writeFailedGeneration(request, engine.wants()), 200);
      }
    },

    prepare: (context) => {
      const preparing = engine.prepare(read(context.req.valid('json')));
      return context.json({ preparing }, 202);
    },

    generations: (context) => {
      const { chat, limit, entries } = context.req.valid('query');
      const items = engine.generations(chat, limit).map((trace) => writeTraceHead(trace, entries === 'true'));
      return context.json({ items }, 200);
    },

    generationChats: (context) => context.json({ items: engine.generationChats().map(writeKeptChat) }, 200),

    replay: async (context) => {
      const { explain, settings } = context.req.valid('json');
      const played = await engine.replay(context.req.valid('param').id, {
        ...(explain && { explain }),
        ...(settings && { settings }),
      });
      if (played !== undefined) return context.json(writePreview(played, engine.wants()), 200);
      return sendProblem(context, 'not_found', 'This turn cannot be played again, because its request is not kept.');
    },

    generation: (context) => {
      const trace = engine.generation(context.req.valid('param').id);
      if (trace === undefined) return sendProblem(context, 'not_found', 'No such generation is kept.');
      return context.json(writeTrace(trace), 200);
    },

    reportDelivery: (context) => {
      const { id } = context.req.valid('param');
      const { items } = context.req.valid('json');
      const trace = engine.generation(id);
      if (trace === undefined) return sendProblem(context, 'not_found', 'No such generation is kept.');
      const fields = unknownKeys(items, trace);
      if (fields.length > 0) {
        const detail = 'The report names injections that this generation does not have.';
        return sendProblem(context, 'malformed_request', detail, { fields });
      }
      engine.reportDelivery(id, items);
      return context.json({ items }, 200);
    },

    preview: async (context) => {
      const body = context.req.valid('json');
      const scopes = context.get('scopes');
      // Reading costs nothing; a question to a model does.
      if (body.ai === true && !scopes.includes('generate') && !scopes.includes('admin'))
        return sendProblem(context, 'scope_missing', 'Asking the AI needs a token with the scope "generate".');
      const preview = await engine.preview(read(readPreviewRequest(body)), {
        ...(body.settings && { settings: body.settings }),
        ...(body.explain && { explain: body.explain }),
        ...(body.ai === true && { ai: true }),
        ...(body.prompt === true && { prompt: true }),
        ...(body.hooks === true && { hooks: true, signal: context.req.raw.signal }),
      });
      return context.json(writePreview(preview, engine.wants()), 200);
    },
  };
}

function unknownKeys(items: WireDeliveryReport['items'], { injections }: Trace): readonly ProblemField[] {
  const known = new Set(injections.map(({ key }) => key));
  return items.flatMap(({ key }, index) =>
    known.has(key) ? [] : [{ path: `items.${String(index)}.key`, message: 'No injection has this key.' }],
  );
}
