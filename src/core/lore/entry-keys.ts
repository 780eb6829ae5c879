import { KEY_MACRO, readEntryKey, type EntryKey } from './entry-key';
import { entryProblem, type EntryProblem } from './entry-problem';

/** At most so many keys of one list are searched for. */
export const MOST_KEYS = 2_000;

/** Reads a list of keys, each once, in order. Keys that cannot be searched for are reported at the given place. */
export function readEntryKeys(
  written: readonly string[],
  at: { readonly path: string; readonly line: number },
  report: (problem: EntryProblem) => void,
): readonly EntryKey[] {
  if (written.length > MOST_KEYS) report(entryProblem('keys-too-many', at, String(written.length)));
  const keys = new Map<string, EntryKey>();
  for (const text of written.slice(0, MOST_KEYS)) {
    const reading = readEntryKey(text);
    if (reading.kind === 'too-long') report(entryProblem('key-too-long', at, text));
    if (reading.kind !== 'key' || keys.has(reading.key.text)) continue;
    keys.set(reading.key.text, reading.key);
    reportOddKey(reading.key, at, report);
  }
  return [...keys.values()];
}

function reportOddKey(
  key: EntryKey,
  at: { readonly path: string; readonly line: number },
  report: (problem: EntryProblem) => void,
): void {
  if (key.kind === 'invalid') report(entryProblem('key-regex-invalid', at, key.text, key.reason));
  if (key.kind === 'regex' && matchesEverything(key)) report(entryProblem('key-regex-empty', at, key.text));
  const macro = key.text.includes('{{') ? /\{\{[^{}]*\}\}/.exec(key.text.replace(KEY_MACRO, ''))?.[0] : undefined;
  if (macro !== undefined) report(entryProblem('key-macro-unknown', at, macro));
  if (key.text.includes('<%') && key.text.includes('%>')) report(entryProblem('key-placeholder', at, key.text));
}

/** A text that no key is about. */
const NOTHING_KNOWN = '\u{10fffd}';
const LOOKS_AROUND = /\(\?<?[=!]/;

/** Whether a pattern is found in every text because nothing is enough for it. What looks around may mean just that. */
function matchesEverything({ source, flags }: Extract<EntryKey, { kind: 'regex' }>): boolean {
  if (LOOKS_AROUND.test(source) || !/[|*?{]/.test(source)) return false;
  const pattern = new RegExp(source, flags.replace(/[gy]/g, ''));
  return pattern.test('') && pattern.test(NOTHING_KNOWN);
}
