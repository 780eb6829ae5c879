/** Said of every path that leads to something else than lore, whether or not there is anything. */
export const OUTSIDE =
  'Only the lore notes of this vault can be read or changed, by their title or by a path as list_entries shows it. No other notes, files or folders exist for you.';

/**
 * Whether a text is written like a path that leads out of the vault, to the root of a disk, or into a hidden folder.
 * Nothing is opened by such a path in any case: this says in words what would otherwise only be “not found”.
 */
export function looksOutside(path: string): boolean {
  const plain = decoded(path).replace(/\\/g, '/');
  return (
    /^(?:\/|~|[a-z]:\/|[a-z][a-z0-9+.-]*:\/\/|file:)/i.test(plain) ||
    plain.split('/').some((part) => /^\.+(?=\S*$)/.test(part.trim())) ||
    plain.includes('\0')
  );
}

function decoded(path: string): string {
  return path.replace(/%(2e|2f|5c|00)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
