import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { setTimeout as delay } from 'node:timers/promises';
import { selfSignedCertificate } from './self-signed-certificate';

/** A file of a vault that a fake serves. */
export interface ServedFile {
  readonly bytes: Buffer;
  /** Milliseconds since 1970; every change has another one. */
  readonly modified: number;
}

/** How a fake is served. */
export interface ServerOptions {
  readonly https?: boolean;
  readonly key?: string;
}

const START = 1_700_000_000_000;

/** A server of our own with a vault in memory, on a free port of this computer that it keeps. */
export abstract class FakeVaultServer {
  readonly files = new Map<string, ServedFile>();
  /** Folders that the service fails on. */
  readonly broken = new Set<string>();
  /** Method and path of every request so far. */
  readonly requests: string[] = [];
  /** The most requests that were under way at the same time. */
  mostAtOnce = 0;
  /** How long every answer takes, in milliseconds. */
  slowness = 0;
  /** Answers instead of the service, where it answers true. */
  instead: ((request: IncomingMessage, response: ServerResponse) => boolean) | undefined;
  readonly https: boolean;
  readonly key: string;
  port = 0;
  #server: Server | undefined;
  #writes = 0;
  #underWay = 0;

  constructor({ https = false, key = 'key-of-the-test' }: ServerOptions = {}) {
    this.https = https;
    this.key = key;
  }

  /** Listens, the second time on the port of the first. */
  async start(): Promise<this> {
    const listener: RequestListener = (request, response) => void this.#take(request, response);
    const server = this.https ? createSecureServer(selfSignedCertificate(), listener) : createServer(listener);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    const address = server.address();
    this.port = typeof address === 'object' && address !== null ? address.port : 0;
    this.#server = server;
    return this;
  }

  /** Cuts everybody off. */
  async stop(): Promise<void> {
    const server = this.#server;
    this.#server = undefined;
    await new Promise<void>((resolve) => {
      if (server === undefined) resolve();
      else server.close(() => resolve()).closeAllConnections();
    });
  }

  set(path: string, content: string): void {
    this.#writes += 1;
    this.files.set(path, { bytes: Buffer.from(content), modified: START + this.#writes });
  }

  /** Removes a file, or a folder with everything in it. */
  remove(path: string): void {
    for (const file of this.#below(path)) this.files.delete(file);
  }

  rename(from: string, to: string): void {
    for (const path of this.#below(from)) {
      const file = this.files.get(path);
      this.files.delete(path);
      if (file) this.files.set(to + path.slice(from.length), file);
    }
  }

  protected abstract answer(request: IncomingMessage, response: ServerResponse): void;

  /** Whether the service fails on a path, as its folder is broken. */
  protected isBroken(path: string): boolean {
    return [...this.broken].some((folder) => path === folder || path.startsWith(`${folder}/`));
  }

  protected hasKey(request: IncomingMessage): boolean {
    return request.headers.authorization === `Bearer ${this.key}`;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    this.#underWay += 1;
    this.mostAtOnce = Math.max(this.mostAtOnce, this.#underWay);
    response.on('close', () => (this.#underWay -= 1));
    request.resume();
    if (this.slowness > 0) await delay(this.slowness);
    if (this.instead?.(request, response) !== true) this.answer(request, response);
  }

  #below(path: string): string[] {
    return [...this.files.keys()].filter((file) => file === path || file.startsWith(`${path}/`));
  }
}

/** Answers with JSON. */
export function sendJson(response: ServerResponse, status: number, body: unknown, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body, null, 2));
}
