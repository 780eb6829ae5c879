/** `/pattern/flags` as an item of its own. Longer patterns are no keys anyway, and the bound keeps the scan linear. */
const PATTERN_ITEM = /\s*\/(?:[^/\\\n]|\\[^\n]){1,1000}\/[gimsuy]*\s*(?=,|$)/y;

/** `[[link]]` or `[[link|shown]]` as an item of its own. */
const LINK_ITEM = /\s*\[\[[^[\]\n]*\]\]\s*(?=,|$)/y;

/**
 * Splits a text at its commas, but not inside a `/regular expression/` or a `[[link]]`: these are whole items when a
 * comma or the end follows them. Items are trimmed; empty ones vanish.
 */
export function splitAtCommas(text: string): readonly string[] {
  const items: string[] = [];
  for (let at = 0; at < text.length;) {
    const end = endOf(PATTERN_ITEM, text, at) ?? endOf(LINK_ITEM, text, at) ?? nextComma(text, at);
    const item = text.slice(at, end).trim();
    if (item !== '') items.push(item);
    at = end + 1;
  }
  return items;
}

function endOf(item: RegExp, text: string, at: number): number | undefined {
  item.lastIndex = at;
  return item.test(text) ? item.lastIndex : undefined;
}

function nextComma(text: string, at: number): number {
  const comma = text.indexOf(',', at);
  return comma < 0 ? text.length : comma;
}
