import type { NoteStat } from '../../core/ports/note-source';
import type { Asked } from './remote-answer';
import type { RemoteClient } from './remote-client';

/** What a remote vault is made of. */
export interface VaultParts {
  readonly client: RemoteClient;
  readonly asked: Asked;
  /** The one folder that is read; empty for all. */
  readonly folder: string;
}

/** Orders notes by their path, as in every listing. */
export function byPath(a: NoteStat, b: NoteStat): number {
  return a.path < b.path ? -1 : 1;
}
