import { bodyLimit } from 'hono/body-limit';
import { sendProblem } from './http-problem';

/** The largest body that is taken, in bytes. */
export const BODY_LIMIT = 8 * 1024 * 1024;
/** The same limit for sentences. */
export const BODY_LIMIT_TEXT = '8 MiB (8388608 bytes)';

/** Refuses larger bodies, also when their length is not announced. */
export const limitBody = bodyLimit({
  maxSize: BODY_LIMIT,
  onError: (context) =>
    sendProblem(context, 'body_too_large', `The body is larger than ${BODY_LIMIT_TEXT}. Send fewer messages.`),
});
