import type { LoreEntry } from '../lore/lore-entry';

/**
 * The entry's text as it is injected. One pass over the template: what is filled in is never read again, and `$` means
 * nothing. The title is escaped, since it often stands inside a tag; the content stays as it is.
 */
export function formatEntry(entry: LoreEntry, template: string): string {
  return template.replace(/\{\{(title|content)\}\}/g, (_, part: string) =>
    part === 'title' ? escapeTitle(entry.title) : entry.text,
  );
}

function escapeTitle(title: string): string {
  return title.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
}
