import { createRoute, z } from '@hono/zod-openapi';
import { bearer, body, flag, idParameter, json, problem, refused } from './route-schemas';
import {
  wireDeliveryReport,
  wireGenerationAnswer,
  wireGenerationRequest,
  wireKeptChats,
  wirePreviewAnswer,
  wirePreviewRequest,
  wireReplayRequest,
  wireTrace,
  wireTraceHead,
} from './wire-generation';

/** Routes of turns: choosing lore for a reply, and what is known of the last ones. */
export const generationRoutes = {
  generate: createRoute({
    method: 'post',
    path: '/v1/generations',
    summary: 'Choose the lore for one reply',
    security: bearer,
    request: body(wireGenerationRequest),
    responses: {
      200: json(wireGenerationAnswer, 'The lore, its places and what to store on the reply.'),
      ...refused,
      413: problem('The body is too large.'),
    },
  }),
  prepare: createRoute({
    method: 'post',
    path: '/v1/prepare',
    summary: 'Ask the AI for the likely next turn already, where the settings want that; nothing is recorded',
    security: bearer,
    request: body(wireGenerationRequest),
    responses: { 202: json(z.object({ preparing: z.boolean() }), 'Whether it is asked.'), ...refused },
  }),
  generations: createRoute({
    method: 'get',
    path: '/v1/generations',
    summary: 'Recorded turns, newest first',
    security: bearer,
    request: {
      query: z.object({
        chat: z.string().optional(),
        limit: z.coerce.number<string>().int().min(1).max(2_000).default(100),
        /** Whether to tell what went in, too. */
        entries: flag,
      }),
    },
    responses: { 200: json(z.object({ items: z.array(wireTraceHead).readonly() }), 'The turns.'), ...refused },
  }),
  generationChats: createRoute({
    method: 'get',
    path: '/v1/generation-chats',
    summary: 'Chats of which turns are kept, the one with the newest turn first',
    security: bearer,
    responses: { 200: json(wireKeptChats, 'The chats.'), ...refused },
  }),
  replay: createRoute({
    method: 'post',
    path: '/v1/generations/{id}/replay',
    summary: 'Play a kept turn again with the vault, the settings and the chat as they are now; nothing is recorded',
    security: bearer,
    request: { params: idParameter, ...body(wireReplayRequest) },
    responses: {
      200: json(wirePreviewAnswer, 'Answer and trace.'),
      ...refused,
      404: problem('The turn, or the request that it answered, is not kept.'),
    },
  }),
  generation: createRoute({
    method: 'get',
    path: '/v1/generations/{id}',
    summary: 'The full trace of a turn',
    security: bearer,
    request: { params: idParameter },
    responses: { 200: json(wireTrace, 'The trace.'), ...refused, 404: problem('No such generation is kept.') },
  }),
  reportDelivery: createRoute({
    method: 'post',
    path: '/v1/generations/{id}/delivery',
    summary: 'Say which injections of a turn reached the model; a later report replaces an earlier one',
    security: bearer,
    request: { params: idParameter, ...body(wireDeliveryReport) },
    responses: {
      200: json(wireDeliveryReport, 'The report as it is kept with the trace.'),
      ...refused,
      400: refused[400],
      404: problem('No such generation is kept.'),
    },
  }),
  preview: createRoute({
    method: 'post',
    path: '/v1/preview',
    summary: 'What a generation would get; nothing is recorded',
    security: bearer,
    request: body(wirePreviewRequest),
    responses: { 200: json(wirePreviewAnswer, 'Answer and trace.'), ...refused },
  }),
};
