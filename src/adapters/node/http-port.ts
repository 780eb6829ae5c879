import { get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { clearTimeout, setTimeout } from 'node:timers';

/** How many ports are tried, from the wished one on. */
const PORTS_TRIED = 10;
const HIGHEST_PORT = 65_535;
const FIRST_WAIT_MS = 100;
const LONGEST_WAIT_MS = 1_000;
const HEALTH_MS = 1_000;
const LONGEST_HEALTH = 64 * 1024;

/** Who holds a port, as far as it tells. */
export interface PortHolder {
  readonly name: string;
  /** Name of the vault, when it is another Lorehearth. */
  readonly vault?: string;
}

/** No port could be had. The message tells the user what to do. */
export class PortTakenError extends Error {
  override readonly name = 'PortTakenError';

  constructor(
    readonly port: number,
    /** The last port that was tried. */
    readonly lastPort: number,
    /** Who holds the first one. */
    readonly holder: PortHolder | undefined,
    options?: ErrorOptions,
  ) {
    const ports = lastPort === port ? `Port ${String(port)} is` : `Ports ${String(port)} to ${String(lastPort)} are`;
    super(`${ports} already used by ${holderName(holder)}. Close it, or choose another port in the settings.`, options);
  }
}

/** Where to listen. */
export interface PortWish {
  /** 0 for any. */
  readonly port: number;
  /** Whether this port and no other is wanted. */
  readonly fixedPort: boolean;
  /** Addresses, the most important first. Further ones that this computer does not have are left out. */
  readonly hosts: readonly string[];
  /** How long a fixed port that is taken is tried again, in milliseconds. */
  readonly retryMs: number;
  readonly signal?: AbortSignal;
}

/** Servers that listen, all on one port. */
export interface Bound {
  readonly port: number;
  readonly servers: readonly { readonly host: string; readonly server: Server }[];
}

/**
 * Finds a port on which all addresses are free and listens there. Rejects with {@link PortTakenError} when there is
 * none, with the signal's reason when it is aborted, and with the system's error for everything else.
 */
export async function bindPort(wish: PortWish, newServer: () => Server): Promise<Bound> {
  const { port, fixedPort } = wish;
  const last = fixedPort || port === 0 ? port : Math.min(port + PORTS_TRIED - 1, HIGHEST_PORT);
  let cause: unknown;
  for (let candidate = port; candidate <= last; candidate++) {
    const bound = await (fixedPort ? bindPatiently(candidate, wish, newServer) : bindAll(candidate, wish, newServer));
    if (bound.kind === 'bound') return bound;
    cause = bound.cause;
  }
  throw new PortTakenError(port, last, await askHolder(port), { cause });
}

type Attempt = (Bound & { readonly kind: 'bound' }) | { readonly kind: 'taken'; readonly cause: unknown };

/** The port of a program that was just closed may take a moment to become free. */
async function bindPatiently(port: number, wish: PortWish, newServer: () => Server): Promise<Attempt> {
  let waited = 0;
  for (let wait = FIRST_WAIT_MS; ; wait = Math.min(wait * 2, LONGEST_WAIT_MS)) {
    const attempt = await bindAll(port, wish, newServer);
    if (attempt.kind === 'bound' || waited >= wish.retryMs) return attempt;
    await sleep(Math.min(wait, wish.retryMs - waited), wish.signal);
    waited += wait;
  }
}

async function bindAll(port: number, { hosts, signal }: PortWish, newServer: () => Server): Promise<Attempt> {
  const servers: { host: string; server: Server }[] = [];
  let real = port;
  try {
    for (const [index, host] of hosts.entries()) {
      signal?.throwIfAborted();
      const server = newServer();
      const error = await bind(server, real, host);
      if (error === undefined) {
        servers.push({ host, server });
        real = portOf(server);
      } else if (index === 0 || !isAbsent(error)) throw error;
    }
    signal?.throwIfAborted();
    return { kind: 'bound', port: real, servers };
  } catch (error) {
    for (const { server } of servers) server.close().closeAllConnections();
    if (isTaken(error)) return { kind: 'taken', cause: error };
    throw error;
  }
}

function bind(server: Server, port: number, host: string): Promise<Error | undefined> {
  return new Promise((resolve) => {
    const fail = (error: Error): void => resolve(error);
    server.once('error', fail);
    server.listen({ port, host, ipv6Only: host.includes(':') }, () => {
      server.off('error', fail);
      resolve(undefined);
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** Windows refuses ports that it keeps for itself as forbidden. */
function isTaken(error: unknown): boolean {
  return ['EADDRINUSE', 'EACCES'].includes(String(codeOf(error)));
}

function isAbsent(error: unknown): boolean {
  return ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String(codeOf(error)));
}

function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const wake = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', wake);
      resolve();
    };
    const timer = setTimeout(wake, milliseconds);
    signal?.addEventListener('abort', wake, { once: true });
  });
}

/** A holder as the end of “taken by …”. */
export function holderName(holder: PortHolder | undefined): string {
  if (holder === undefined) return 'another program';
  return `${holder.name}${holder.vault === undefined ? '' : ` (vault “${holder.vault}”)`}`;
}

/** Asks the program on a port who it is; undefined when it does not say. */
export function askHolder(port: number): Promise<PortHolder | undefined> {
  return new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path: '/health', agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (part: string) => {
        text += part;
        if (text.length > LONGEST_HEALTH) request.destroy();
      });
      response.on('end', () => resolve(readHolder(text)));
      response.on('close', () => resolve(undefined));
    });
    const timer = setTimeout(() => request.destroy(), HEALTH_MS);
    request.on('error', () => resolve(undefined));
    request.on('close', () => {
      clearTimeout(timer);
      resolve(undefined);
    });
  });
}

function readHolder(text: string): PortHolder | undefined {
  try {
    const answer: unknown = JSON.parse(text);
    if (typeof answer !== 'object' || answer === null || !('name' in answer)) return undefined;
    if (typeof answer.name !== 'string') return undefined;
    const name = shorten(answer.name);
    return 'vault' in answer && typeof answer.vault === 'string' ? { name, vault: shorten(answer.vault) } : { name };
  } catch {
    return undefined;
  }
}

/** The text is a stranger's and goes into a sentence. */
function shorten(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 100);
}
