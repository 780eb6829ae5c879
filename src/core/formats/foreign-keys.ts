import { LONGEST_KEY, readEntryKey } from '../lore/entry-key';

const SLASHES = /^\/([\s\S]+)\/([a-z]*)$/;

/** A regular expression as another program spells it, with bare slashes inside, or undefined for what is none. */
export function patternKey(text: string): string | undefined {
  const [, source, flags = ''] = SLASHES.exec(text.trim()) ?? [];
  return source === undefined ? undefined : slashed(source, flags);
}

/** A key for this pattern, or undefined if it is not valid or too long for a key. */
export function slashed(source: string, flags: string): string | undefined {
  if (source.length > LONGEST_KEY) return undefined;
  try {
    const pattern = new RegExp(source, flags.replace('d', ''));
    const key = `/${pattern.source}/${pattern.flags}`;
    return isPattern(key) ? key : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a key is a regular expression in a note. */
export function isPattern(key: string): boolean {
  return patternParts(key) !== undefined;
}

/** Source and flags of a key that is a regular expression. */
export function patternParts(key: string): { readonly source: string; readonly flags: string } | undefined {
  const reading = readEntryKey(key);
  return reading.kind === 'key' && reading.key.kind === 'regex' ? reading.key : undefined;
}

/**
 * A key that is plain text in the other program, written so that it is plain text in a note: one between slashes becomes
 * a pattern for itself.
 */
export function literalKey(text: string): string {
  const key = text.trim();
  const reading = readEntryKey(key);
  const isLiteral = reading.kind !== 'key' || reading.key.kind === 'literal';
  return isLiteral ? key : `/${escapePattern(key)}/i`;
}

/** A key of a program that knows patterns between slashes: what is no valid one is plain text. */
export function slashKey(text: string): string {
  return patternKey(text) ?? literalKey(text);
}

/** The pattern for a text. */
export function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** Each key once, in order. */
export function distinct(keys: readonly string[]): readonly string[] {
  return [...new Set(keys)];
}
