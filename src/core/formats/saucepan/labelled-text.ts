import { splitAtCommas } from '../../lore/split-at-commas';

/** A text of Saucepan, its labelled lines taken out. */
export interface LabelledText {
  readonly keys: readonly string[];
  readonly secondaryKeys: readonly string[];
  readonly comment: string;
  readonly body: string;
}

type Part = 'keys' | 'secondary' | 'comment';

/** What may stand around a label: bold, a quote, small print. */
const DRESS = /^(?:-#|>|<small>|[*_\s])+|[*_\s]+$/gi;

const PARTS: ReadonlyMap<string, Part> = new Map([
  ['keys', 'keys'],
  ['key', 'keys'],
  ['activation keys', 'keys'],
  ['activation key', 'keys'],
  ['primary keys', 'keys'],
  ['keywords', 'keys'],
  ['secondary keys', 'secondary'],
  ['secondary key', 'secondary'],
  ['comment', 'comment'],
]);

/** A line that says that it is not meant for the model. */
const MARKER = /^[[(]?not (?:in |part of )?(?:the )?context[\])]?$/i;

/** Reads keys and comment from lines with labels; every other line is text. `<br>` is a line end. */
export function readLabelledText(text: string): LabelledText {
  const found: Record<Part, string[]> = { keys: [], secondary: [], comment: [] };
  const lines = text.replace(/<br\s*\/?>/gi, '\n').split('\n');
  const rest = lines.filter((line) => {
    const labelled = readLabel(line);
    if (labelled) found[labelled.part].push(labelled.value);
    return !labelled && !isMarker(line);
  });
  const isPlain = rest.length === lines.length;
  return {
    keys: found.keys.flatMap(splitAtCommas),
    secondaryKeys: found.secondary.flatMap(splitAtCommas),
    comment: found.comment.join(' ').trim(),
    body: isPlain ? rest.join('\n') : rest.join('\n').trim(),
  };
}

/** A label is at most so long, with what stands around it. */
const LONGEST_LABEL = 60;

/** `**Activation keys:** a, b`, also with the stars inside, and small print such as `-# keys: a, b`. */
function readLabel(line: string): { readonly part: Part; readonly value: string } | undefined {
  const colon = line.slice(0, LONGEST_LABEL).indexOf(':');
  if (colon < 0) return undefined;
  const part = PARTS.get(line.slice(0, colon).replace(DRESS, '').toLowerCase());
  const value = line
    .slice(colon + 1)
    .replace(/^\s*\*{1,2}/, '')
    .replace('</small>', '')
    .trim();
  return part && { part, value };
}

function isMarker(line: string): boolean {
  return line.length <= LONGEST_LABEL && MARKER.test(line.replace(DRESS, '').replace('</small>', ''));
}
