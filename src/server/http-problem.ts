import type { Context } from 'hono';
import type { WireHttpProblem } from './contract/wire-server';

/** Every problem the server answers with: its stable code, status and title. */
const httpProblems = {
  malformed_request: { status: 400, title: 'The request is malformed' },
  malformed_json: { status: 400, title: 'The body is not JSON' },
  malformed_address: { status: 400, title: 'The address is malformed' },
  setting_not_allowed: { status: 400, title: 'A setting is not allowed' },
  token_missing: { status: 401, title: 'The token is missing' },
  token_not_accepted: { status: 401, title: 'The token is not accepted' },
  scope_missing: { status: 403, title: 'The token does not allow this' },
  origin_not_allowed: { status: 403, title: 'The page’s origin is not allowed' },
  not_found: { status: 404, title: 'Not found' },
  method_not_allowed: { status: 405, title: 'The method is not allowed' },
  not_imported: { status: 409, title: 'Nothing was imported' },
  not_changed: { status: 409, title: 'Nothing was changed' },
  not_kept: { status: 409, title: 'It could not be kept' },
  not_done: { status: 409, title: 'Nothing was changed' },
  read_only: { status: 409, title: 'Nothing was changed: the stored document may only be read' },
  body_too_large: { status: 413, title: 'The body is too large' },
  unsupported_media_type: { status: 415, title: 'The body is not sent as JSON' },
  host_not_allowed: { status: 421, title: 'The host name is not one of this server' },
  too_many_pairings: { status: 429, title: 'Too many pairings are open' },
  too_many_wrong_tokens: { status: 429, title: 'Too many wrong tokens' },
  internal_error: { status: 500, title: 'The server failed' },
  provider_failed: { status: 502, title: 'The provider of the model failed' },
  busy: { status: 503, title: 'The server is busy' },
  stopping: { status: 503, title: 'The server is stopping' },
} as const;

/** The stable code of a problem. */
export type HttpProblemCode = keyof typeof httpProblems;

/** A field of a request that is not what it should be; the path's parts are joined with dots. */
export interface ProblemField {
  readonly path: string;
  readonly message: string;
}

/** What a problem answer may carry besides its sentence. */
export interface ProblemExtras {
  readonly fields?: readonly ProblemField[];
  readonly headers?: Readonly<Record<string, string>>;
}

/** The problem document. `detail` is a sentence for the user and never holds secrets, paths of the machine or stacks. */
function problemDocument(code: HttpProblemCode, detail: string, fields?: readonly ProblemField[]): WireHttpProblem {
  const { status, title } = httpProblems[code];
  return { type: 'about:blank', title, status, code, detail, ...(fields && { fields }) };
}

/** Answers with a problem document; the status follows from the code. */
export function sendProblem<Code extends HttpProblemCode>(
  context: Context,
  code: Code,
  detail: string,
  extras: ProblemExtras = {},
) {
  const status: (typeof httpProblems)[Code]['status'] = httpProblems[code].status;
  return context.json(problemDocument(code, detail, extras.fields), status, {
    'Content-Type': 'application/problem+json',
    ...extras.headers,
  });
}
