import { clientFor } from '../find-server';
import type { Connection, ServerLink } from '../server-link';
import type { SettingsStore } from '../settings';
import type { Way } from '../tunnel/way';
import { NoFeedError, pollEvents, streamEvents, type EventFeed } from './event-feed';
import { pause } from './pause';
import type { TakeSeat } from './seats';
import type { ServerEvent } from './sse-events';

/** How the line to the server is: `off` where there is nobody to listen to, `waiting` where other pages have theirs. */
export type LineState = 'off' | 'waiting' | 'connecting' | 'open';

/** What the line works with. */
export interface LinePorts {
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  /** Names this page to the server as long as it is open. */
  readonly clientId: string;
  readonly takeSeat: TakeSeat;
}

type LinePlace = Connection & { readonly way: Way };

const firstRetryMs = 1_000;
const lastRetryMs = 30_000;

/**
 * Hears what happens on the server, as long as this page is connected and lore is on: by a stream that is read with
 * `fetch`, or by long polls where no stream gets through. Comes back by itself, and misses nothing meanwhile.
 */
export class EventLine {
  readonly #ports: LinePorts;
  readonly #eventListeners = new Set<(event: ServerEvent) => void>();
  readonly #stateListeners = new Set<(state: LineState) => void>();
  #state: LineState = 'off';
  #line: { readonly key: string; readonly controller: AbortController } | undefined;
  #since: { readonly base: string; readonly id: number } | undefined;

  constructor(ports: LinePorts) {
    this.#ports = ports;
  }

  get state(): LineState {
    return this.#state;
  }

  onEvent(listener: (event: ServerEvent) => void): void {
    this.#eventListeners.add(listener);
  }

  onState(listener: (state: LineState) => void): void {
    this.#stateListeners.add(listener);
  }

  /** Begins to follow the connection of the page. */
  start(): void {
    this.#ports.link.onChange(() => this.#follow());
    this.#ports.settings.onChange(() => this.#follow());
    this.#follow();
  }

  /** Hangs up for good. */
  stop(): void {
    this.#hangUp();
    this.#eventListeners.clear();
    this.#stateListeners.clear();
  }

  #follow(): void {
    const place = this.#place();
    const key = place === undefined ? '' : JSON.stringify([place.base, place.token, place.way]);
    if (key === (this.#line?.key ?? '')) return;
    this.#hangUp();
    if (place === undefined) return;
    const controller = new AbortController();
    this.#line = { key, controller };
    this.#show('waiting');
    void this.#sit(place, controller.signal);
  }

  #place(): LinePlace | undefined {
    const { state } = this.#ports.link;
    const { enabled, token } = this.#ports.settings.get();
    if (!enabled || token === '' || state.kind !== 'connected') return undefined;
    return { base: state.base, token, way: state.way };
  }

  #hangUp(): void {
    this.#line?.controller.abort();
    this.#line = undefined;
    this.#show('off');
  }

  async #sit(place: LinePlace, signal: AbortSignal): Promise<void> {
    const leave = await this.#ports.takeSeat(signal).catch(() => undefined);
    if (!signal.aborted) await this.#listen(place, signal);
    leave?.();
  }

  async #listen(place: LinePlace, signal: AbortSignal): Promise<void> {
    let polls = place.way === 'tunnel';
    let wait = firstRetryMs;
    this.#show('connecting');
    const isOver = (): boolean => signal.aborted;
    while (!isOver()) {
      const end = await this.#hear(place, polls, signal);
      if (isOver()) return;
      if (this.#state === 'open') wait = firstRetryMs;
      this.#show('connecting');
      if (end === 'held back') polls = true;
      else await pause(wait, signal);
      wait = Math.min(wait * 2, lastRetryMs);
    }
  }

  /** Hears events until the line ends, for whatever reason. Never rejects. */
  async #hear(place: LinePlace, polls: boolean, signal: AbortSignal): Promise<'ended' | 'held back'> {
    const feed = this.#feed(place, signal);
    try {
      return await (polls ? pollEvents(feed, signal) : streamEvents(feed, signal));
    } catch (error) {
      // Any other line that breaks is nothing to tell anybody of: it is tried again.
      if (error instanceof NoFeedError && error.status === 401) this.#ports.link.failed(place.base, 'refused');
      return 'ended';
    }
  }

  #feed({ base, token }: LinePlace, signal: AbortSignal): EventFeed {
    const { link, clientId } = this.#ports;
    const heard = (id: number): void => {
      // What comes after the end was read from a line that is none any more.
      signal.throwIfAborted();
      this.#since = { base, id };
      this.#show('open');
    };
    return {
      client: clientFor(base, token, link.fetch),
      query: () =>
        this.#since?.base === base ? { client: clientId, since: String(this.#since.id) } : { client: clientId },
      take: (event) => {
        heard(event.id);
        for (const listener of this.#eventListeners) listener(event);
      },
      polled: heard,
    };
  }

  #show(state: LineState): void {
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#stateListeners) listener(state);
  }
}
