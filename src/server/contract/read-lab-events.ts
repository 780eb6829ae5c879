import { readServerEvents } from './read-server-events';
import { wireCoverageEvent, wireKeysEvent, type WireCoverageEvent, type WireKeysEvent } from './wire-coverage';
import { wireLabEvent, type WireLabEvent } from './wire-lab';
import { wireTestEvent, type WireTestEvent } from './wire-lore-tests';
import { wireReplayEvent, type WireReplayEvent } from './wire-replay';

type Streamed = Pick<Response, 'body'>;

/** The turns of a chat as they are played. Leaving early, or the signal, ends the playing. */
export function labEvents(response: Streamed, signal?: AbortSignal): AsyncGenerator<WireLabEvent, void> {
  return readServerEvents(response, (value) => wireLabEvent.safeParse(value).data, signal);
}

/** The tests as they are run. Leaving early, or the signal, ends the run. */
export function testEvents(response: Streamed, signal?: AbortSignal): AsyncGenerator<WireTestEvent, void> {
  return readServerEvents(response, (value) => wireTestEvent.safeParse(value).data, signal);
}

/** Kept turns as they are played again. Leaving early, or the signal, ends the playing. */
export function replayEvents(response: Streamed, signal?: AbortSignal): AsyncGenerator<WireReplayEvent, void> {
  return readServerEvents(response, (value) => wireReplayEvent.safeParse(value).data, signal);
}

/** How far the counting is. Leaving early, or the signal, ends it. */
export function coverageEvents(response: Streamed, signal?: AbortSignal): AsyncGenerator<WireCoverageEvent, void> {
  return readServerEvents(response, (value) => wireCoverageEvent.safeParse(value).data, signal);
}

/** How far the looking for keys is. Leaving early, or the signal, ends it. */
export function keysEvents(response: Streamed, signal?: AbortSignal): AsyncGenerator<WireKeysEvent, void> {
  return readServerEvents(response, (value) => wireKeysEvent.safeParse(value).data, signal);
}
