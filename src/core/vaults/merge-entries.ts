import { contentHash } from '../base/content-hash';
import type { EntryKey } from '../lore/entry-key';
import type { TextPart } from '../lore/embedded-text';
import type { LoreEntry } from '../lore/lore-entry';
import { foldName } from '../search/name-table';

/** Stands between the texts of entries that became one. */
const BETWEEN = '\n\n';

/**
 * One entry of several with the same title. Keys, aliases and links are those of all, each once; texts stand below each
 * other, each once; everything else is the first one's: its title, path and id, its flags, gates, timers, place, secondary
 * keys and exclude keys.
 */
export function mergedEntry(first: LoreEntry, others: readonly LoreEntry[]): LoreEntry {
  const all = [first, ...others];
  const told = withNewTexts(all);
  const aliases = eachOnce(
    all.flatMap(({ properties }) => properties.aliases ?? []),
    foldName,
  );
  const hasEmbeds = told.some(({ parts }) => parts !== undefined);
  return {
    ...first,
    contentHash: contentHash(all.map((entry) => entry.contentHash).join()),
    keys: eachOnce(
      all.flatMap(({ keys }) => keys),
      writtenKey,
    ),
    properties: aliases.length === 0 ? first.properties : { ...first.properties, aliases },
    links: eachOnce(
      all.flatMap(({ links }) => links),
      (link) => link,
    ),
    text: told.map(({ text }) => text).join(BETWEEN),
    ...(hasEmbeds && { parts: joinedParts(told) }),
  };
}

/** Those whose text says something that those before them do not. */
function withNewTexts(entries: readonly LoreEntry[]): readonly LoreEntry[] {
  const seen: string[] = [];
  return entries.filter(({ text, parts }) => {
    const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim();
    const isNew = parts !== undefined || (plain !== '' && !seen.includes(plain));
    seen.push(plain);
    return isNew;
  });
}

function joinedParts(entries: readonly LoreEntry[]): readonly TextPart[] {
  return entries.flatMap(({ text, parts }, at): readonly TextPart[] => [
    ...(at === 0 ? [] : [{ kind: 'text' as const, text: BETWEEN }]),
    ...(parts ?? [{ kind: 'text' as const, text }]),
  ]);
}

function writtenKey({ text }: EntryKey): string {
  return text;
}

function eachOnce<Value>(values: readonly Value[], name: (value: Value) => string): readonly Value[] {
  const known = new Set<string>();
  return values.filter((value) => {
    const isNew = !known.has(name(value));
    known.add(name(value));
    return isNew;
  });
}
