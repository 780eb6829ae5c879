/**
 * The form in which property names are compared: letter case, `-`, `_`, spaces and signs that nobody sees do not count,
 * so `scanDepth`, `scan_depth` and `Scan Depth` are one name.
 */
export function foldPropertyName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-_\s\p{Cf}]/gu, '');
}

/** How a property of the field table is written in a note: `refineKeys` → `refine_keys`. */
export function writtenPropertyName(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
