import { contentHash } from '../../../core/base/content-hash';
import { objectOf } from '../json-value';

/** A book of SillyTavern: the content of its file. */
export type BookData = Readonly<Record<string, unknown>>;

/** Tells one content of a book from another. */
export function bookDigest(data: BookData): string {
  return contentHash(JSON.stringify(data));
}

/** Tells one content of an entry from another, wherever SillyTavern hands it out: some places add the book's name. */
export function entryDigest(entry: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(entry).filter(([name]) => name !== 'world');
  return contentHash(JSON.stringify(fields.sort(([one], [other]) => (one < other ? -1 : 1))));
}

/** The entries of a book; SillyTavern keeps them by number, and takes a list as well. */
export function entriesOf({ entries }: BookData): readonly Readonly<Record<string, unknown>>[] {
  const found: readonly unknown[] = Array.isArray(entries) ? entries : Object.values(objectOf(entries) ?? {});
  return found.map(objectOf).filter((entry) => entry !== undefined);
}
