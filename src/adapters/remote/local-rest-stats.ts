import { isRecord } from '../../core/base/json-value';
import { LARGEST_NOTE, type NoteStat, type NoteText } from '../../core/ports/note-source';
import { jsonOf } from './remote-answer';
import { encodedPath } from './remote-path';
import type { VaultParts } from './vault-parts';

const NOTE_JSON = 'application/vnd.olrapi.note+json';
/** JSON writes some signs with several, and the properties twice. */
const LARGEST_ANSWER = 3 * LARGEST_NOTE;
/** For so many notes the time of the last change is asked with each listing. */
const LOOKS = 256;
const WIDTH = 8;

interface NoteJson {
  readonly stat: NoteStat;
  readonly content: string;
}

/**
 * Sizes and times of notes, for vaults whose listing tells none. Notes are asked for in turn, those first of which
 * nothing is known, so that a change is seen once its note is due: in a vault of 2,560 notes with every tenth listing.
 * What is never told stays at time 0, and is read again each time.
 */
export class LocalRestStats {
  /** Longest not looked at first. */
  readonly #stats = new Map<string, NoteStat>();

  constructor(private readonly parts: VaultParts) {}

  /** What is known of the notes, after a look at those that are due. What is not among them is forgotten. */
  async of(paths: readonly string[], signal: AbortSignal | undefined): Promise<readonly NoteStat[]> {
    const there = new Set(paths);
    for (const path of this.#stats.keys()) if (!there.has(path)) this.#stats.delete(path);
    const unknown = [...there].filter((path) => !this.#stats.has(path));
    const due = [...unknown, ...this.#stats.keys()].slice(0, LOOKS);
    await Promise.all(Array.from({ length: WIDTH }, () => this.#lookAtAll(due, signal)));
    return Array.from(there, (path) => this.#stats.get(path) ?? { path, size: 0, modified: 0 });
  }

  /** The note with size and time; undefined where the app does not tell it in this way, and it is read plainly. */
  async read(path: string, signal: AbortSignal | undefined): Promise<NoteText | undefined> {
    const note = await this.#look(path, signal);
    if (note === undefined || note === 'failed') return undefined;
    if (note.stat.size > LARGEST_NOTE) return { kind: 'too-large', size: note.stat.size };
    return note.content.includes('\0') ? { kind: 'binary' } : { kind: 'text', text: note.content, stat: note.stat };
  }

  /** Takes notes from the list until it is empty, or the connection fails: then the others would wait for nothing. */
  async #lookAtAll(due: string[], signal: AbortSignal | undefined): Promise<void> {
    for (let path = due.shift(); path !== undefined; path = due.shift()) {
      if ((await this.#look(path, signal)) === 'failed') due.length = 0;
    }
  }

  async #look(path: string, signal: AbortSignal | undefined): Promise<NoteJson | 'failed' | undefined> {
    const { client } = this.parts;
    const answer = await client.ask({
      path: `/vault/${encodedPath(path)}`,
      headers: { accept: NOTE_JSON },
      limit: LARGEST_ANSWER,
      signal,
    });
    if (answer.kind === 'failed') return 'failed';
    const note = answer.kind === 'answer' && answer.status === 200 ? readNote(path, jsonOf(answer)) : undefined;
    if (note !== undefined) {
      this.#stats.delete(path);
      this.#stats.set(path, note.stat);
    }
    return note;
  }
}

function readNote(path: string, body: unknown): NoteJson | undefined {
  if (!isRecord(body) || typeof body['content'] !== 'string' || !isRecord(body['stat'])) return undefined;
  const { size, mtime } = body['stat'];
  if (typeof size !== 'number' || typeof mtime !== 'number') return undefined;
  return { content: body['content'], stat: { path, size, modified: mtime } };
}
