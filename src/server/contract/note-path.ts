/**
 * Whether a text may be the vault-relative path of a note. Paths of requests are only ever looked up in the index, yet
 * one that climbs or starts at a root is no path of a note and is said to be wrong, instead of not being found.
 */
export function isNotePath(path: string): boolean {
  const parts = path.split('/');
  return path !== '' && !/[\\\0]|^[a-z]:/i.test(path) && !parts.some((part) => ['', '.', '..'].includes(part));
}
