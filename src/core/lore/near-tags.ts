import { splitNote } from './frontmatter';
import { noteTags } from './note-tags';
import { readBody } from './read-body';

/** A tag that may have been meant as the lore tag. */
export interface NearTag {
  /** Lower case, without `#`. */
  readonly tag: string;
  /** How many notes carry it. */
  readonly notes: number;
}

/** Tags under which people keep the notes of a world when nobody told them otherwise. */
const usualTags = new Set(['lore', 'lorebooks', 'worldinfo', 'world-info', 'worldbuilding', 'canon', 'codex', 'wiki']);

const MOST_SLIPS = 2;
/** In shorter tags two slips make another word. */
const SHORT_TAG = 5;

/** All tags of a note, from its properties and its text. */
export function tagsOfNote(path: string, source: string): readonly string[] {
  const split = splitNote(path, source);
  const { tokens, text } = readBody(path, split.body, split.bodyLine, 'off');
  return noteTags(split.properties, tokens, text);
}

/** Of the tags of some notes, those that come near the lore tag; the most used first. */
export function nearTags(tagsOfNotes: readonly (readonly string[])[], loreTag: string): readonly NearTag[] {
  const wanted = loreTag.toLowerCase();
  const counts = new Map<string, number>();
  for (const tags of tagsOfNotes) {
    const roots = new Set(tags.map((tag) => tag.split('/')[0] ?? tag));
    for (const tag of roots) if (isNear(tag, wanted)) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  }
  return [...counts].map(([tag, notes]) => ({ tag, notes })).sort((a, b) => b.notes - a.notes);
}

function isNear(tag: string, wanted: string): boolean {
  if (tag === wanted) return false;
  const plain = (word: string): string => word.replace(/[-_]/g, '');
  if (plain(tag) === plain(wanted)) return true;
  // The default is also meant by those who wrote it before they changed the setting.
  if (usualTags.has(tag) || tag === 'lorebook') return true;
  if (tag[0] !== wanted[0]) return false;
  return Math.min(tag.length, wanted.length) >= SHORT_TAG && slips(plain(tag), plain(wanted)) <= MOST_SLIPS;
}

/** How many letters have to be put in, taken out or changed to make one word of the other. */
function slips(from: string, to: string): number {
  if (Math.abs(from.length - to.length) > MOST_SLIPS) return MOST_SLIPS + 1;
  let above = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row++) {
    const line = [row];
    for (let at = 1; at <= to.length; at++) {
      const changed = (above[at - 1] ?? 0) + (from[row - 1] === to[at - 1] ? 0 : 1);
      line.push(Math.min((above[at] ?? 0) + 1, (line[at - 1] ?? 0) + 1, changed));
    }
    above = line;
  }
  return above[to.length] ?? 0;
}
