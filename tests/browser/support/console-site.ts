import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ConsoleFiles } from './build-console';

/** The policy under which a host serves the console. */
export const consolePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const contentTypes: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'console.js': 'text/javascript; charset=utf-8',
  'console.css': 'text/css; charset=utf-8',
};

/** A web server with the console under the strict policy, and an interface that the test scripts. */
export interface ConsoleSite {
  /** Address without a path. */
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves built files at `/console` and hands every other request to `answer`. */
export async function serveConsole(
  files: ConsoleFiles,
  answer: (request: Request) => Promise<Response>,
): Promise<ConsoleSite> {
  const server = createServer((incoming, outgoing) => {
    void respond(files, answer, incoming, outgoing).catch((error: unknown) => outgoing.destroy(asError(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${String(portOf(server))}`, close: () => closeServer(server) };
}

async function respond(
  files: ConsoleFiles,
  answer: (request: Request) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const url = new URL(incoming.url ?? '/', `http://${incoming.headers.host ?? 'localhost'}`);
  const name = url.pathname === '/console' ? 'index.html' : url.pathname.replace('/console/', '');
  const file = files[name];
  if (url.pathname.startsWith('/console') && file !== undefined) {
    outgoing.writeHead(200, { 'content-type': contentTypes[name], 'content-security-policy': consolePolicy });
    outgoing.end(file);
    return;
  }
  const response = await answer(await toRequest(incoming, url));
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // Piece by piece, so that a stream is seen as it comes.
  for await (const piece of response.body ?? []) outgoing.write(piece);
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage, url: URL): Promise<Request> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of incoming) if (chunk instanceof Uint8Array) chunks.push(chunk);
  const { method = 'GET', headers } = incoming;
  return new Request(url, {
    method,
    headers: { authorization: headers.authorization ?? '', 'content-type': headers['content-type'] ?? '' },
    ...(chunks.length > 0 && { body: Buffer.concat(chunks).toString('utf8') }),
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
