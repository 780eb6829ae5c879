import { readServerEvents } from './read-server-events';
import { wireLabEvent, type WireLabEvent } from './wire-lab';

/** The turns of a chat as they are played. Leaving early, or the signal, ends the playing. */
export function labEvents(response: Pick<Response, 'body'>, signal?: AbortSignal): AsyncGenerator<WireLabEvent, void> {
  return readServerEvents(response, (value) => wireLabEvent.safeParse(value).data, signal);
}
