import type { IncomingMessage, ServerResponse } from 'node:http';
import { clearTimeout, setTimeout } from 'node:timers';

/** Why a request could not be taken in as it was sent. */
export type Refusal = 'body-too-large' | 'busy' | 'stopping' | 'bad-target' | 'bad-method';

/**
 * What is known about where a request comes from. The headers are given apart from the `Request`, since in a browser's
 * realm, which Obsidian's is, `new Request` drops Host, Origin and others without a word.
 */
export interface IncomingConnection {
  readonly kind: 'network';
  /** The port that took the request in. */
  readonly port: number;
  readonly remoteAddress: string;
  /** A header by its lower-case name. */
  readonly header: (name: string) => string | undefined;
  /** Set when the request is to be turned away; its body was not read then. */
  readonly refusal?: Refusal;
}

/** The server behind a listener. It answers refused requests too, since it knows what a page may read. */
export type RequestHandler = (request: Request, connection: IncomingConnection) => Response | Promise<Response>;

/** Methods that the fetch standard does not let a `Request` have. */
const FORBIDDEN_METHODS = new Set(['CONNECT', 'TRACE', 'TRACK']);
/** What a refused client may still send before it is cut off, in bytes. */
const LINGER_BYTES = 64 * 1024 * 1024;

type Body = Uint8Array<ArrayBuffer>;

/** What an exchange needs to know of its listener. */
export interface ExchangeOptions {
  readonly handler: RequestHandler;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** How long a refused client may go on sending, so that it gets to read the answer. In milliseconds. */
  readonly lingerMs: number;
  /** Called when the handler has given its answer, which may take longer to send or go to nobody any more. */
  readonly onAnswered: () => void;
  readonly onError: (error: unknown) => void;
}

/** One request and its answer. Bytes in, stream out: no Node stream meets a web `Request` or `Response`. */
export class HttpExchange {
  readonly #abort = new AbortController();
  readonly #ended: Promise<'stopping' | 'left'>;
  /** Ends the wait for the handler: the listener stops, and the answer is that it does. */
  interrupt: () => void = () => undefined;
  /** Ends an answer that is a stream of events, since such a stream has no end of its own. */
  endEvents: () => void = () => undefined;

  constructor(
    private readonly incoming: IncomingMessage,
    private readonly outgoing: ServerResponse,
    private readonly options: ExchangeOptions,
  ) {
    this.#ended = new Promise((resolve) => {
      this.interrupt = () => resolve('stopping');
      outgoing.on('close', () => {
        if (!outgoing.writableFinished) this.#abort.abort();
        resolve('left');
      });
    });
    // A client that leaves is told by `close`; without a listener the error would end the process.
    outgoing.on('error', () => this.#abort.abort());
  }

  /**
   * Takes the request in (unless it is refused from the start), has it answered and sends the answer. Resolves when the
   * answer is on its way or the client has left. Never rejects.
   */
  async run(refusal?: Refusal): Promise<void> {
    try {
      const response = await this.#answer(refusal ?? refusalOf(this.incoming));
      if (response === undefined) return;
      await this.#send(response);
      await settled(this.outgoing);
    } catch (error) {
      this.options.onError(error);
      this.outgoing.destroy();
    }
  }

  async #answer(refusal: Refusal | undefined): Promise<Response | undefined> {
    const work = this.#work(refusal).finally(this.options.onAnswered);
    const first = await Promise.race([work, this.#ended]);
    if (first !== 'stopping' && first !== 'left') return first;
    this.#abort.abort();
    // What the handler still comes up with goes to nobody.
    work.then((late) => late?.body?.cancel()).catch(() => undefined);
    return first === 'stopping' ? this.#call(undefined, 'stopping') : undefined;
  }

  async #work(refusal: Refusal | undefined): Promise<Response | undefined> {
    if (refusal !== undefined) return this.#call(undefined, refusal);
    const body = await readBody(this.incoming, this.options.bodyLimit);
    if (body === 'left') return undefined;
    return body === 'too-large' ? this.#call(undefined, 'body-too-large') : this.#call(body);
  }

  async #call(body: Body | undefined, refusal?: Refusal): Promise<Response> {
    const { incoming } = this;
    const connection: IncomingConnection = {
      kind: 'network',
      port: incoming.socket.localPort ?? 0,
      remoteAddress: incoming.socket.remoteAddress ?? '',
      header: (name) => headerOf(incoming, name),
      ...(refusal !== undefined && { refusal }),
    };
    try {
      return await this.options.handler(toRequest(incoming, body, this.#abort.signal), connection);
    } catch (error) {
      this.options.onError(error);
      return failure();
    }
  }

  async #send(response: Response): Promise<void> {
    const { incoming, outgoing } = this;
    if (outgoing.destroyed) {
      await response.body?.cancel();
      return;
    }
    outgoing.statusCode = response.status;
    response.headers.forEach((value, name) => outgoing.setHeader(name, value));
    if (!incoming.complete) return this.#sendAndLinger(response);
    outgoing.flushHeaders();
    if (response.body !== null && incoming.method !== 'HEAD') await this.#pump(response.body);
    outgoing.end();
  }

  async #pump(body: ReadableStream<Uint8Array>): Promise<void> {
    const { outgoing } = this;
    const reader = body.getReader();
    // Ends a read that waits; nobody waits for what the source says to it.
    const leave = (): void => void reader.cancel().catch(() => undefined);
    outgoing.once('close', leave);
    if (String(outgoing.getHeader('content-type')).startsWith('text/event-stream')) this.endEvents = leave;
    if (outgoing.destroyed) leave();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      if (!outgoing.write(next.value)) await drained(outgoing);
    }
    outgoing.off('close', leave);
  }

  /**
   * Answers a client that is still sending. Closing at once would make its system throw the answer away unread, so what
   * comes is taken and dropped for a while.
   */
  async #sendAndLinger(response: Response): Promise<void> {
    const { incoming, outgoing } = this;
    const bytes = new Uint8Array(await response.arrayBuffer());
    outgoing.setHeader('connection', 'close');
    outgoing.setHeader('content-length', bytes.byteLength);
    outgoing.flushHeaders();
    if (incoming.method !== 'HEAD') outgoing.write(bytes);
    await dropRest(incoming, this.options.lingerMs);
    outgoing.end();
  }
}

