import { entryFields, fieldsByFoldedName, type FieldName } from './entry-fields';
import { foldPropertyName } from './property-name';
import type { YamlValue } from './yaml-value';

/** Properties of Obsidian, of common plugins and of character notes: never taken for misspelled ones of ours. */
const NEIGHBOURS = new Set([
  ...['tags', 'tag', 'cssclasses', 'cssclass', 'publish', 'permalink', 'description', 'image', 'cover', 'banner'],
  ...['status', 'fileclass', 'created', 'updated', 'modified', 'date', 'source', 'author', 'name', 'up', 'related'],
  ...[
    'age',
    'race',
    'class',
    'gender',
    'home',
    'rank',
    'death',
    'speed',
    'rule',
    'rules',
    'older',
    'border',
    'tile',
    'character',
  ],
]);

/** Names of other programs that say the opposite of one of ours. */
const OPPOSITES: ReadonlyMap<string, FieldName> = new Map([
  ['disable', 'enabled'],
  ['disabled', 'enabled'],
]);

/** In shorter names one wrong letter makes another word; only slips of the fingers count there. */
const SHORT_NAME = 5;

/**
 * The property of ours that a name was probably meant to be: it begins alike, is one slip away, and the value could be
 * one of that property.
 */
export function nearMiss(name: string, value: YamlValue): FieldName | undefined {
  const folded = foldPropertyName(name);
  if (folded.length < 3 || folded.length > 40 || NEIGHBOURS.has(folded)) return undefined;
  const opposite = OPPOSITES.get(folded);
  if (opposite && isReadable(opposite, value)) return opposite;
  for (const [known, field] of fieldsByFoldedName) {
    if (known[0] !== folded[0] || Math.abs(known.length - folded.length) > 1) continue;
    if (isSlip(known, folded) && isReadable(field, value)) return field;
  }
  return undefined;
}

function isReadable(field: FieldName, value: YamlValue): boolean {
  const reading = entryFields[field].kind.read(value);
  return reading.complaint === undefined;
}

/** Whether neighbours are swapped, a letter is doubled, or, in long names, one letter is more, missing or wrong. */
function isSlip(known: string, written: string): boolean {
  const { start, restKnown, restWritten } = differingParts(known, written);
  if (restKnown.length === 2 && restWritten.length === 2)
    return restKnown[0] === restWritten[1] && restKnown[1] === restWritten[0];
  if (restKnown.length > 1 || restWritten.length > 1) return false;
  if (Math.min(known.length, written.length) >= SHORT_NAME + 1) return true;
  const isPlural = restKnown === '' && restWritten === 's' && start === known.length;
  return isPlural || (restKnown === '' && written[start] === written[start - 1]);
}

interface DifferingParts {
  /** Where the names begin to differ. */
  readonly start: number;
  readonly restKnown: string;
  readonly restWritten: string;
}

/** What is left of two names without what they share at both ends. */
function differingParts(known: string, written: string): DifferingParts {
  let start = 0;
  while (start < known.length && start < written.length && known[start] === written[start]) start++;
  let endKnown = known.length;
  let endWritten = written.length;
  while (endKnown > start && endWritten > start && known[endKnown - 1] === written[endWritten - 1]) {
    endKnown--;
    endWritten--;
  }
  return { start, restKnown: known.slice(start, endKnown), restWritten: written.slice(start, endWritten) };
}
