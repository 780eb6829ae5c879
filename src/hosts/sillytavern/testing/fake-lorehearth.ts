import type {
  GenerationRequestBody,
  WireDeliveryReport,
  WireGenerationAnswer,
} from '../../../server/contract/wire-generation';
import type { WireStatus } from '../../../server/contract/wire-server';
import { answer, status } from './answers';
import { FakeLine } from './fake-line';
import { FakeWatch } from './fake-watch';
import { FakeWriter } from './fake-writer';

/** What a fake server does with requests for lore. */
export type Manner = 'answers' | 'hangs' | 'ignores aborts' | 'fails' | 'talks nonsense';

/** A Lorehearth that listens at one address of a network made of functions. */
export class FakeLorehearth {
  readonly base: string;
  readonly requests: GenerationRequestBody[] = [];
  /** Reports on what has arrived, by generation. */
  readonly deliveries = new Map<string, WireDeliveryReport>();
  /** What reports on arrivals wait for, and how they are answered. */
  deliveryGate: Promise<void> | undefined;
  deliveryStatus = 200;
  /** Paths that were asked, tokens left out. */
  readonly asked: string[] = [];
  /** Events, jobs and preparations. */
  readonly line = new FakeLine();
  /** Lorebooks that are mirrored. */
  readonly watch = new FakeWatch();
  /** Tools, notes and transcripts. */
  readonly writer = new FakeWriter();
  /** The tools that it offers. */
  tools: WireStatus['tools'];
  /** How long it wants to be waited for. */
  wantsMs: number | undefined;
  token = 'good';
  manner: Manner = 'answers';
  /** Pages whose origin is not allowed cannot read anything but the open routes. */
  originAllowed = true;
  pairing: 'pending' | 'approved' | 'denied' | 'expired' | 'busy' = 'pending';
  /** Answers in turn; the last one again and again. */
  answers: WireGenerationAnswer[] = [];
  /** Opens once, for answers that wait. */
  gate: Promise<void> | undefined;

  constructor(base: string) {
    this.base = base;
  }

  async serve(path: string, init: RequestInit, query = new URLSearchParams()): Promise<Response> {
    if (path !== '/v1/stream' && !this.writer.serves(path)) this.asked.push(`${init.method ?? 'GET'} ${path}`);
    if (path === '/health') return json(200, { name: 'lorehearth', api: 1, pairing: true });
    if (path === '/v1/pair') {
      return this.pairing === 'busy' ? json(429, {}) : json(201, { id: 'p1', code: '042137', expiresAt: 120_000 });
    }
    if (path === '/v1/pair/p1') return json(200, { state: this.pairing, token: this.token, scopes: [] });
    if (!this.originAllowed) throw new TypeError('Failed to fetch');
    if (new Headers(init.headers).get('authorization') !== `Bearer ${this.token}`) return json(401, {});
    if (this.writer.serves(path)) return this.writer.serve(path, init);
    if (this.watch.serves(path)) return this.watch.serve(path, init);
    if (this.line.serves(path)) return this.line.serve(path, query, init);
    if (path.endsWith('/delivery')) return this.#noteDelivery(path, init);
    return path === '/v1/status' ? json(200, status(this.#wants())) : this.#generate(init);
  }

  #wants(): Partial<WireStatus> {
    return {
      ...(this.wantsMs === undefined ? {} : { wants: { messages: 2, deadlineMs: this.wantsMs } }),
      ...(this.tools === undefined ? {} : { tools: this.tools }),
    };
  }

  async #noteDelivery(path: string, init: RequestInit): Promise<Response> {
    await this.deliveryGate;
    if (this.deliveryStatus !== 200) return json(this.deliveryStatus, {});
    const report = JSON.parse(await new Response(init.body).text()) as WireDeliveryReport;
    this.deliveries.set(path.split('/').at(-2) ?? '', report);
    return json(200, report);
  }

  async #generate(init: RequestInit): Promise<Response> {
    const body = JSON.parse(await new Response(init.body).text()) as GenerationRequestBody;
    const number = this.requests.push(body);
    if (this.manner === 'hangs') await new Promise((_, reject) => whenAborted(init.signal, reject));
    if (this.manner === 'ignores aborts') await new Promise(() => undefined);
    if (this.manner === 'fails') return json(500, { title: 'Broken', detail: 'The index is gone.' });
    if (this.manner === 'talks nonsense') return json(200, { injections: 'none' });
    const planned = this.answers[number - 1] ?? this.answers.at(-1) ?? answer(`g${String(number)}`);
    await this.gate;
    return json(200, planned);
  }
}

/** The network between page and servers: whoever is not in it refuses the connection. */
export class FakeNetwork {
  readonly servers: FakeLorehearth[];
  /** Every address that was called. */
  readonly called: string[] = [];

  constructor(...servers: FakeLorehearth[]) {
    this.servers = servers;
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : input);
    this.called.push(url.origin);
    const server = this.servers.find(({ base }) => base === url.origin);
    if (init.signal?.aborted === true) throw new DOMException('Aborted', 'AbortError');
    if (server === undefined) throw new TypeError('Failed to fetch');
    return server.serve(url.pathname, init, url.searchParams);
  };
}

function json(statusCode: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status: statusCode, headers: { 'content-type': 'application/json' } });
}

function whenAborted(signal: AbortSignal | null | undefined, reject: (reason: unknown) => void): void {
  signal?.addEventListener('abort', () => reject(new DOMException('Aborted', 'AbortError')));
}
