import type { LoreEntry } from '../../lore/lore-entry';
import { inEntry, type Finding } from '../finding';
import { eachUsed, type HealthInput } from '../health-input';
import type { ReferenceGraph } from './reference-graph';

/** Entries that nothing can wake. */
export async function wakeFindings(input: HealthInput, graph: ReferenceGraph): Promise<readonly Finding[]> {
  const brought = new Set<LoreEntry>();
  const unscanned: LoreEntry[] = [];
  // A level of delayed entries lets texts be searched even where recursion is off.
  const isSearched = input.settings.selectionMode === 'ai-only' || input.index.delayLevels.length > 0;
  await eachUsed(input, (entry) => {
    for (const { entries } of graph.named(entry, 'cascadeLinks')) for (const one of entries) brought.add(one);
    if (entry.properties.scanDepth === 0 && !isForced(entry) && !input.recurses(entry.path)) unscanned.push(entry);
  });
  return [
    ...unscanned
      .filter((entry) => !isSearched && !brought.has(entry))
      .map((entry) => inEntry('never-scanned', entry, '', '', { property: 'scanDepth' })),
    ...marked(input),
  ];
}

function isForced(entry: LoreEntry): boolean {
  return entry.constant || entry.bootstrap || entry.decorators.activate;
}

/** Entries marked as both, of which `eachUsed` knows nothing. */
function marked({ index }: HealthInput): readonly Finding[] {
  const both = [...index.entries.values()].filter(({ constant, never }) => constant && never);
  return both.map((entry) => inEntry('never-and-always', entry));
}
