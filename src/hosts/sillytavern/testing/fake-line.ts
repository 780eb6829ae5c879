import type { GenerationRequestBody } from '../../../server/contract/wire-generation';

/** What a fake server does with a request for its stream. `held back`: something in between lets nothing through. */
export type LineManner = 'streams' | 'held back' | 'fails';

interface SentEvent {
  readonly id: number;
  readonly kind: string;
  readonly data: unknown;
}

/** The events of a fake server: streams, polls, and what comes back for jobs. */
export class FakeLine {
  manner: LineManner = 'streams';
  /** Queries of all streams and polls, oldest first. */
  readonly queries: Readonly<Record<string, string>>[] = [];
  /** What was brought back, by job. */
  readonly results = new Map<string, unknown[]>();
  /** How many further results get lost on their way. */
  losesResults = 0;
  readonly prepared: GenerationRequestBody[] = [];
  preparing = true;
  readonly #events: SentEvent[] = [];
  readonly #streams = new Set<ReadableStreamDefaultController<Uint8Array>>();
  #wake: (() => void)[] = [];

  /** Streams that are open. */
  get open(): number {
    return this.#streams.size;
  }

  /** Tells every client; one that is away hears of it when it comes back. */
  send(kind: string, data: unknown): void {
    const event = { id: this.#events.length + 1, kind, data };
    this.#events.push(event);
    for (const stream of this.#streams) stream.enqueue(frame(event));
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Cuts every stream. */
  cut(): void {
    for (const stream of this.#streams) stream.error(new TypeError('network error'));
    this.#streams.clear();
  }

  /** Whether a path is ours. */
  serves(path: string): boolean {
    return path === '/v1/stream' || path === '/v1/prepare' || path.startsWith('/v1/relay/');
  }

  async serve(path: string, query: URLSearchParams, init: RequestInit): Promise<Response> {
    if (path === '/v1/stream') return this.#listen(Object.fromEntries(query), init.signal ?? undefined);
    const body: unknown = JSON.parse(await new Response(init.body).text());
    if (path === '/v1/prepare') {
      this.prepared.push(body as GenerationRequestBody);
      return json(202, { preparing: this.preparing });
    }
    if (this.losesResults > 0) {
      this.losesResults -= 1;
      throw new TypeError('Failed to fetch');
    }
    const job = path.split('/').at(-1) ?? '';
    this.results.set(job, [...(this.results.get(job) ?? []), body]);
    return json(200, { accepted: true });
  }

  async #listen(query: Readonly<Record<string, string>>, signal: AbortSignal | undefined): Promise<Response> {
    this.queries.push(query);
    if (this.manner === 'fails') throw new TypeError('Failed to fetch');
    const since = Number(query['since'] ?? this.#events.length);
    if (query['wait'] !== undefined) return this.#poll(since, Number(query['wait']), signal);
    return new Response(this.#stream(since, signal), { headers: { 'content-type': 'text/event-stream' } });
  }

  async #poll(since: number, wait: number, signal: AbortSignal | undefined): Promise<Response> {
    if (wait > 0 && this.#events.length === since) {
      await new Promise<void>((resolve, reject) => {
        this.#wake.push(resolve);
        setTimeout(resolve, wait);
        signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
      });
    }
    return json(200, { events: this.#events.slice(since), next: this.#events.length });
  }

  #stream(since: number, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
    return new ReadableStream({
      start: (stream) => {
        signal?.addEventListener('abort', () => {
          if (this.#streams.delete(stream)) stream.error(new DOMException('Aborted', 'AbortError'));
        });
        this.#streams.add(stream);
        if (this.manner === 'held back') return;
        stream.enqueue(frame({ id: since, kind: 'hello', data: {} }));
        for (const event of this.#events.slice(since)) stream.enqueue(frame(event));
      },
    });
  }
}

function frame({ id, kind, data }: SentEvent): Uint8Array {
  return new TextEncoder().encode(`id: ${String(id)}\nevent: ${kind}\ndata: ${JSON.stringify(data)}\n\n`);
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}
