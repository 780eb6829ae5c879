import { propertyKey } from '../edits/note-lists';
import { splitNote } from '../lore/frontmatter';
import type { Finding } from './finding';

/** The line of a note on which a finding is to be looked at, counted from 1. */
export function findLine(source: string, { property, words, text }: Finding): number {
  if (property !== undefined) return propertyLine(source, property, text);
  const at = words === undefined ? -1 : source.indexOf(words);
  return at < 0 ? 1 : lineOf(source, at);
}

/** The line of the property; of an item in a list below it, that of the item. */
function propertyLine(source: string, property: string, text: string): number {
  const { properties } = splitNote('', source);
  const at = properties.findIndex(({ name }) => propertyKey(name) === property);
  const found = properties[at];
  if (!found) return 1;
  const lines = source.split(/\r\n|\n|\r/);
  const end =
    (properties[at + 1]?.line ?? lines.findIndex((line, index) => index > 0 && line.startsWith('---')) + 1) - 1;
  const items = lines.slice(found.line, end);
  const item = text === '' ? -1 : items.findIndex((line) => /^\s*-/.test(line) && line.includes(text));
  return item < 0 ? found.line : found.line + item + 1;
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split(/\r\n|\n|\r/).length;
}
