import type { Retrieval } from '../../core/pipeline/retrieval';
import type { Handlers } from '../contract/api';
import type { WireGenerationRequest } from '../contract/wire-generation';
import { sendProblem } from '../http-problem';
import { readGenerationRequest } from '../mapping/read-generation-request';
import { readPreviewRequest } from '../mapping/read-preview-request';
import {
  writeFailedGeneration,
  writeGenerationAnswer,
  writeTrace,
  writeTraceHead,
  writeWhyNot,
} from '../mapping/write-generation';
import type { RouteParts } from './route-parts';

type GenerationHandlers = Pick<Handlers, 'generate' | 'generations' | 'generation' | 'preview'>;

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
        return context.json(writeGenerationAnswer(result, engine.messagesWanted()), 200);
      } catch (error) {
        log.warn('A generation failed; the reply goes on without lore.', error);
        return context.json(writeFailedGeneration(request, engine.messagesWanted()), 200);
      }
    },

    generations: (context) => {
      const { chat, limit } = context.req.valid('query');
      return context.json({ items: engine.generations(chat, limit).map(writeTraceHead) }, 200);
    },

    generation: (context) => {
      const trace = engine.generation(context.req.valid('param').id);
      if (trace === undefined) return sendProblem(context, 'not_found', 'No such generation is kept.');
      return context.json(writeTrace(trace), 200);
    },

    preview: async (context) => {
      const body = context.req.valid('json');
      const { result, problems, explanations } = await engine.preview(read(readPreviewRequest(body)), {
        ...(body.settings && { settings: body.settings }),
        ...(body.explain && { explain: body.explain }),
      });
      const answer = writeGenerationAnswer(result, engine.messagesWanted());
      return context.json(
        {
          answer,
          trace: writeTrace(result.trace),
          problems: [...problems],
          explanations: explanations.map(writeWhyNot),
        },
        200,
      );
    },
  };
}
