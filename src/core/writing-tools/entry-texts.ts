import type { LoreEntry } from '../lore/lore-entry';

const LONGEST_SUMMARY = 300;

/** An entry in a sentence or two: its summary, else how its text begins. */
export function summaryOf({ properties, text }: LoreEntry): string {
  const said = properties.summary?.trim() || text;
  return cutAtSentence(said.replace(/\s+/g, ' ').trim(), LONGEST_SUMMARY);
}

/** A text with at most so many characters; a longer one ends with its last whole sentence. */
export function cutAtSentence(text: string, longest: number): string {
  if (text.length <= longest) return text;
  const piece = text.slice(0, longest);
  const end = Math.max(
    ...[...piece.matchAll(/[.!?…。！？]["”’»」』]*(?=\s|$)|[。！？]|\n/gu)].map(
      (match) => match.index + match[0].length,
    ),
    0,
  );
  if (end > longest / 3) return `${piece.slice(0, end).trimEnd()} […]`;
  const blank = piece.lastIndexOf(' ');
  return `${piece.slice(0, blank > 0 ? blank : longest).trimEnd()} […]`;
}
