import { isRecord, listOf } from '../../core/base/json-value';
import { LARGEST_NOTE, type NoteStat, type NoteText, type UnreadableFolder } from '../../core/ports/note-source';
import { isNoteName } from '../node/note-path';
import { LARGEST_IDENTITY, LOREHEARTH_IDENTITY, readLorehearth } from './identities';
import {
  type Asked,
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
import { isBelow, isRemotePath } from './remote-path';
import { shortText } from './short-text';
import { byPath, type VaultParts } from './vault-parts';

/** The version of the interface that is spoken here. */
const API = 1;

/** The lore notes of another Lorehearth. It offers those of its own vault alone, so two hosts may read each other. */
export class LorehearthVault implements RemoteVault {
  constructor(private readonly parts: VaultParts) {}

  async identify(signal: AbortSignal | undefined): Promise<VaultIdentity | RemoteFailure> {
    const { asked, client } = this.parts;
    const answer = await client.ask({ path: LOREHEARTH_IDENTITY, limit: LARGEST_IDENTITY, signal });
    if (answer.kind === 'failed') return answer.failure;
    const identity = readLorehearth(jsonOf(answer));
    if (identity === undefined) return strangerOf(answer.status, asked);
    if (identity.api !== API) return otherVersion(asked);
    return { kind: 'known', vault: identity.vault, version: identity.version };
  }

  async list(signal: AbortSignal | undefined): Promise<RemoteListing> {
    const { asked, client } = this.parts;
    const answer = await client.ask({ path: '/v1/notes', limit: LARGEST_LISTING, signal });
    if (answer.kind === 'failed') return answer.failure;
    const body = jsonOf(answer);
    if (answer.status === 404 && isProblem(body)) return otherVersion(asked);
    if (answer.status !== 200) return refusalOf(answer.status, asked);
    if (answer.kind === 'too-large') return tooMany(asked);
    if (!isRecord(body) || !Array.isArray(body['items'])) return wrongService(asked);
    const items = listOf(body['items']);
    if (items.length > MOST_NOTES) return tooMany(asked);
    const notes = new Map(items.flatMap((item) => this.#noteOf(item)).map((note) => [note.path, note]));
    const folders = listOf(body['unreadable']).flatMap(folderOf);
    return { kind: 'notes', notes: [...notes.values()].sort(byPath), unreadable: folders };
  }

  async read(path: string, known: NoteStat | undefined, signal: AbortSignal | undefined): Promise<NoteText> {
    const { asked, client } = this.parts;
    const answer = await client.ask({ path: `/v1/notes/${encodeURIComponent(path)}`, limit: LARGEST_NOTE, signal });
    if (answer.kind === 'failed') return unreadable(answer.failure);
    // What another program says of a path says nothing of the note.
    if (answer.status === 404 && isProblem(jsonOf(answer))) return { kind: 'missing' };
    if (answer.status !== 200) return unreadable(refusalOf(answer.status, asked));
    if (answer.kind === 'too-large') return { kind: 'too-large', size: Math.max(answer.size, known?.size ?? 0) };
    if (answer.type.startsWith('text/html')) return unreadable(wrongService(asked));
    return noteText(path, answer.bytes, known);
  }

  rest(): void {
    this.parts.client.rest();
  }

  #noteOf(item: unknown): readonly NoteStat[] {
    if (!isRecord(item)) return [];
    const { path, size, modified } = item;
    if (typeof path !== 'string' || typeof size !== 'number' || typeof modified !== 'number') return [];
    const isWanted = isRemotePath(path) && isNoteName(path) && isBelow(path, this.parts.folder);
    return isWanted ? [{ path, size, modified }] : [];
  }
}

/** Whether a body is a problem as Lorehearth answers with it, and no other program. */
function isProblem(body: unknown): boolean {
  return isRecord(body) && body['code'] === 'not_found';
}

function folderOf(item: unknown): readonly UnreadableFolder[] {
  if (!isRecord(item) || typeof item['path'] !== 'string' || !isRemotePath(item['path'])) return [];
  return [{ path: item['path'], reason: shortText(item['reason']) || 'It could not be listed.' }];
}

function otherVersion({ where }: Asked): RemoteFailure {
  return {
    kind: 'wrong-service',
    reason: `The Lorehearth at ${where} is of a version that offers no notes to this one. Bring both up to date.`,
  };
}
