import { readServerEvents } from './read-server-events';
import { wireLibrarianEvent, type WireLibrarianEvent } from './wire-librarian';

/**
 * The events of an answer as they come. When the stream broke off before `done` or `error`, the conversation says how it
 * goes on. Events that this version does not know are passed over.
 */
export function librarianEvents(
  response: Pick<Response, 'body'>,
  signal?: AbortSignal,
): AsyncGenerator<WireLibrarianEvent, void> {
  return readServerEvents(response, (value) => wireLibrarianEvent.safeParse(value).data, signal);
}
