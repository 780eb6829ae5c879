import { readEntryKey } from '../../lore/entry-key';

/** A text between slashes, with flags. */
const SLASHES = /^\/([\s\S]+?)\/([gimsuy]*)$/;
const INNER_SLASH = /(?:^|[^\\])\//;

/** The old marks for names that SillyTavern still fills in, and the blanks it allows inside braces. */
const OLD_MACROS: readonly (readonly [RegExp, string])[] = [
  [/<USER>|\{\{\s*user\s*\}\}/gi, '{{user}}'],
  [/<(?:BOT|CHAR)>|\{\{\s*char\s*\}\}/gi, '{{char}}'],
];

/**
 * A key written so that a note reads it as SillyTavern does. Nearly all stay as they are. A text between slashes that is
 * no valid pattern is plain text to SillyTavern; a note would call it a broken pattern, so it becomes a pattern for
 * that text. A pattern that a note would take for plain text is spelled in the form that notes know.
 */
export function noteKey(key: string, caseSensitive: boolean): string {
  const text = OLD_MACROS.reduce((before, [old, macro]) => before.replace(old, macro), key.trim());
  const pattern = patternOf(text);
  const reading = readEntryKey(text);
  const kind = reading.kind === 'key' ? reading.key.kind : reading.kind;
  if (pattern && kind === 'literal') return `/${pattern.source}/${pattern.flags}`;
  if (!pattern && (kind === 'invalid' || kind === 'regex')) return `/${escaped(text)}/${caseSensitive ? '' : 'i'}`;
  return text;
}

/** The regular expression that SillyTavern makes of a key, or undefined for plain text. */
function patternOf(text: string): RegExp | undefined {
  const [, source, flags] = SLASHES.exec(text) ?? [];
  if (source === undefined || INNER_SLASH.test(source)) return undefined;
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

function escaped(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
