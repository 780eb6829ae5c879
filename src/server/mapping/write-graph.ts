import type { EntryUse } from '../../core/analytics/entry-use';
import type { GraphReport } from '../../core/engine/graph-administration';
import { graphFields, graphValue } from '../../core/graph/graph-fields';
import type { GraphNode } from '../../core/graph/lore-graph';
import type { LoreEntry } from '../../core/lore/lore-entry';
import type { WireGraph, WireGraphNode } from '../contract/wire-graph';

const severities = ['error', 'warning', 'info'] as const;

/** Part of the graph. `field`: the property whose value each node tells. */
export function writeGraph(
  { nodes, edges, total, hidden, summary }: GraphReport,
  uses: ReadonlyMap<string, EntryUse>,
  field: string | undefined,
): WireGraph {
  const { hubs, orphans, clusters, cycles } = summary;
  return {
    nodes: nodes.map((node) => writeNode(node, uses.get(node.entry.id), field)),
    edges: edges.map(({ from, to, kinds }) => ({ from, to, kinds: [...kinds] })),
    total,
    hidden,
    fields: graphFields(nodes.map(({ entry }) => entry)),
    summary: {
      hubs: hubs.map(({ entry, degree }) => ({ ...writeName(entry), degree })),
      orphans: { count: orphans.count, first: orphans.first.map(writeName) },
      clusters: {
        count: clusters.count,
        largest: clusters.largest.map(({ size, hub }) => ({ size, hub: writeName(hub) })),
      },
      cycles: { count: cycles.count, first: cycles.first.map((cycle) => cycle.map(writeName)) },
    },
  };
}

function writeNode({ entry, degree }: GraphNode, use: EntryUse | undefined, field: string | undefined): WireGraphNode {
  const { type, tags, path, enabled, constant, never, problems } = entry;
  const health = severities.find((severity) => problems.some((problem) => problem.severity === severity));
  const value = field === undefined ? undefined : graphValue(entry, field);
  return {
    ...writeName(entry),
    path,
    ...(type !== undefined && { type }),
    tags: [...tags],
    enabled: enabled && !never,
    constant,
    degree,
    used: use?.tally.injected ?? 0,
    state: use?.state ?? 'never',
    ...(health && { health }),
    ...(value !== undefined && { value }),
  };
}

function writeName({ id, title }: LoreEntry): { id: string; title: string } {
  return { id, title };
}
