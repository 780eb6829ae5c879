import { defuser, oneLine } from '../ai/selection/fence';

/** The one name of all fences around texts that the Librarian is shown and that nobody of us wrote. */
export const MATERIAL = 'material';

const defused = defuser([MATERIAL]);

/** A text that nobody of us wrote, in its fence, which it can neither close nor open anew. `about` says what it is. */
export function material(about: string, text: string): string {
  return `<${MATERIAL} of="${attribute(about)}">\n${defused(text)}\n</${MATERIAL}>`;
}

/** A name or another short text that nobody of us wrote, as one line that cannot look like a fence. */
export function quoted(text: string, longest = 200): string {
  const line = defused(oneLine(text));
  return line.length > longest ? `${line.slice(0, longest)}…` : line;
}

function attribute(text: string): string {
  return quoted(text).replace(/[<>]/g, '').replace(/"/g, "'");
}
