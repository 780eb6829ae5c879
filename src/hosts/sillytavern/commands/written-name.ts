/** The names that a user may have meant, the likeliest first: as written, without quotes around it, inside a link. */
export function namesWritten(text: string): readonly string[] {
  const bare = unquoted(text);
  return [...new Set([linkTarget(bare) ?? linkTarget(text) ?? text.trim(), bare])].filter((name) => name !== '');
}

/** A text without the quotes around the whole of it; `\"` inside them is a quote. */
export function unquoted(text: string): string {
  const trimmed = text.trim();
  const inner = /^"((?:[^"\\]|\\.)*)"$/s.exec(trimmed)?.[1] ?? /^[“„]([^“”]*)[”“]$/s.exec(trimmed)?.[1];
  return inner === undefined ? trimmed : inner.replace(/\\(["\\])/g, '$1').trim();
}

/** What `[[target#heading|shown]]` points at. */
function linkTarget(text: string): string | undefined {
  const inner = /^!?\[\[([^[\]]+)\]\]$/.exec(text.trim())?.[1];
  const target = inner?.split(/[#|]/)[0]?.replace(/\\$/, '').trim();
  return target === '' ? undefined : target;
}
