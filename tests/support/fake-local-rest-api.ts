import type { IncomingMessage, ServerResponse } from 'node:http';
import { FakeVaultServer, sendJson } from './fake-vault-server';

const NOTE_JSON = 'application/vnd.olrapi.note+json';
const JSON_LOGIC = 'application/vnd.olrapi.jsonlogic+json';

/** Behaves like the Obsidian plugin “Local REST API” of version 5, as far as vaults are read through it. */
export class FakeLocalRestApi extends FakeVaultServer {
  /** Without it, every search fails, as it does where the app knows nothing of one of the files. */
  hasSearch = true;
  /** Without it, no note is told together with its stat. */
  hasNoteJson = true;

  protected answer(request: IncomingMessage, response: ServerResponse): void {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    if (path === '/') this.#identify(request, response);
    else if (!this.hasKey(request)) fail(response, 401, 40101);
    else if (path === '/search/' && request.method === 'POST') this.#search(request, response);
    else if (path === '/vault' || !path.startsWith('/vault/')) fail(response, 404, 40400);
    else if (path.endsWith('/')) this.#folder(path.slice('/vault/'.length), response);
    else this.#file(path.slice('/vault/'.length), request, response);
  }

  #identify(request: IncomingMessage, response: ServerResponse): void {
    sendJson(response, 200, {
      status: 'OK',
      manifest: { id: 'obsidian-local-rest-api' },
      versions: { obsidian: '1.13.7', self: '5.1.0' },
      service: 'Obsidian Local REST API',
      authenticated: this.hasKey(request),
    });
  }

  #search(request: IncomingMessage, response: ServerResponse): void {
    if (request.headers['content-type'] !== JSON_LOGIC) {
      fail(response, 400, 40012);
      return;
    }
    if (!this.hasSearch || this.broken.size > 0) {
      fail(response, 400, 40070);
      return;
    }
    const notes = [...this.#visible()].filter(([path]) => /\.md$/i.test(path));
    const items = notes.map(([path, { bytes, modified }]) => ({
      filename: path,
      result: { ctime: modified, mtime: modified, size: bytes.length },
    }));
    sendJson(response, 200, items);
  }

  #folder(prefix: string, response: ServerResponse): void {
    if (this.isBroken(prefix.slice(0, -1))) {
      fail(response, 500, 50000);
      return;
    }
    const names = new Set<string>();
    for (const [path] of this.#visible()) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      names.add(rest.includes('/') ? rest.slice(0, rest.indexOf('/') + 1) : rest);
    }
    if (names.size === 0) fail(response, 404, 40400);
    else sendJson(response, 200, { files: [...names].sort() });
  }

  #file(path: string, request: IncomingMessage, response: ServerResponse): void {
    if (this.isBroken(path)) {
      fail(response, 500, 50000);
      return;
    }
    const file = this.files.get(path);
    // What stands behind a note names one of its parts.
    if (!file) {
      if ([...this.files.keys()].some((note) => path.startsWith(`${note}/`))) fail(response, 400, 40054);
      else fail(response, 404, 40400);
      return;
    }
    const { bytes, modified } = file;
    if (request.headers.accept === NOTE_JSON) {
      if (!this.hasNoteJson) {
        fail(response, 500, 50000);
        return;
      }
      const stat = { ctime: modified, mtime: modified, size: bytes.length };
      const note = { tags: [], frontmatter: {}, stat, path, content: bytes.toString('utf8') };
      sendJson(response, 200, note, NOTE_JSON);
      return;
    }
    const type = /\.md$/i.test(path) ? 'text/markdown; charset=utf-8' : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': bytes.length }).end(bytes);
  }

  /** The app does not list what is hidden. */
  #visible() {
    return [...this.files].filter(([path]) => !/(?:^|\/)\./.test(path));
  }
}

function fail(response: ServerResponse, status: number, errorCode: number): void {
  sendJson(response, status, { message: 'It did not work.', errorCode });
}
