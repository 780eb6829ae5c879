import { entryId } from '../base/entry-id';
import { noDecorators, type EntryDecorators } from '../lore/decorators';
import type { LoreEntry, NoteReading } from '../lore/lore-entry';
import type { ParseOptions } from '../lore/parse-options';
import { aloneOf } from '../lore/shared-title';
import type { IndexedNote } from '../search/lore-index';

/** An entry without what its path and the options say anyway. */
type StoredEntry = Omit<LoreEntry, 'id' | 'vault' | 'path' | 'folders' | 'type' | 'decorators' | 'sharedTitle'> & {
  readonly type?: string;
  readonly decorators?: EntryDecorators;
};

type StoredReading = Exclude<NoteReading, { readonly kind: 'entry' }> | { readonly kind: 'entry'; entry: StoredEntry };

/** A note as it is stored: path, size, time of the last change (-1: not to be trusted) and reading. */
export type StoredNote = readonly [path: string, size: number, modified: number, reading: StoredReading];

/** A file system may not tell two changes within this time apart. In milliseconds. */
const COARSEST_TIME = 2_000;

/**
 * The stored form of a note.
 *
 * @param now The time in milliseconds since 1970. A note that changed just before it may change again without another
 *   time or size, so it is stored as one that has to be read again.
 */
export function storeNote({ path, size, modified, reading }: IndexedNote, now: number): StoredNote {
  const isSettled = modified > 0 && modified + COARSEST_TIME <= now;
  return [path, size, isSettled ? modified : -1, reading.kind === 'entry' ? storeEntry(reading.entry) : reading];
}

/** The note that was stored. The value must come from `storeNote` of this version; it is taken over. */
export function restoreNote([path, size, modified, reading]: StoredNote, options: ParseOptions): IndexedNote {
  if (reading.kind !== 'entry') return { path, size, modified, reading };
  const { type, decorators } = reading.entry;
  // Copying would make objects of twice the size.
  const entry: LoreEntry = Object.assign(reading.entry, {
    id: entryId(options.vaultId, path),
    vault: options.vaultName,
    path,
    folders: path.split('/').slice(0, -1),
    type,
    // Most entries have none, and share them.
    decorators: decorators ? { ...noDecorators, ...decorators } : noDecorators,
  });
  return { path, size, modified, reading: { kind: 'entry', entry } };
}

function storeEntry(entry: LoreEntry): StoredReading {
  // What other vaults make of an entry is found out anew.
  const { id: _id, vault: _vault, path: _path, folders: _folders, type, decorators, ...stored } = aloneOf(entry);
  return {
    kind: 'entry',
    entry: {
      ...stored,
      ...(type !== undefined && { type }),
      ...(hasDecorators(decorators) && { decorators }),
    },
  };
}

function hasDecorators(decorators: EntryDecorators): boolean {
  return decorators !== noDecorators && JSON.stringify(decorators) !== WITHOUT;
}

const WITHOUT = JSON.stringify(noDecorators);
