import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeVaultServer, sendJson } from './fake-vault-server';

/** Offers its notes like another Lorehearth, except that every note of it is lore. */
export class FakeLorehearth extends FakeVaultServer {
  api = 1;

  protected answer(request: IncomingMessage, response: ServerResponse): void {
    const [, first, second, encoded] = (request.url ?? '').split('/');
    if (request.url === '/health') {
      sendJson(response, 200, { name: 'lorehearth', api: this.api, pairing: false, version: '1.2.3', vault: 'Harbor' });
    } else if (first !== 'v1' || second !== 'notes') fail(response, 404, 'not_found');
    else if (!this.hasKey(request)) fail(response, 401, 'token_not_accepted');
    else if (encoded === undefined) this.#list(response);
    else this.#note(decodeURIComponent(encoded), response);
  }

  #list(response: ServerResponse): void {
    const items = Array.from(this.files, ([path, { bytes, modified }]) => ({ path, size: bytes.length, modified }));
    const unreadable = Array.from(this.broken, (path) => ({ path, reason: 'Access was denied.' }));
    sendJson(response, 200, { items: items.filter(({ path }) => !this.isBroken(path)), unreadable });
  }

  #note(path: string, response: ServerResponse): void {
    const file = this.files.get(path);
    if (this.isBroken(path)) fail(response, 503, 'busy');
    else if (!file) fail(response, 404, 'not_found');
    else {
      const headers = { 'content-type': 'text/markdown; charset=utf-8', 'content-length': file.bytes.length };
      response.writeHead(200, headers).end(file.bytes);
    }
  }
}

function fail(response: ServerResponse, status: number, code: string): void {
  sendJson(
    response,
    status,
    { type: 'about:blank', title: 'It did not work', status, code },
    'application/problem+json',
  );
}
