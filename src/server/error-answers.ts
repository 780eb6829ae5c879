import type { Context, MiddlewareHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { routePath } from 'hono/route';
import type { z } from 'zod';
import { ReadOnlyDocument } from '../core/documents/read-only-document';
import type { Log } from '../core/ports/log';
import { sendProblem, type ProblemField } from './http-problem';

/** More wrong fields than these are not listed. */
const MOST_FIELDS = 100;

type Validation = { readonly success: true } | { readonly success: false; readonly error: z.core.$ZodError };

/** Answers a request that does not fit its schema, naming every bad field. */
export function answerInvalid(result: Validation & { readonly target: string }, context: Context) {
  if (result.success) return undefined;
  const fields = result.error.issues.slice(0, MOST_FIELDS).map(readIssue);
  const named = fields.map((field) => field.path).join(', ');
  return sendProblem(context, 'malformed_request', `These fields are not what they should be: ${named}.`, { fields });
}

function readIssue(issue: z.core.$ZodIssue): ProblemField {
  return { path: issue.path.map(String).join('.') || '(body)', message: issue.message };
}

/**
 * Answers what was thrown on the way: refusals of the framework by their status, a document that may only be read in
 * its own words, everything else as our failure.
 */
export function answerError(error: unknown, context: Context, log: Log): Response {
  if (error instanceof HTTPException) return answerException(error, context);
  if (error instanceof ReadOnlyDocument) return sendProblem(context, 'read_only', error.message);
  log.warn(`${context.req.method} ${routePath(context)} failed.`, error);
  return sendProblem(context, 'internal_error', 'Something failed inside Lorehearth. The log says what.');
}

function answerException({ status }: HTTPException, context: Context): Response {
  switch (status) {
    case 400:
      return sendProblem(context, 'malformed_json', 'The body cannot be read as JSON.');
    case 415:
      return sendProblem(
        context,
        'unsupported_media_type',
        'Send JSON with the header Content-Type: application/json.',
      );
    default:
      return sendProblem(context, 'malformed_request', 'The request cannot be answered in this form.');
  }
}

/** Turns even thrown values that are no errors into an answer; the framework would pass them on to the listener. */
export function nothingEscapes(log: Log): MiddlewareHandler {
  return async (context, next) => {
    try {
      await next();
    } catch (error) {
      context.res = answerError(error, context, log);
    }
  };
}

/** Answers a method that the address does not know. */
export function answerWrongMethod(context: Context, methods: readonly string[]): Response {
  return sendProblem(context, 'method_not_allowed', `Here only ${methods.join(', ')} may be used.`, {
    headers: { Allow: methods.join(', ') },
  });
}
