/** What is no story: code, tags, links, macros, and what stands before the first letter of a line of a list or heading. */
const FOREIGN =
  /```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`|<\/?[a-z!][^<>]*>|\{\{[^{}]*\}\}|!?\[[^[\]]*\]\([^()]*\)|\bhttps?:\/\/\S+|\[\[[^[\]]*\]\]/gi;

/** A line of which nearly every word has a capital is a heading. */
const HEADING =
  /^[ \t#>*_\-–—=|:.\d]*(?:\p{Lu}[\p{L}\p{M}'’]*[ \t:,.\-–—|*_]+){3,}\p{Lu}[\p{L}\p{M}'’]*[ \t#*_:=\-–—|.\d]*$/gmu;

/** A text in which everything that is no story is blank. Offsets stay. */
export function plainText(text: string): string {
  return text.replace(FOREIGN, blank).replace(HEADING, blank);
}

function blank(piece: string): string {
  return piece.replace(/[^\n]/g, ' ');
}
