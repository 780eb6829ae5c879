import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { LoreIndex } from '../search/lore-index';

/** Ways in which one entry points at another. */
export const edgeKinds = ['link', 'requires', 'excludes', 'cascade'] as const;
export type EdgeKind = (typeof edgeKinds)[number];

/** Entries that point at each other; several ways between two are one edge in each direction. */
export interface GraphEdge {
  readonly from: EntryId;
  readonly to: EntryId;
  /** In the order of `edgeKinds`, each once. */
  readonly kinds: readonly EdgeKind[];
}

/** An entry of the graph. */
export interface GraphNode {
  readonly entry: LoreEntry;
  /** Other entries that it is joined to, in either direction. */
  readonly degree: number;
}

/** The entries of an index and what joins them. */
export interface LoreGraph {
  /** The most connected first. */
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  readonly neighbors: ReadonlyMap<EntryId, ReadonlySet<EntryId>>;
  /** Entries that their notes keep out (`graph: false`). */
  readonly hidden: number;
}

/** A name that means more entries than this means none in particular. */
const MOST_MEANT = 4;

const known = new WeakMap<LoreIndex, LoreGraph>();

/** The graph of an index, made once for each snapshot. */
export function loreGraph(index: LoreIndex): LoreGraph {
  const graph = known.get(index) ?? buildGraph(index);
  known.set(index, graph);
  return graph;
}

function buildGraph(index: LoreIndex): LoreGraph {
  const shown = [...index.entries.values()].filter(({ properties }) => properties.graph !== false);
  const ids = new Set(shown.map(({ id }) => id));
  const edges = shown.flatMap((entry) => edgesOf(entry, index, ids));
  const neighbors = new Map<EntryId, Set<EntryId>>(shown.map(({ id }) => [id, new Set()]));
  for (const { from, to } of edges) {
    neighbors.get(from)?.add(to);
    neighbors.get(to)?.add(from);
  }
  const nodes = shown.map((entry) => ({ entry, degree: neighbors.get(entry.id)?.size ?? 0 }));
  return { nodes: nodes.sort(byDegree), edges, neighbors, hidden: index.entries.size - shown.length };
}

function edgesOf(entry: LoreEntry, index: LoreIndex, shown: ReadonlySet<EntryId>): readonly GraphEdge[] {
  const { links, properties } = entry;
  const targets: Readonly<Record<EdgeKind, readonly string[]>> = {
    link: links,
    requires: properties.requires ?? [],
    excludes: properties.excludes ?? [],
    cascade: properties.cascadeLinks ?? [],
  };
  const kindsOf = new Map<EntryId, Set<EdgeKind>>();
  for (const kind of edgeKinds) {
    for (const name of targets[kind]) {
      const meant = index.resolve(name, entry.path);
      for (const id of meant.length > MOST_MEANT ? [] : meant) {
        if (id === entry.id || !shown.has(id)) continue;
        const kinds = kindsOf.get(id) ?? new Set<EdgeKind>();
        kindsOf.set(id, kinds.add(kind));
      }
    }
  }
  return [...kindsOf].map(([to, kinds]) => ({ from: entry.id, to, kinds: [...kinds] }));
}

function byDegree(a: GraphNode, b: GraphNode): number {
  return b.degree - a.degree || a.entry.title.localeCompare(b.entry.title) || (a.entry.path < b.entry.path ? -1 : 1);
}
