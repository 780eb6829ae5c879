import type { RelayEvent } from '../../core/ai/relay/relay-job';
import type { EngineEvent } from '../../core/engine/engine-event';
import type { LoreEngine } from '../../core/engine/lore-engine';
import type { Timer } from '../../core/ports/clock';
import { Mailbox, type NumberedEvent } from './mailbox';
import { wireEvent } from './wire-event';

/** How long a client may be away before its events are forgotten. In milliseconds. */
const FORGET_AFTER = 120_000;
/** A client that polls counts as connected so long after its last poll. In milliseconds. */
const POLL_GAP = 10_000;
/** Keeps lines open that something in between would close. In milliseconds. */
const PING_EVERY = 15_000;
const MOST_CLIENTS = 50;

interface Client {
  readonly id: string;
  readonly mailbox: Mailbox;
  /** Lines and polls that are open. */
  open: number;
  leaveRelay: (() => void) | undefined;
  cancelTimer: (() => void) | undefined;
}

/** The event streams of all clients: what happens in the engine, and the jobs that a client is to run for us. */
export class ClientStreams {
  readonly #clients = new Map<string, Client>();
  readonly #stop: () => void;
  readonly #closing = new Set<() => void>();

  constructor(
    private readonly engine: LoreEngine,
    private readonly timer: Timer,
  ) {
    this.#stop = engine.on((event) => this.#tell(event));
  }

  /** Connected clients. */
  get connected(): number {
    return [...this.#clients.values()].filter((client) => client.leaveRelay !== undefined).length;
  }

  /**
   * A stream of events as `text/event-stream`, which begins with `hello` and has no end of its own.
   *
   * @param since The last event that the client has seen; undefined for a client without a past.
   * @param runsJobs Whether the client can be asked to run jobs.
   */
  stream(id: string, since: number | undefined, runsJobs = true): ReadableStream<Uint8Array> {
    const client = this.#enter(id);
    const encoder = new TextEncoder();
    const stops: (() => void)[] = [];
    const leave = once(() => {
      for (const stop of stops) stop();
      this.#leave(client);
    });
    return new ReadableStream<Uint8Array>({
      start: (controller) => {
        let seen = startAt(client.mailbox, since);
        const send = (text: string): void => controller.enqueue(encoder.encode(text));
        const flush = (): void => {
          for (const event of client.mailbox.since(seen)) {
            send(eventText(event));
            seen = event.id;
          }
        };
        send(eventText({ id: seen, kind: 'hello', data: { client: id } }));
        const close = once(() => {
          leave();
          controller.close();
        });
        stops.push(
          client.mailbox.onNew(flush),
          this.#every(PING_EVERY, () => send(': ping\n\n')),
        );
        stops.push(() => this.#closing.delete(close));
        this.#closing.add(close);
        if (runsJobs) this.#connect(client);
        flush();
      },
      cancel: leave,
    });
  }

  /** Events after `since`; when there are none, the next ones, or none when the time is over. */
  async poll(
    id: string,
    since: number | undefined,
    waitMs: number,
    signal: AbortSignal,
    runsJobs = true,
  ): Promise<{ readonly events: readonly NumberedEvent[]; readonly next: number }> {
    const client = this.#enter(id);
    const from = startAt(client.mailbox, since);
    if (runsJobs) this.#connect(client);
    try {
      if (waitMs > 0 && client.mailbox.since(from).length === 0) await this.#news(client.mailbox, waitMs, signal);
      const events = client.mailbox.since(from);
      return { events, next: events.at(-1)?.id ?? from };
    } finally {
      this.#leave(client);
    }
  }

  /** Ends every stream and forgets every client. */
  close(): void {
    this.#stop();
    for (const close of [...this.#closing]) close();
    for (const client of this.#clients.values()) this.#forget(client);
  }

  #tell(event: EngineEvent): void {
    const { kind, data } = wireEvent(event);
    for (const client of this.#clients.values()) client.mailbox.put(kind, data);
  }

  #enter(id: string): Client {
    const client = this.#clients.get(id) ?? this.#newClient(id);
    client.cancelTimer?.();
    client.cancelTimer = undefined;
    client.open++;
    return client;
  }

  #newClient(id: string): Client {
    const away = [...this.#clients.values()].find((client) => client.open === 0);
    if (this.#clients.size >= MOST_CLIENTS && away) this.#forget(away);
    const client: Client = { id, mailbox: new Mailbox(), open: 0, leaveRelay: undefined, cancelTimer: undefined };
    this.#clients.set(id, client);
    return client;
  }

  /** After the client's first line is ready, since jobs that wait are told at once. */
  #connect(client: Client): void {
    client.leaveRelay ??= this.engine.relay.connect({
      id: client.id,
      deliver: (event: RelayEvent) =>
        client.mailbox.put(event.kind, event.kind === 'job' ? event.job : { job: event.job }),
    });
  }

  #leave(client: Client): void {
    client.open--;
    if (client.open > 0) return;
    client.cancelTimer?.();
    client.cancelTimer = this.timer.after(POLL_GAP, () => {
      client.leaveRelay?.();
      client.leaveRelay = undefined;
      client.cancelTimer = this.timer.after(FORGET_AFTER, () => this.#forget(client));
    });
  }

  #forget(client: Client): void {
    client.cancelTimer?.();
    client.leaveRelay?.();
    client.leaveRelay = undefined;
    if (this.#clients.get(client.id) === client) this.#clients.delete(client.id);
  }

  #news(mailbox: Mailbox, waitMs: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = once(() => {
        stopListening();
        cancel();
        signal.removeEventListener('abort', done);
        this.#closing.delete(done);
        resolve();
      });
      const stopListening = mailbox.onNew(() => done());
      const cancel = this.timer.after(waitMs, () => done());
      signal.addEventListener('abort', done, { once: true });
      this.#closing.add(done);
      if (signal.aborted) done();
    });
  }

  #every(milliseconds: number, callback: () => void): () => void {
    let cancel: () => void;
    const next = (): void => {
      cancel = this.timer.after(milliseconds, () => {
        callback();
        next();
      });
    };
    next();
    return () => cancel();
  }
}

/** A client that knows nothing, or an id of another life of the server, begins now. */
function startAt(mailbox: Mailbox, since: number | undefined): number {
  return since === undefined || since > mailbox.newest ? mailbox.newest : since;
}

function eventText({ id, kind, data }: NumberedEvent): string {
  return `id: ${String(id)}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`;
}

function once(call: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    call();
  };
}
