import { fieldsByFoldedName } from './entry-fields';
import { entryProblem, type EntryProblem } from './entry-problem';
import { isTagProperty, showsTag, type TagNames } from './note-tags';
import { foldPropertyName } from './property-name';

/** So many characters of a note are looked through. */
const LOOKED_AT = 5_000;

/** A `tags` line of a block. */
const TAG_LINE = /^[ \t{]*["']?tags?["']?[ \t]*[:=]/im;

/** A block of properties that something stands above: lines, or signs that nobody sees. */
const BLOCK_BELOW = /^(?:[^\n]*\n){0,20}?[^\S\n\p{Cf}]*\p{Cf}*[ \t]*---[^\S\n]*\n([\s\S]*?)\n---[^\S\n]*(?:\n|$)/u;
/** A first line that is nearly the one that opens the properties. */
const NEARLY_FENCE = /^(?:---(?=[^-\n])|\+\+\+)[^\n]*/;

/** Properties that would make the note an entry, if they stood where they count. */
export function misplacedBlock(path: string, body: string, tags: TagNames): readonly EntryProblem[] {
  const head = body.slice(0, LOOKED_AT);
  const fence = NEARLY_FENCE.exec(head)?.[0];
  const block =
    fence === undefined ? BLOCK_BELOW.exec(head)?.[1] : head.slice(fence.length).split(/^(?:---|\+\+\+)/m, 1)[0];
  if (block === undefined || !TAG_LINE.test(block) || !showsTag(block, tags.lore, 'properties')) return [];
  return [
    fence === undefined
      ? entryProblem('frontmatter-not-first', { path, line: 1 })
      : entryProblem('frontmatter-fence', { path, line: 1 }, fence.trim()),
  ];
}

const SECOND_BLOCK =
  /^\s*---[^\S\n]*\n((?:(?:[ \t]*(?:-[ \t]|#)[^\n]*|[\p{L}_][\p{L}\p{N}_ -]*:(?:[ \t][^\n]*)?)\n)+)---[^\S\n]*(?:\n|$)/u;

/** Whether a text begins with properties of ours: tools that add some without looking write a block of their own. */
export function hasSecondBlock(body: string): boolean {
  if (!/^\s*---/.test(body)) return false;
  const block = SECOND_BLOCK.exec(body.slice(0, LOOKED_AT))?.[1] ?? '';
  return block.split('\n').some((line) => {
    const name = /^([^:\s-][^:]*):/.exec(line)?.[1] ?? '';
    return isTagProperty(name) || fieldsByFoldedName.has(foldPropertyName(name));
  });
}
