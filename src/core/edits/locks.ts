import { splitNote } from '../lore/frontmatter';
import { readEntryProperties } from '../lore/read-properties';

const LOCKED_PART = /%%[ \t]*lorehearth-lock[ \t]*%%(?:[\s\S]*?%%[ \t]*\/[ \t]*lorehearth-lock[ \t]*%%|[\s\S]*$)/gi;

export const LOCKED_NOTE = 'The note is locked: it has the property "locked".';
const LOCKED_TEXT = 'A part of the note is locked (between %%lorehearth-lock%% marks), and this would change it.';

/** Whether no tool may change a note. */
export function isLocked(source: string): boolean {
  const { properties } = splitNote('', source);
  return readEntryProperties('', properties).properties.locked === true;
}

/** Why one text must not take the place of another; undefined when it may. An unclosed lock reaches to the end. */
export function lockRefusal(before: string, after: string): string | undefined {
  if (isLocked(before)) return LOCKED_NOTE;
  const kept: readonly string[] = after.match(LOCKED_PART) ?? [];
  let at = 0;
  for (const part of before.match(LOCKED_PART) ?? []) {
    at = kept.indexOf(part, at) + 1;
    if (at === 0) return LOCKED_TEXT;
  }
  return undefined;
}
