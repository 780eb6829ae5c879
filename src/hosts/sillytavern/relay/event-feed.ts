import type { LorehearthClient } from '../../../server/client';
import { limitedSignal } from '../find-server';
import { countOf, listOf, objectOf, textOf } from '../json-value';
import { Silence } from './silence';
import { sseEvents, type ServerEvent } from './sse-events';

/** Whom to hear, and who hears it. */
export interface EventFeed {
  readonly client: LorehearthClient;
  /** Who listens, and after which event; asked for every request. */
  readonly query: () => { client: string; since?: string };
  readonly take: (event: ServerEvent) => void;
  /** A poll was answered: the next events come after this one. */
  readonly polled: (next: number) => void;
}

/** The server has answered with something else than events. */
export class NoFeedError extends Error {
  constructor(readonly status: number) {
    super(`The line was answered with status ${String(status)}.`);
  }
}

/** A stream greets at once; something in between holds one back that does not. In milliseconds. */
const greetingMs = 10_000;
/** The server says something every 15 s. In milliseconds. */
const silenceMs = 45_000;
/** How long the server may wait before it answers a poll, and how much longer the answer may take. In milliseconds. */
const pollMs = 25_000;
const pollSlackMs = 10_000;

/** Reads a stream to its end; `held back` where none gets through. Rejects when it breaks. */
export async function streamEvents(feed: EventFeed, signal: AbortSignal): Promise<'ended' | 'held back'> {
  const silence = new Silence(signal, greetingMs);
  try {
    const init = { signal: silence.signal };
    const response = await feed.client.v1.stream.$get({ query: feed.query() }, { init });
    requireFeed(response.status);
    const type = response.headers.get('content-type') ?? '';
    if (response.body === null || !type.startsWith('text/event-stream')) return 'held back';
    for await (const event of sseEvents(response.body, () => silence.broken(silenceMs))) feed.take(event);
    return 'ended';
  } catch (error) {
    if (silence.isOver && !silence.wasBroken) return 'held back';
    throw error;
  } finally {
    silence.end();
  }
}

/** Polls until something goes wrong. The first poll comes back at once and tells where the events stand. */
export async function pollEvents(feed: EventFeed, signal: AbortSignal): Promise<never> {
  for (let waitMs = 0; ; waitMs = pollMs) {
    const limited = limitedSignal(signal, waitMs + pollSlackMs);
    try {
      const query = { ...feed.query(), wait: String(waitMs) };
      const response = await feed.client.v1.stream.$get({ query }, { init: { signal: limited.signal } });
      requireFeed(response.status);
      takeAll(await response.json(), feed);
    } finally {
      limited.release();
    }
  }
}

function requireFeed(status: number): void {
  if (status !== 200) throw new NoFeedError(status);
}

function takeAll(body: unknown, feed: EventFeed): void {
  const answer = objectOf(body);
  const next = countOf(answer?.['next']);
  if (next === undefined) throw new Error('The poll was answered by something else.');
  for (const item of listOf(answer?.['events'])) {
    const event = objectOf(item);
    const [id, kind] = [countOf(event?.['id']), textOf(event?.['kind'])];
    if (id !== undefined && kind !== undefined) feed.take({ id, kind, data: event?.['data'] });
  }
  feed.polled(next);
}
