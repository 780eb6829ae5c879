/** A place where a key was found: the dense number of its pattern, and UTF-16 offsets into the original text (`end` exclusive). */
export interface KeyHit {
  readonly pattern: number;
  readonly start: number;
  readonly end: number;
}

/**
 * The hits by start, then end, then pattern, each once: two places in the folded text may be one in the original, as
 * with the key `s` in `ß`.
 */
export function orderHits(hits: readonly KeyHit[]): readonly KeyHit[] {
  const sorted = [...hits].sort((a, b) => a.start - b.start || a.end - b.end || a.pattern - b.pattern);
  return sorted.filter((hit, index) => !isSame(hit, sorted[index - 1]));
}

function isSame(hit: KeyHit, other: KeyHit | undefined): boolean {
  return other?.pattern === hit.pattern && other.start === hit.start && other.end === hit.end;
}
