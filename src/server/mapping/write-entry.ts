import type { EntryUse } from '../../core/analytics/entry-use';
import { vaultOfPath } from '../../core/base/mounted-path';
import { OWN_VAULT } from '../../core/engine/vault-view';
import type { EntryKey } from '../../core/lore/entry-key';
import type { EntryProblem } from '../../core/lore/entry-problem';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { WireEntry, WireEntryDetail, WireEntryName, WireProblem } from '../contract/wire-lore';

/** What is told of an entry besides what it says itself. */
export interface EntryFacts {
  /** What its text costs. */
  readonly tokens: number;
  /** Whether it is of an earlier time, since its vault cannot be reached. */
  readonly stale: boolean;
  /** How it was used so far, where that is told. */
  readonly use?: EntryUse | undefined;
}

/** An entry for lists. */
export function writeEntry(entry: LoreEntry, { tokens, stale, use }: EntryFacts): WireEntry {
  const vaultId = vaultOfPath(entry.path);
  return {
    id: entry.id,
    title: entry.title,
    path: entry.path,
    vault: entry.vault,
    vaultId: vaultId === '' ? OWN_VAULT : vaultId,
    stale,
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
export function writeEntryDetail(entry: LoreEntry, facts: EntryFacts): WireEntryDetail {
  return {
    ...writeEntry(entry, facts),
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
