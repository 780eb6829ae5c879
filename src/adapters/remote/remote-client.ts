import { Agent as HttpAgent, request as httpRequest, type ClientRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';
import { Gate } from '../node/gate';
import { localLookup } from './local-lookup';
import { onAbort } from './on-abort';
import {
  codeOf,
  type Failed,
  failed,
  NOT_ANSWERED,
  NOT_CONNECTED,
  STOPPED,
  withCode,
  BROKEN_OFF,
} from './remote-failure';
import type { RemotePlace } from './remote-place';

/** A question to a remote vault. */
export interface RemoteRequest {
  readonly method?: 'GET' | 'POST';
  /** Path and query, as they are sent. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The largest body of an answer that is read, in bytes. */
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** What came back. Redirects are answers like others: nothing follows them. */
export type RemoteAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Content type, in lower case; empty where none is given. */
      readonly type: string;
      readonly bytes: Uint8Array;
    }
  /** The answer was longer than what is read; `size` is what it announced, or what came of it. In bytes. */
  | { readonly kind: 'too-large'; readonly status: number; readonly size: number }
  | Failed;

/** How long a connection, and the whole exchange, may take. In milliseconds. */
export interface Patience {
  readonly connect: number;
  readonly whole: number;
}

const PATIENCE: Patience = { connect: 3_000, whole: 15_000 };
const WIDTH = 8;

/** Ends an exchange once. */
type Finish = (answer: RemoteAnswer | 'stale') => void;

/** Asks one server, at most eight questions at a time, over connections that are kept. Never rejects. */
export class RemoteClient {
  readonly #gate = new Gate(WIDTH);
  readonly #agent: HttpAgent;

  constructor(
    private readonly place: RemotePlace,
    private readonly key: string | undefined,
    private readonly patience: Patience = PATIENCE,
  ) {
    const options = { keepAlive: true, maxSockets: WIDTH };
    this.#agent = place.https ? new HttpsAgent(options) : new HttpAgent(options);
  }

  /** Asks, when there is room for it. */
  ask(request: RemoteRequest): Promise<RemoteAnswer> {
    return this.#gate.run(async () => {
      const first = await this.#exchange(request, this.#agent);
      // A connection that was kept may have been closed by the other side just now; that says nothing of the server.
      const answer = first === 'stale' ? await this.#exchange(request, false) : first;
      return answer === 'stale' ? failed(withCode(BROKEN_OFF), this.place) : answer;
    });
  }

  /** Closes the connections that wait for further questions. */
  rest(): void {
    this.#agent.destroy();
  }

  #exchange(request: RemoteRequest, agent: HttpAgent | false): Promise<RemoteAnswer | 'stale'> {
    const { signal } = request;
    if (signal?.aborted === true) return Promise.resolve(failed(withCode(STOPPED), this.place));
    return new Promise((resolve) => {
      const outgoing = this.#open(request, agent);
      let code: string | undefined;
      const end = (why: string): void => {
        code = why;
        outgoing.destroy();
      };
      const whole = setTimeout(() => end(NOT_ANSWERED), this.patience.whole);
      const connecting = setTimeout(() => end(NOT_CONNECTED), this.patience.connect);
      const forget = signal && onAbort(signal, () => end(STOPPED));
      const finish: Finish = (answer) => {
        clearTimeout(whole);
        clearTimeout(connecting);
        forget?.();
        resolve(answer);
      };
      const fail = (error: unknown): void => {
        if (code !== undefined) finish(failed(withCode(code), this.place));
        else finish(outgoing.reusedSocket && isReset(error) ? 'stale' : failed(error, this.place));
      };
      this.#onConnected(outgoing, () => clearTimeout(connecting));
      outgoing.on('error', fail);
      outgoing.on('response', (incoming) => receive(incoming, request.limit, finish, fail));
      outgoing.end(request.body);
    });
  }

  #open({ method = 'GET', path, headers, body }: RemoteRequest, agent: HttpAgent | false): ClientRequest {
    const { host, port, https, selfSigned, mustBeLocal } = this.place;
    const options: RequestOptions = {
      host,
      port,
      method,
      path,
      agent,
      headers: {
        ...headers,
        'accept-encoding': 'identity',
        ...(this.key !== undefined && { authorization: `Bearer ${this.key}` }),
        ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
      },
      ...(mustBeLocal(this.key) && isIP(host) === 0 && { lookup: localLookup }),
      ...(https && selfSigned && { rejectUnauthorized: false }),
    };
    return https ? httpsRequest(options) : httpRequest(options);
  }

  /** A connection that was kept is one already. */
  #onConnected(outgoing: ClientRequest, connected: () => void): void {
    outgoing.on('socket', (socket) => {
      if (outgoing.reusedSocket) connected();
      else socket.once(this.place.https ? 'secureConnect' : 'connect', connected);
    });
  }
}

function isReset(error: unknown): boolean {
  return ['ECONNRESET', 'EPIPE'].includes(codeOf(error));
}

/** Reads an answer to its end, or as far as the limit. */
function receive(incoming: IncomingMessage, limit: number, finish: Finish, fail: (error: unknown) => void): void {
  const status = incoming.statusCode ?? 0;
  const type = (incoming.headers['content-type'] ?? '').toLowerCase();
  const announced = Number(incoming.headers['content-length'] ?? 0);
  const parts: Buffer[] = [];
  let size = 0;
  const refuse = (): void => {
    finish({ kind: 'too-large', status, size: Math.max(size, announced) });
    incoming.destroy();
  };
  incoming.on('error', fail);
  incoming.on('data', (part: Buffer) => {
    size += part.length;
    parts.push(part);
    if (size > limit) refuse();
  });
  incoming.on('end', () => finish({ kind: 'answer', status, type, bytes: Buffer.concat(parts) }));
  incoming.on('close', () => fail(withCode(BROKEN_OFF)));
  if (announced > limit) refuse();
}
