import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { EdgeKind, GraphEdge, GraphNode, LoreGraph } from './lore-graph';

/** Which part of a graph is wanted; absent parts narrow nothing. */
export interface GraphFilter {
  readonly type?: string;
  readonly tag?: string;
  readonly folder?: string;
  /** Words that title or path contain, all of them. */
  readonly text?: string;
  /** Ways of pointing that count as edges; all without it. */
  readonly kinds?: readonly EdgeKind[];
  /** Only what is at most `hops` edges away from this entry. */
  readonly focus?: EntryId;
  readonly hops?: number;
  /** Entries at most; the most connected stay. */
  readonly limit: number;
}

/** Part of a graph. */
export interface GraphPart {
  readonly nodes: readonly GraphNode[];
  /** Edges between these nodes. */
  readonly edges: readonly GraphEdge[];
  /** Entries that pass the filter; those beyond the limit are not among the nodes. */
  readonly total: number;
}

/** Edges at most; beyond that the first ones of the most connected entries stay. */
const MOST_EDGES = 20_000;

/** The part of a graph that passes a filter. */
export function graphPart(graph: LoreGraph, filter: GraphFilter): GraphPart {
  const { focus, hops = 1, limit } = filter;
  const edges = narrowedEdges(graph.edges, filter.kinds);
  const near = focus === undefined ? undefined : within(edges, focus, hops);
  const passing = graph.nodes.filter(({ entry }) => near?.has(entry.id) !== false && passes(entry, filter));
  // The entry that is looked at from is there whatever else finds room.
  const nodes = (near === undefined ? passing : byDistance(passing, near)).slice(0, limit);
  const ids = new Set(nodes.map(({ entry }) => entry.id));
  const between = edges.filter(({ from, to }) => ids.has(from) && ids.has(to)).slice(0, MOST_EDGES);
  return { nodes, edges: between, total: passing.length };
}

/** How many edges away each entry is, up to a number of them; the first is 0 away. */
export function within(edges: readonly GraphEdge[], first: EntryId, hops: number): ReadonlyMap<EntryId, number> {
  const neighbors = new Map<EntryId, EntryId[]>();
  const join = (a: EntryId, b: EntryId): void => {
    const list = neighbors.get(a);
    if (list) list.push(b);
    else neighbors.set(a, [b]);
  };
  for (const { from, to } of edges) {
    join(from, to);
    join(to, from);
  }
  const distance = new Map<EntryId, number>([[first, 0]]);
  // A map can grow while it is walked: each entry is visited once, the nearest first.
  for (const [id, away] of distance)
    if (away < hops) for (const next of neighbors.get(id) ?? []) if (!distance.has(next)) distance.set(next, away + 1);
  return distance;
}

function narrowedEdges(edges: readonly GraphEdge[], kinds: readonly EdgeKind[] | undefined): readonly GraphEdge[] {
  if (kinds === undefined) return edges;
  return edges.flatMap((edge) => {
    const left = edge.kinds.filter((kind) => kinds.includes(kind));
    return left.length === 0 ? [] : [{ ...edge, kinds: left }];
  });
}

function byDistance(nodes: readonly GraphNode[], near: ReadonlyMap<EntryId, number>): readonly GraphNode[] {
  return [...nodes].sort((a, b) => (near.get(a.entry.id) ?? 0) - (near.get(b.entry.id) ?? 0));
}

function passes(entry: LoreEntry, { type, tag, folder, text }: GraphFilter): boolean {
  if (type !== undefined && entry.type?.toLowerCase() !== type.toLowerCase()) return false;
  const wanted = tag?.toLowerCase();
  if (wanted !== undefined && !entry.tags.some((one) => one === wanted || one.startsWith(`${wanted}/`))) return false;
  if (folder !== undefined && !entry.path.startsWith(`${folder.replace(/\/+$/, '')}/`)) return false;
  const words = text?.toLowerCase().split(/\s+/) ?? [];
  const haystack = `${entry.title}\n${entry.path}`.toLowerCase();
  return words.every((word) => haystack.includes(word));
}
