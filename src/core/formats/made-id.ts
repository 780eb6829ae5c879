import { contentHash } from '../base/content-hash';

/** Ids of entries and folders that had none; a reader knows by it that they are none of the other program's. */
const PREFIX = 'lorehearth-';

/** Gives ids that are the same for the same parts on every export, and no two alike. */
export function idMaker(): (...parts: readonly string[]) => string {
  const counts = new Map<string, number>();
  return (...parts) => {
    const id = PREFIX + contentHash(JSON.stringify(parts));
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    return count === 1 ? id : `${id}-${String(count)}`;
  };
}

/** The id of an entry in a file, if it is the other program's own. */
export function foreignId(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && !value.startsWith(PREFIX) ? value : '';
}
