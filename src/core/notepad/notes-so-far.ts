/** What was noted with one message. */
export type NoteAt = readonly [index: number, notes: string];

const MACRO = /\{(?=\{)(?!\{\s*(?:user|char)\s*\}\})/gi;

/**
 * Texts as one text that costs at most so much: the oldest are left out first, and of the newest, where it alone is
 * too long, its end.
 *
 * @param glue What stands between two of them.
 */
export function notesSoFar(
  notes: readonly string[],
  most: number,
  cost: (text: string) => number,
  glue = '\n',
): string {
  const kept: string[] = [];
  for (const note of [...notes].reverse()) {
    const longer = [note, ...kept];
    if (cost(longer.join(glue)) > most) break;
    kept.unshift(note);
  }
  const newest = notes.at(-1);
  if (kept.length === 0 && newest !== undefined) return beginning(newest, most, cost);
  return kept.join(glue);
}

/** A note as plain text: what a macro of SillyTavern would do, it does not do. */
export function plainNote(note: string): string {
  return note.replace(MACRO, '{\\').trim();
}

/** As many of the first signs as may be there. */
function beginning(text: string, most: number, cost: (text: string) => number): string {
  const signs = Array.from(text);
  let low = 0;
  let high = signs.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (cost(signs.slice(0, middle).join('')) <= most) low = middle;
    else high = middle - 1;
  }
  return signs.slice(0, low).join('').trimEnd();
}
