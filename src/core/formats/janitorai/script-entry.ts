import type { ImportedEntry } from '../lorebook-format';
import { sourceIdOf } from '../source-id';

/** The note that keeps a program: switched off, without keys, and the program as a block of code. */
export function scriptEntry(book: string, script: string): ImportedEntry {
  const fence = fenceFor(script);
  return {
    sourceId: sourceIdOf({ format: 'janitorai', book, original: 'script', firstKey: '', text: script }),
    title: `${book} (script)`,
    folder: [],
    properties: { keys: [], enabled: false },
    leftovers: {},
    body: `${fence}js\n${script}${script.endsWith('\n') ? '' : '\n'}${fence}\n`,
    remarks: [{ field: 'script', sentence: 'The note is switched off: programs of JanitorAI do not run here.' }],
  };
}

/** A fence longer than any run of backticks in the text. */
function fenceFor(text: string): string {
  let longest = 2;
  for (const run of text.match(/`+/g) ?? []) longest = Math.max(longest, run.length);
  return '`'.repeat(longest + 1);
}