function refusalOf(incoming: IncomingMessage): Refusal | undefined {
  if (FORBIDDEN_METHODS.has(incoming.method ?? '')) return 'bad-method';
  return incoming.url?.startsWith('/') === true ? undefined : 'bad-target';
}

function headerOf(incoming: IncomingMessage, name: string): string | undefined {
  const value = incoming.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

/** The address is joined as text: as an URL, a target of `//host/…` would replace the host. */
function toRequest(incoming: IncomingMessage, body: Body | undefined, signal: AbortSignal): Request {
  const refused = refusalOf(incoming);
  const method = refused === 'bad-method' ? 'GET' : (incoming.method ?? 'GET');
  const target = refused === 'bad-target' ? '/' : (incoming.url ?? '/');
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    headers.append(incoming.rawHeaders[at] ?? '', incoming.rawHeaders[at + 1] ?? '');
  }
  const takesBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body.byteLength > 0;
  return new Request(`http://127.0.0.1:${String(incoming.socket.localPort ?? 80)}${target}`, {
    method,
    headers,
    signal,
    ...(takesBody && { body }),
  });
}

function readBody(incoming: IncomingMessage, limit: number): Promise<Body | 'too-large' | 'left'> {
  if (Number(incoming.headers['content-length'] ?? 0) > limit) return Promise.resolve('too-large');
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let size = 0;
    const settle = (result: Body | 'too-large' | 'left'): void => {
      incoming.off('data', take).off('end', finish).off('close', leave);
      incoming.pause();
      resolve(result);
    };
    const take = (chunk: Uint8Array): void => {
      size += chunk.byteLength;
      if (size > limit) settle('too-large');
      else chunks.push(chunk);
    };
    const finish = (): void => settle(join(chunks, size));
    const leave = (): void => settle('left');
    incoming.on('data', take).on('end', finish).on('close', leave);
  });
}

function join(chunks: readonly Uint8Array[], size: number): Body {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.byteLength;
  }
  return whole;
}

/** Resolves when everything is handed to the system or cannot be any more. */
function settled(outgoing: ServerResponse): Promise<void> {
  if (outgoing.writableFinished || outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => outgoing.once('finish', resolve).once('close', resolve));
}

function drained(outgoing: ServerResponse): Promise<void> {
  if (outgoing.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    const go = (): void => {
      outgoing.off('drain', go).off('close', go);
      resolve();
    };
    outgoing.on('drain', go).on('close', go);
  });
}

function dropRest(incoming: IncomingMessage, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    let size = 0;
    const stop = (): void => {
      clearTimeout(timer);
      incoming.off('data', drop).off('end', stop).off('close', stop);
      resolve();
    };
    const drop = (chunk: Uint8Array): void => {
      size += chunk.byteLength;
      if (size > LINGER_BYTES) stop();
    };
    const timer = setTimeout(stop, milliseconds);
    incoming.on('data', drop).on('end', stop).on('close', stop).resume();
  });
}

/** The answer when the handler itself failed, which it should have answered. */
function failure(): Response {
  const problem = {
    type: 'about:blank',
    title: 'The server failed',
    status: 500,
    code: 'internal_error',
    detail: 'Something failed inside Lorehearth. The log says what.',
  };
  return new Response(JSON.stringify(problem), {
    status: 500,
    headers: { 'content-type': 'application/problem+json' },
  });
}
