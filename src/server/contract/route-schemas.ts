import { z } from '@hono/zod-openapi';
import { wireHttpProblem } from './wire-server';

/** Parts that the tables of routes share. */

export const json = <Schema extends z.ZodType>(schema: Schema, description: string) => ({
  description,
  content: { 'application/json': { schema } },
});

export const body = <Schema extends z.ZodType>(schema: Schema) => ({
  body: { required: true as const, content: { 'application/json': { schema } } },
});

export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: wireHttpProblem } },
});

// Not `as const`: spreading read-only properties turns the status numbers into texts, and clients lose the types of refusals.
export const refused = {
  400: problem('The request is malformed; `fields` names every bad field.'),
  401: problem('The token is missing or not accepted.'),
  403: problem('The token does not allow this, or the page’s origin is not allowed.'),
};

export const idParameter = z.object({ id: z.string().min(1).max(200) });
export const bearer = [{ bearer: [] as string[] }];

/** Parameters of a list that is handed out in pages. */
export const page = {
  offset: z.coerce.number<string>().int().min(0).default(0),
  limit: z.coerce.number<string>().int().min(1).max(1_000).default(100),
};

export const flag = z.enum(['true', 'false']).optional();
