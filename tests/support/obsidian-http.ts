import { request } from 'node:http';
import { createServer, type AddressInfo, type Server } from 'node:net';

/** An answer, read as text. */
export interface HttpAnswer {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  readonly text: string;
}

/** What to ask. */
export interface HttpQuestion {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks over a real socket and closes it: the DOM’s `fetch` is not Node’s. */
export function ask(url: string, { method, body, headers = {} }: HttpQuestion = {}): Promise<HttpAnswer> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const options = {
      method: method ?? (text === undefined ? 'GET' : 'POST'),
      agent: false,
      headers: { ...(text !== undefined && { 'content-type': 'application/json' }), ...headers },
    };
    const outgoing = request(url, options, (incoming) => {
      let answer = '';
      incoming.setEncoding('utf8');
      incoming.on('data', (piece: string) => (answer += piece));
      incoming.on('error', reject);
      incoming.on('end', () => {
        const header = (name: string): string | undefined => incoming.headers[name]?.toString();
        resolve({ status: incoming.statusCode ?? 0, header, text: answer });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(text);
  });
}

/** A port that nobody holds at the moment, with nine free ones above it most of the time. */
export async function freePort(): Promise<number> {
  const holder = await holdPort(0);
  const { port } = holder;
  await holder.release();
  return port;
}

/** A port held by another program. */
export interface HeldPort {
  readonly port: number;
  release(): Promise<void>;
}

/** Holds a port of this computer (0 for any): silent for ever, or answering every request with a JSON text. */
export function holdPort(port: number, answer?: string): Promise<HeldPort> {
  return new Promise((resolve, reject) => {
    const sockets = new Set<{ destroy(): void }>();
    const server: Server = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => undefined);
      if (answer === undefined) return;
      socket.on('data', () => socket.end(`HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n${answer}`));
    });
    server.on('error', reject);
    server.listen(port, '127.0.0.1', () => {
      const { port: held } = server.address() as AddressInfo;
      const release = (): Promise<void> => {
        for (const socket of sockets) socket.destroy();
        return new Promise((done) => server.close(() => done()));
      };
      resolve({ port: held, release });
    });
  });
}
