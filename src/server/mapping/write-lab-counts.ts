import type { CoverageReport } from '../../core/lab/coverage';
import type { KeyFinding } from '../../core/lab/key-findings';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { WireCoverage, WireKeyFinding } from '../contract/wire-coverage';

/** What turns did with the lore. */
export function writeCoverage({ turns, items, together, shared }: CoverageReport): WireCoverage {
  return {
    turns,
    items: items.map((item) => ({ ...item })),
    together: together.map(({ entries, turns: of }) => ({ entries, turns: of })),
    shared: shared.map(({ words, entries, turns: of }) => ({ words, entries, turns: of })),
  };
}

/** A key that does less than it seems to. */
export function writeKeyFinding({ kind, entry, key, hits, sentence, other, fix }: KeyFinding): WireKeyFinding {
  return {
    ...{ kind, key, hits, sentence },
    entry: refOf(entry),
    ...(other && { other: refOf(other) }),
    ...(fix && { fix: { label: fix.label, operations: fix.operations } }),
  };
}

function refOf({ id, title, path }: LoreEntry): { readonly id: string; readonly title: string; readonly path: string } {
  return { id, title, path };
}
