import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { AppEnv } from './connection';
import { sendProblem } from './http-problem';

/** The largest body that is taken, in bytes. */
export const BODY_LIMIT = 8 * 1024 * 1024;

/** What to do instead, by the beginning of the path; of a chat it is too many messages. */
const remedies: readonly (readonly [path: string, sentence: string])[] = [
  ['/v1/imports', 'Import a smaller file, or use the command line: lorehearth import FILE.'],
  [
    '/v1/watched-books',
    'The lorebook is too large to be watched. Split it, or import it with: lorehearth import FILE.',
  ],
];

/** Why a body is not taken and what to do, as sentences. */
export function bodyTooLarge(path: string): string {
  const [, remedy = 'Send fewer messages.'] = remedies.find(([beginning]) => path.startsWith(beginning)) ?? [];
  return `The body is larger than 8 MiB (${String(BODY_LIMIT)} bytes). ${remedy}`;
}

const limited = bodyLimit({
  maxSize: BODY_LIMIT,
  onError: (context) => sendProblem(context, 'body_too_large', bodyTooLarge(context.req.path)),
});

/** Refuses larger bodies, also when their length is not announced. What comes from inside the process, such as a file for the import panel of Obsidian, is held in memory already. */
export const limitBody = createMiddleware<AppEnv>((context, next) =>
  context.env.connection.kind === 'in-process' ? next() : limited(context, next),
);
