import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { anthropicWire } from './anthropic-wire';
import { exampleOf } from './example-of';
import { googleWire } from './google-wire';
import { openAiWire } from './openai-wire';
import { replies, type Reply } from './reply';
import { sendReply } from './send-reply';
import type { Wire, WireRequest } from './wire';

/** A request that a fake provider got. */
export interface RecordedRequest extends Partial<WireRequest> {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** Parsed JSON, or the text where it is none. */
  readonly body: unknown;
  /** Fulfilled when the connection of the answer is closed: whether the client left before its end. */
  readonly left: Promise<boolean>;
}

/** A reply, or what makes one of the request. */
export type Answering = Reply | ((request: RecordedRequest) => Reply);

/** How a fake provider differs from one that takes everybody. */
export interface FakeProviderOptions {
  /** Without this key a request gets 401. */
  readonly key?: string;
  /** The names that `GET /models` lists. */
  readonly models?: readonly string[];
}

const wires = { openai: openAiWire, anthropic: anthropicWire, google: googleWire } as const;

/** The wire formats that are imitated. */
export type FakeWire = keyof typeof wires;

/** A model that keeps to the form it was asked for. */
export const bySchema: Answering = (request) =>
  request.schema === undefined ? replies.text('no form') : replies.json(exampleOf(request.schema));

/**
 * An HTTP server on 127.0.0.1 that speaks a provider's wire format, whole and as a stream, and does as it is told:
 *
 *     const provider = await FakeProvider.start('openai');
 *     provider.next(replies.tooMany('2'), replies.text('hello'));  // one for each question, in this order
 *     provider.always(bySchema);                                   // from then on
 *     …ask `provider.url`…; provider.requests; await provider.close();
 */
export class FakeProvider {
  readonly requests: RecordedRequest[] = [];
  readonly #wire: Wire;
  readonly #options: FakeProviderOptions;
  readonly #queue: Answering[] = [];
  readonly #server = createServer((incoming, outgoing) => void this.#answer(incoming, outgoing));
  #default: Answering = replies.text('ok');
  #origin = '';

  private constructor(wire: Wire, options: FakeProviderOptions) {
    this.#wire = wire;
    this.#options = options;
  }

  static async start(wire: FakeWire, options: FakeProviderOptions = {}): Promise<FakeProvider> {
    const provider = new FakeProvider(wires[wire], options);
    provider.#server.listen(0, '127.0.0.1');
    await once(provider.#server, 'listening');
    const address = provider.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('no address');
    provider.#origin = `http://127.0.0.1:${String(address.port)}`;
    return provider;
  }

  /** Base address for a connection. */
  get url(): string {
    return this.#origin + this.#wire.base;
  }

  /** The last request that was a question to a model. */
  get lastQuestion(): RecordedRequest {
    const last = this.requests.filter((request) => request.model !== undefined).at(-1);
    if (last === undefined) throw new Error('nothing was asked');
    return last;
  }

  /** What it does with the next questions, one each. */
  next(...answering: readonly Answering[]): void {
    this.#queue.push(...answering);
  }

  /** What it does when nothing is queued; at first it answers `ok`. */
  always(answering: Answering): void {
    this.#default = answering;
  }

  /** Cuts every connection and ends. */
  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    if (this.#server.listening) await once(this.#server, 'close');
  }

  async #answer(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const request = await this.#record(incoming, outgoing);
    const [status, message] = this.#refusal(request);
    if (status !== 200) this.#sendJson(outgoing, status, this.#wire.failure(status, message));
    else if (request.model === undefined) this.#sendJson(outgoing, 200, this.#wire.models(this.#options.models ?? []));
    else await this.#reply(request, outgoing);
  }

  async #reply(request: RecordedRequest, outgoing: ServerResponse): Promise<void> {
    const answering = this.#queue.shift() ?? this.#default;
    const reply = typeof answering === 'function' ? answering(request) : answering;
    await sendReply(reply, this.#wire, request, outgoing);
  }

  async #record(incoming: IncomingMessage, outgoing: ServerResponse): Promise<RecordedRequest> {
    const left = once(outgoing, 'close').then(() => !outgoing.writableFinished);
    const chunks: Uint8Array[] = [];
    for await (const chunk of incoming as AsyncIterable<Uint8Array>) chunks.push(chunk);
    const body = parsed(Buffer.concat(chunks).toString('utf8'));
    const { method = '', url = '', headers } = incoming;
    const read = method === 'POST' ? this.#wire.read(url.split('?')[0] ?? '', body) : undefined;
    const request = { method, path: url, headers, body, left, ...read };
    this.requests.push(request);
    return request;
  }

  #refusal({ headers, body, method, path, model }: RecordedRequest): readonly [status: number, message: string] {
    const { key } = this.#options;
    const [name, value] = this.#wire.keyHeader(key ?? '');
    // As real ones do, with the wrong key in the sentence.
    if (key !== undefined && headers[name] !== value)
      return [401, `Incorrect API key provided: ${String(headers[name])}`];
    if (model === undefined && !(method === 'GET' && /\/models(\?|$)/.test(path)))
      return [404, `no such path: ${path}`];
    const complaint = model === undefined ? undefined : this.#wire.complaint?.(body, headers);
    return complaint === undefined ? [200, ''] : [400, complaint];
  }

  #sendJson(outgoing: ServerResponse, status: number, value: unknown): void {
    outgoing.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  }
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
