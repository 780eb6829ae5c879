import type { LorehearthClient } from '../server/client';
import { ask } from './ask';
import { bodyOf } from './failure';
import type { PanelEvent } from './panel-model';
import { rest } from './rest';

/** How long a poll waits for an event, in milliseconds. */
const WAIT = 25_000;
/** The pause after a poll that brought nothing and did not wait, or that failed. In milliseconds. */
const PAUSE = 3_000;

interface Poll {
  readonly events: readonly PanelEvent[];
  readonly next: number;
}

/** Tells what happens on the server, as it happens, until the signal ends it or the server refuses. */
export async function followServer(
  client: LorehearthClient,
  onEvent: (event: PanelEvent) => void,
  signal: AbortSignal,
): Promise<void> {
  // No secret, and pages that are not served securely have no better source.
  const id = `panel-${Math.random().toString(36).slice(2)}`;
  let since: number | undefined;
  while (!signal.aborted) {
    const begun = performance.now();
    const isFirst = since === undefined;
    const asked = await ask(() => poll(client, id, since, signal), signal);
    if (asked.kind === 'dropped' || (asked.kind === 'failure' && asked.failure.kind === 'refused')) return;
    if (asked.kind === 'answer') {
      since = asked.value.next;
      for (const { kind, data } of asked.value.events) onEvent({ kind, data });
    }
    const isEmpty = asked.kind === 'failure' || (asked.value.events.length === 0 && !isFirst);
    if (isEmpty && performance.now() - begun < PAUSE) await rest(PAUSE, signal);
  }
}

/** The first poll comes back at once and tells where the events stand. */
async function poll(
  client: LorehearthClient,
  id: string,
  since: number | undefined,
  signal: AbortSignal,
): Promise<Poll> {
  const query = {
    client: id,
    jobs: 'false' as const,
    wait: String(since === undefined ? 0 : WAIT),
    ...(since !== undefined && { since: String(since) }),
  };
  const body = await bodyOf(await client.v1.stream.$get({ query }, { init: { signal } }));
  if (typeof body === 'string') throw new SyntaxError('A stream came where a poll was asked for.');
  return body;
}
