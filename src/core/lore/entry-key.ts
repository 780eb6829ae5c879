/** A key of an entry, as written and as it is searched for. */
export type EntryKey =
  /** Text, compared folded. `macros` tells that it holds `{{user}}` or `{{char}}`, filled in for each request. */
  | { readonly kind: 'literal'; readonly text: string; readonly macros: boolean }
  /** `/source/flags`, run on the unfolded text. `macros` as above. */
  | {
      readonly kind: 'regex';
      readonly text: string;
      readonly source: string;
      readonly flags: string;
      readonly macros: boolean;
    }
  /** Meant as a regular expression, but not a valid one: kept for display, never found. */
  | { readonly kind: 'invalid'; readonly text: string; readonly reason: string };

/** A key, or why it cannot be one. */
export type KeyReading =
  { readonly kind: 'key'; readonly key: EntryKey } | { readonly kind: 'blank' } | { readonly kind: 'too-long' };

/** Longer keys are not searched for: no one says them, and they would swell the matcher. In characters. */
export const LONGEST_KEY = 1_000;

const REGEX_KEY = /^\/((?:[^/\\\n]|\\[^\n])+)\/([gimsuy]*)$/;

/** Characters that show nothing: a key of these alone would match everywhere. */
const INVISIBLE = /[\s\p{Cf}\p{M}\p{Default_Ignorable_Code_Point}]/gu;

/** The macros that keys may hold; others are searched for as they are written. */
export const KEY_MACRO = /\{\{(user|char)\}\}/gi;

/** Reads a key as the user wrote it. */
export function readEntryKey(written: string): KeyReading {
  const text = written.trim();
  if (text.replace(INVISIBLE, '') === '') return { kind: 'blank' };
  if (text.length > LONGEST_KEY) return { kind: 'too-long' };
  const macros = text.search(KEY_MACRO) >= 0;
  const [, source, flags = ''] = REGEX_KEY.exec(text) ?? [];
  if (source === undefined || new Set(flags).size !== flags.length)
    return { kind: 'key', key: { kind: 'literal', text, macros } };
  const reason = whyInvalid(macros ? source.replace(KEY_MACRO, 'name') : source, flags);
  if (reason !== undefined) return { kind: 'key', key: { kind: 'invalid', text, reason } };
  return { kind: 'key', key: { kind: 'regex', text, source, flags, macros } };
}

/** The engine's reason, without the pattern that it repeats. */
function whyInvalid(source: string, flags: string): string | undefined {
  try {
    new RegExp(source, flags);
    return undefined;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return message.slice(message.lastIndexOf(': ') + 1).trim() || message;
  }
}
