import { isRecord, listOf } from '../../core/base/json-value';
import type { UnreadableFolder } from '../../core/ports/note-source';
import { isNoteName, joinPath } from '../node/note-path';
import { onAbort } from './on-abort';
import { jsonOf, MOST_NOTES, refusalOf, tooMany, wrongService } from './remote-answer';
import type { RemoteFailure } from './remote-failure';
import { encodedPath, isRemotePath } from './remote-path';
import type { VaultParts } from './vault-parts';

const LARGEST_FOLDER = 8 * 1024 * 1024;
const MOST_FOLDERS = 10_000;

/** Lists the folders of a vault, one question for each. Paths that no vault has are left out; nothing goes on forever. */
export class LocalRestWalk {
  /** Paths of the notes. */
  readonly notes: string[] = [];
  readonly unreadable: UnreadableFolder[] = [];
  /** Whether the plugin said that what was to be walked is not there. */
  isRootMissing = false;
  /** Whether a folder went away during the walk, so that what moved may be missing at both of its places. */
  isTorn = false;
  readonly #folders = new Set<string>();
  /** Takes back the questions that wait when one failure told enough. */
  readonly #abort = new AbortController();
  #failure: RemoteFailure | undefined;

  constructor(
    private readonly parts: VaultParts,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** Walks; answers why the whole vault cannot be listed, where that is so. */
  async run(): Promise<RemoteFailure | undefined> {
    const forget = this.signal && onAbort(this.signal, () => this.#abort.abort());
    if (this.signal?.aborted === true) this.#abort.abort();
    await this.#folder(this.parts.folder);
    forget?.();
    return this.#failure;
  }

  async #folder(path: string): Promise<void> {
    if (this.#failure !== undefined || this.#folders.has(path)) return;
    this.#folders.add(path);
    if (this.#folders.size > MOST_FOLDERS) {
      this.#fail(tooMany(this.parts.asked));
      return;
    }
    const names = await this.#names(path);
    const folders = new Set<string>();
    for (const name of names) {
      const isFolder = name.endsWith('/');
      const bare = isFolder ? name.slice(0, -1) : name;
      const child = joinPath(path, bare);
      if (bare.includes('/') || !isRemotePath(child)) continue;
      if (isFolder) folders.add(child);
      else if (isNoteName(bare)) this.notes.push(child);
    }
    if (this.notes.length > MOST_NOTES) this.#fail(tooMany(this.parts.asked));
    await Promise.all(Array.from(folders, (folder) => this.#folder(folder)));
  }

  async #names(path: string): Promise<ReadonlySet<string>> {
    const { asked, client } = this.parts;
    const address = path === '' ? '/vault/' : `/vault/${encodedPath(path)}/`;
    const answer = await client.ask({ path: address, limit: LARGEST_FOLDER, signal: this.#abort.signal });
    const isRoot = path === this.parts.folder;
    if (answer.kind === 'failed') this.#fail(answer.failure);
    else if (answer.status === 404) {
      if (isRoot) this.isRootMissing = true;
      else this.isTorn = true;
    } else if (answer.status === 200) {
      const body = jsonOf(answer);
      if (isRecord(body) && Array.isArray(body['files'])) return namesOf(body['files']);
      this.#fail(answer.kind === 'too-large' ? tooMany(asked) : wrongService(asked));
    } else {
      const failure = refusalOf(answer.status, asked);
      if (isRoot || failure.kind !== 'unreachable') this.#fail(failure);
      else this.unreadable.push({ path, reason: failure.reason });
    }
    return new Set();
  }

  #fail(failure: RemoteFailure): void {
    this.#failure ??= failure;
    this.#abort.abort();
  }
}

function namesOf(files: unknown): ReadonlySet<string> {
  return new Set(listOf(files).flatMap((name) => (typeof name === 'string' ? [name] : [])));
}
