/** What separates items: commas of all scripts, and the ends of lines. */
const SEPARATOR = String.raw`[,\uff0c\u3001\u060c\n]`;

/** `/pattern/flags` as an item of its own. Longer patterns are no keys anyway, and the bound keeps the scan linear. */
const PATTERN_ITEM = new RegExp(
  String.raw`[^\S\n]*\/(?:[^/\\\n]|\\[^\n]){1,1000}\/[gimsuy]*[^\S\n]*(?=${SEPARATOR}|$)`,
  'y',
);

/** `[[link]]` or `[[link|shown]]` as an item of its own. */
const LINK_ITEM = new RegExp(String.raw`[^\S\n]*\[\[[^[\]\n]*\]\][^\S\n]*(?=${SEPARATOR}|$)`, 'y');

/** Words up to a separator that is neither in a `{{macro}}` nor behind a backslash. */
const WORDS = new RegExp(String.raw`(?:\{\{[^{}\n]{0,200}\}\}|\\,|(?!${SEPARATOR})[^])*`, 'y');

/**
 * Splits a text at its commas and lines, but not inside a `/regular expression/` or a `[[link]]`: these are whole items
 * when a comma or the end follows them. Nor at commas in a `{{macro}}`, nor at `\\,`, which stands for a comma. Items are
 * trimmed; empty ones vanish.
 */
export function splitAtCommas(text: string): readonly string[] {
  const items: string[] = [];
  for (let at = 0; at < text.length;) {
    const whole = endOf(PATTERN_ITEM, text, at) ?? endOf(LINK_ITEM, text, at);
    const end = whole ?? endOf(WORDS, text, at) ?? text.length;
    const item = text.slice(at, end).trim();
    if (item !== '') items.push(whole === undefined ? item.replaceAll('\\,', ',') : item);
    at = end + 1;
  }
  return items;
}

function endOf(item: RegExp, text: string, at: number): number | undefined {
  item.lastIndex = at;
  return item.test(text) ? item.lastIndex : undefined;
}
