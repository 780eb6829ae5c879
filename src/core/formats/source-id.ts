import { contentHash } from '../base/content-hash';

/** What tells an entry of a file from all others. */
export interface SourceIdentity {
  /** Id of the format. */
  readonly format: string;
  /** Name of the book: ids of entries are counted anew in each. */
  readonly book: string;
  /** The entry's id in the file; empty for none. */
  readonly original: string;
  readonly firstKey: string;
  readonly text: string;
}

/** The id of an entry of a file: the same whenever the same entry is read, also after its text was changed where it has an id of its own. */
export function sourceIdOf({ format, book, original, firstKey, text }: SourceIdentity): string {
  const parts = original === '' ? [book, '', firstKey, text] : [book, original, firstKey];
  return `${format}:${contentHash(JSON.stringify(parts))}`;
}
