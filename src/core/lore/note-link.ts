/** Who a link or a name in a list of entries points at, as written. */
export interface NoteLink {
  /** Path, file name, alias or title, without heading and block parts. */
  readonly target: string;
  /** What the reader sees: the alias, else the target's last part, else the heading of the same note. */
  readonly shown: string;
}

/** Reads the inside of a wikilink (`Folder/Note#Heading|shown`). */
export function noteLink(inside: string): NoteLink {
  const bar = inside.indexOf('|');
  // Inside a table the bar is written as \|.
  const before = (bar < 0 ? inside : inside.slice(0, bar)).replace(/\\$/, '');
  const alias = bar < 0 ? '' : inside.slice(bar + 1).trim();
  const part = before.search(/[#^]/);
  const target = (part < 0 ? before : before.slice(0, part)).trim();
  if (alias !== '') return { target, shown: alias };
  return { target, shown: target === '' ? before.replace(/^\s*#/, '').trim() : lastPart(target) };
}

function lastPart(target: string): string {
  return target.slice(target.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

/** The inside of a text that is one whole wikilink, or a Markdown link to a note as a wikilink would have it. */
function linkInside(item: string): string | undefined {
  return /^\s*!?\[\[([^[\]]*)\]\]\s*$/.exec(item)?.[1] ?? markdownInside(item);
}

const MARKDOWN_LINK = /^\s*\[([^[\]\n]*)\]\((?:<([^<>\n]+)>|([^()\s]+))\)\s*$/;
const ADDRESS = /^[a-z][a-z0-9+.-]*:/i;

/** `[the mill](Lore/Old%20Mill.md)`, as Obsidian writes links for those who want no wikilinks. */
function markdownInside(item: string): string | undefined {
  const [, shown = '', bracketed, bare = ''] = MARKDOWN_LINK.exec(item) ?? [];
  const written = bracketed ?? bare;
  if (written === '' || ADDRESS.test(written)) return undefined;
  try {
    return `${decodeURIComponent(written)}${shown.trim() === '' ? '' : `|${shown}`}`;
  } catch {
    return undefined;
  }
}

/** Whether an item of a list is a wikilink as a whole. */
export function isWholeLink(item: string): boolean {
  return linkInside(item) !== undefined;
}

/** The target named by an item of a list of entries: `[[Link#Part|shown]]` or a plain name. */
export function linkTarget(item: string): string {
  const inside = linkInside(item);
  return inside === undefined ? item.trim() : noteLink(inside).target;
}

/** The bare name in an item of a list of names: `[[Folder/Name|shown]]` means `Name`; anything else is the name itself. */
export function noteName(item: string): string {
  const inside = linkInside(item);
  return inside === undefined ? item.trim() : lastPart(noteLink(inside).target);
}
