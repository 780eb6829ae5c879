import { createServer, STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { clearTimeout, setTimeout } from 'node:timers';
import { HttpExchange, type Refusal, type RequestHandler } from './http-exchange';
import { bindPort } from './http-port';

/** Loopback, in both families: `localhost` may mean either. */
const LOOPBACK = ['127.0.0.1', '::1'];

/** How much a listener takes on, and for how long. Times in milliseconds. */
export interface ListenerLimits {
  /** From the connection to the end of the headers. */
  readonly headersMs: number;
  /** From the connection to the end of the body. */
  readonly requestMs: number;
  /** How often the two are looked at. */
  readonly checkMs: number;
  /** How long a connection may rest between two requests. */
  readonly keepAliveMs: number;
  /** Size of all headers together, in bytes. */
  readonly headerBytes: number;
  readonly connections: number;
  /** Requests that wait for their answer at once; further ones are told to come back. */
  readonly requests: number;
  /** How long requests under way may go on when the listener stops. */
  readonly graceMs: number;
  /** How long a refused client may go on sending, so that it gets to read the answer. */
  readonly lingerMs: number;
  /** How long a fixed port that is taken is tried again. */
  readonly retryMs: number;
}

/** How long the last answers may take to leave when the listener stops. */
const FLUSH_MS = 250;

const defaultLimits: ListenerLimits = {
  headersMs: 10_000,
  requestMs: 30_000,
  checkMs: 1_000,
  keepAliveMs: 60_000,
  headerBytes: 16 * 1024,
  connections: 128,
  requests: 32,
  graceMs: 2_000,
  lingerMs: 2_000,
  retryMs: 5_000,
};

/** How to listen. */
export interface ListenOptions {
  /** 0 for any. */
  readonly port: number;
  /** Whether a taken port is an error; otherwise the next free one of nine more is taken. */
  readonly fixedPort: boolean;
  /** Largest body in bytes. */
  readonly bodyLimit: number;
  /** Addresses to listen on; loopback when absent. Further ones that this computer does not have are left out. */
  readonly hosts?: readonly string[];
  readonly limits?: Partial<ListenerLimits>;
  /** Gives up while the port is still looked for. */
  readonly signal?: AbortSignal;
  /** Hears of failures that no client can be told of. */
  readonly onError: (error: unknown) => void;
}

/** A server that listens. */
export interface Listening {
  readonly port: number;
  /** Addresses, the first is the one to show. */
  readonly urls: readonly string[];
  /**
   * Stops: what is under way may end within the grace time, everything else is told to come back later, and then every
   * connection is closed. Never rejects.
   */
  readonly close: () => Promise<void>;
}

/**
 * Listens for requests and has them answered by the handler. Rejects with `PortTakenError` when no port could be had,
 * with the signal's reason when it is aborted, and with the system's error for everything else.
 */
export async function listen(handler: RequestHandler, options: ListenOptions): Promise<Listening> {
  const limits = { ...defaultLimits, ...options.limits };
  const listener = new HttpListener(handler, options, limits);
  const { port, fixedPort, hosts = LOOPBACK, signal } = options;
  const wish = { port, fixedPort, hosts, retryMs: limits.retryMs, ...(signal && { signal }) };
  const bound = await bindPort(wish, () => listener.newServer());
  return {
    port: bound.port,
    urls: bound.servers.map(({ host }) => urlOf(host, bound.port)),
    close: () => listener.close(bound.servers.map(({ server }) => server)),
  };
}

function urlOf(host: string, port: number): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
}

class HttpListener {
  readonly #exchanges = new Set<HttpExchange>();
  /** The newest answer on each connection. */
  readonly #answers = new WeakMap<Duplex, ServerResponse>();
  #admitted = 0;
  #closing: Promise<void> | undefined;
  #whenIdle: () => void = () => undefined;

  constructor(
    private readonly handler: RequestHandler,
    private readonly options: ListenOptions,
    private readonly limits: ListenerLimits,
  ) {}

  newServer(): Server {
    const { headersMs, requestMs, checkMs, keepAliveMs, headerBytes, connections } = this.limits;
    const server = createServer({
      headersTimeout: headersMs,
      requestTimeout: requestMs,
      connectionsCheckingInterval: checkMs,
      keepAliveTimeout: keepAliveMs,
      maxHeaderSize: headerBytes,
    });
    server.maxConnections = connections;
    server.on('request', (incoming, outgoing) => void this.#take(incoming, outgoing));
    server.on('clientError', (error, socket) => this.#refuse(error, socket));
    server.on('error', (error) => {
      // Before that, it is who binds the port that hears of it.
      if (server.listening) this.options.onError(error);
    });
    return server;
  }

  close(servers: readonly Server[]): Promise<void> {
    this.#closing ??= this.#close(servers);
    return this.#closing;
  }

  async #close(servers: readonly Server[]): Promise<void> {
    for (const exchange of this.#exchanges) exchange.endEvents();
    await this.#idle(this.limits.graceMs);
    for (const exchange of this.#exchanges) exchange.interrupt();
    await this.#idle(FLUSH_MS);
    const ends = servers.map((server) => new Promise<void>((resolve) => void server.close(() => resolve())));
    for (const server of servers) server.closeAllConnections();
    await Promise.all(ends);
    // Streams that were cut off hear of it, so that nothing runs on for nobody.
    await this.#idle(FLUSH_MS);
  }

  async #take(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const refusal = this.#refusal();
    if (refusal === 'stopping') outgoing.shouldKeepAlive = false;
    if (refusal === undefined) this.#admitted++;
    const { handler, limits, options } = this;
    const exchange = new HttpExchange(incoming, outgoing, {
      handler,
      bodyLimit: options.bodyLimit,
      lingerMs: limits.lingerMs,
      onAnswered: () => {
        if (refusal === undefined) this.#admitted--;
      },
      onError: options.onError,
    });
    this.#answers.set(incoming.socket, outgoing);
    this.#exchanges.add(exchange);
    await exchange.run(refusal);
    this.#exchanges.delete(exchange);
    if (this.#exchanges.size === 0) this.#whenIdle();
  }

  #refusal(): Refusal | undefined {
    if (this.#closing !== undefined) return 'stopping';
    return this.#admitted >= this.limits.requests ? 'busy' : undefined;
  }

  /** Resolves when no request is under way, or after the time. */
  #idle(milliseconds: number): Promise<void> {
    if (this.#exchanges.size === 0) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#whenIdle = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Answers what is no HTTP request, too large or too slow; the connection cannot be used any further. */
  #refuse(error: Error, socket: Duplex): void {
    const answer = this.#answers.get(socket);
    const isAnswering = answer?.headersSent === true && !answer.writableFinished;
    if (!socket.writable || isAnswering) socket.destroy();
    else socket.end(rawProblem(error), () => socket.destroy());
  }
}

const protocolProblems: Readonly<Record<string, { status: number; code: string; detail: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'headers_too_large', detail: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, code: 'too_slow', detail: 'The request took too long to arrive.' },
};

function rawProblem(error: Error): string {
  const known = 'code' in error ? protocolProblems[String(error.code)] : undefined;
  const { status, code, detail } = known ?? { status: 400, code: 'malformed_http', detail: 'This is no HTTP request.' };
  const title = STATUS_CODES[status] ?? '';
  const body = JSON.stringify({ type: 'about:blank', title, status, code, detail });
  return [
    `HTTP/1.1 ${String(status)} ${title}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${String(Buffer.byteLength(body))}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
