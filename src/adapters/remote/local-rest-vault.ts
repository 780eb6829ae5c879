import { isRecord } from '../../core/base/json-value';
import { LARGEST_NOTE, type NoteStat, type NoteText } from '../../core/ports/note-source';
import { isNoteName } from '../node/note-path';
import { LARGEST_IDENTITY, LOCAL_REST_IDENTITY, readLocalRest } from './identities';
import { LocalRestStats } from './local-rest-stats';
import { LocalRestWalk } from './local-rest-walk';
import {
  jsonOf,
  LARGEST_LISTING,
  MOST_NOTES,
  noteText,
  refusalOf,
  strangerOf,
  tooMany,
  unreadable,
  wrongService,
} from './remote-answer';
import type { RemoteFailure } from './remote-failure';
import type { RemoteListing, RemoteVault, VaultIdentity } from './remote-note-source';
import { encodedPath, isBelow, isRemotePath } from './remote-path';
import { byPath, type VaultParts } from './vault-parts';

/** For every Markdown note, what the app knows of its file: one question lists the vault with sizes and times. */
const EVERY_STAT = JSON.stringify({ var: 'stat' });
const JSON_LOGIC = 'application/vnd.olrapi.jsonlogic+json';

/** After a search that took too long, so many listings go without one. */
const LISTINGS_WITHOUT = 20;

/** How often folders are walked again that changed meanwhile. */
const WALKS_AGAIN = 2;

/**
 * The notes of an Obsidian vault behind its plugin “Local REST API”. One search lists all notes with sizes and times.
 * It fails as a whole where the app cannot tell one of the files, and takes long in huge vaults; then the folders are
 * walked, and sizes and times are asked for note by note, a part of them with each listing.
 */
export class LocalRestVault implements RemoteVault {
  readonly #stats: LocalRestStats;
  #isWalked = false;
  #without = 0;

  constructor(private readonly parts: VaultParts) {
    this.#stats = new LocalRestStats(parts);
  }

  async identify(signal: AbortSignal | undefined): Promise<VaultIdentity | RemoteFailure> {
    const { asked, client } = this.parts;
    const answer = await client.ask({ path: LOCAL_REST_IDENTITY, limit: LARGEST_IDENTITY, signal });
    if (answer.kind === 'failed') return answer.failure;
    const identity = readLocalRest(jsonOf(answer));
    if (identity === undefined) return strangerOf(answer.status, asked);
    if (!identity.isAuthenticated) return refusalOf(401, asked);
    return { kind: 'known', vault: '', version: identity.version };
  }

  async list(signal: AbortSignal | undefined): Promise<RemoteListing> {
    if (this.#without > 0) this.#without -= 1;
    else {
      const found = await this.#search(signal);
      if (found !== undefined) return found;
    }
    return this.#walk(signal);
  }

  async read(path: string, known: NoteStat | undefined, signal: AbortSignal | undefined): Promise<NoteText> {
    const { asked, client } = this.parts;
    if (this.#isWalked && isNoteName(path)) {
      const note = await this.#stats.read(path, signal);
      if (note !== undefined) return note;
    }
    const answer = await client.ask({
      path: `/vault/${encodedPath(path)}`,
      headers: { accept: 'text/markdown' },
      limit: LARGEST_NOTE,
      signal,
    });
    if (answer.kind === 'failed') return unreadable(answer.failure);
    // What another program says of a path says nothing of the note.
    if (saysMissing(answer.status, path) && isOwnError(jsonOf(answer))) return { kind: 'missing' };
    if (answer.status !== 200) return unreadable(refusalOf(answer.status, asked));
    if (answer.kind === 'too-large') return { kind: 'too-large', size: Math.max(answer.size, known?.size ?? 0) };
    if (answer.type.startsWith('text/html')) return unreadable(wrongService(asked));
    return noteText(path, answer.bytes, known);
  }

  rest(): void {
    this.parts.client.rest();
  }

  /** All notes by one question; undefined where the folders have to be walked. */
  async #search(signal: AbortSignal | undefined): Promise<RemoteListing | undefined> {
    const { asked, client } = this.parts;
    const answer = await client.ask({
      method: 'POST',
      path: '/search/',
      headers: { 'content-type': JSON_LOGIC, accept: 'application/json' },
      body: EVERY_STAT,
      limit: LARGEST_LISTING,
      signal,
    });
    if (answer.kind === 'failed') {
      if (!answer.isLate) return answer.failure;
      this.#without = LISTINGS_WITHOUT;
      return undefined;
    }
    if ([401, 403, 429].includes(answer.status)) return refusalOf(answer.status, asked);
    if (answer.kind === 'too-large' && answer.status === 200) return tooMany(asked);
    const items = answer.status === 200 ? jsonOf(answer) : undefined;
    if (!Array.isArray(items)) return undefined;
    if (items.length > MOST_NOTES) return tooMany(asked);
    this.#isWalked = false;
    const notes = new Map(items.flatMap((item) => this.#noteOf(item)).map((note) => [note.path, note]));
    return { kind: 'notes', notes: [...notes.values()].sort(byPath), unreadable: [] };
  }

  #noteOf(item: unknown): readonly NoteStat[] {
    if (!isRecord(item) || typeof item['filename'] !== 'string' || !isRecord(item['result'])) return [];
    const path = item['filename'];
    const { size, mtime } = item['result'];
    if (typeof size !== 'number' || typeof mtime !== 'number') return [];
    const isWanted = isRemotePath(path) && isNoteName(path) && isBelow(path, this.parts.folder);
    return isWanted ? [{ path, size, modified: mtime }] : [];
  }

  async #walk(signal: AbortSignal | undefined): Promise<RemoteListing> {
    let walk = new LocalRestWalk(this.parts, signal);
    let failure = await walk.run();
    for (let again = 0; walk.isTorn && again < WALKS_AGAIN; again += 1) {
      walk = new LocalRestWalk(this.parts, signal);
      failure = await walk.run();
    }
    if (failure !== undefined) return failure;
    if (walk.isRootMissing) {
      // The plugin says of an empty vault that there is none, and so does everything else that may listen there.
      const identity = await this.identify(signal);
      if (identity.kind !== 'known') return identity;
    }
    this.#isWalked = true;
    const notes = await this.#stats.of(walk.notes, signal);
    return { kind: 'notes', notes: [...notes].sort(byPath), unreadable: walk.unreadable };
  }
}

/** Below a note the plugin looks for its parts, and complains about what is none. */
function saysMissing(status: number, path: string): boolean {
  return status === 404 || (status === 400 && path.split('/').slice(0, -1).some(isNoteName));
}

/** Whether a body is an error as the plugin tells it, and no other program. */
function isOwnError(body: unknown): boolean {
  return isRecord(body) && typeof body['errorCode'] === 'number';
}
