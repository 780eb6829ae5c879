import type { EntryUse } from '../../core/analytics/entry-use';
import type { EntryKey } from '../../core/lore/entry-key';
import type { EntryProblem } from '../../core/lore/entry-problem';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { WireEntry, WireEntryDetail, WireEntryName, WireProblem } from '../contract/wire-lore';

/** An entry for lists. `tokens`: what its text costs. `use`: how it was used so far, where that is told. */
export function writeEntry(entry: LoreEntry, tokens: number, use?: EntryUse): WireEntry {
  return {
    id: entry.id,
    title: entry.title,
    path: entry.path,
    vault: entry.vault,
    keys: entry.keys.map(writtenKey),
    refineKeys: entry.refineKeys.map(writtenKey),
    excludeKeys: entry.excludeKeys.map(writtenKey),
    tags: entry.tags,
    ...(entry.type !== undefined && { type: entry.type }),
    enabled: entry.enabled,
    constant: entry.constant,
    never: entry.never,
    priority: entry.priority,
    order: entry.order,
    tokens,
    problems: entry.problems.map(writeProblem),
    ...(use && { use: { injected: use.tally.injected, state: use.state } }),
  };
}

/** What an entry is called. */
export function writeEntryName({ id, title, path, properties, enabled }: LoreEntry): WireEntryName {
  return { id, title, path, aliases: properties.aliases ?? [], enabled };
}

/** An entry with its text and all its properties. */
export function writeEntryDetail(entry: LoreEntry, tokens: number): WireEntryDetail {
  return {
    ...writeEntry(entry, tokens),
    text: entry.text,
    links: entry.links,
    contentHash: entry.contentHash,
    properties: { ...entry.properties },
    decorators: decoratorLines(entry.decorators.block),
    otherProperties: { ...entry.otherProperties },
  };
}

/** A problem of a note. */
export function writeProblem({ code, severity, path, line, text, message }: EntryProblem): WireProblem {
  return { code, severity, path, line, text, message };
}

function decoratorLines(block: string): readonly string[] {
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function writtenKey(key: EntryKey): string {
  return key.text;
}
