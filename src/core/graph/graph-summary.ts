import type { EntryId } from '../base/entry-id';
import type { LoreEntry } from '../lore/lore-entry';
import type { GraphEdge } from './lore-graph';
import type { GraphPart } from './graph-part';

/** So many of each are named. */
const MOST_NAMED = 10;

/** What a graph looks like, for who cannot see it. */
export interface GraphSummary {
  /** The entries with the most connections, each with how many. */
  readonly hubs: readonly { readonly entry: LoreEntry; readonly degree: number }[];
  /** Entries without a connection: how many, and the first of them. */
  readonly orphans: { readonly count: number; readonly first: readonly LoreEntry[] };
  /** Groups of entries that hang together, without the orphans, the largest first. */
  readonly clusters: {
    readonly count: number;
    readonly largest: readonly { readonly size: number; readonly hub: LoreEntry }[];
  };
  /** Entries that require each other in a circle, so that none can ever be the first. */
  readonly cycles: { readonly count: number; readonly first: readonly (readonly LoreEntry[])[] };
}

/** Sums up a part of a graph. */
export function graphSummary({ nodes, edges }: GraphPart): GraphSummary {
  const entries = new Map(nodes.map(({ entry }) => [entry.id, entry]));
  const degrees = degreesOf(edges);
  const ranked = nodes
    .map(({ entry }) => ({ entry, degree: degrees.get(entry.id)?.size ?? 0 }))
    .sort((a, b) => b.degree - a.degree);
  const orphans = ranked.filter(({ degree }) => degree === 0).map(({ entry }) => entry);
  const groups = clustersOf(ranked, degrees).sort((a, b) => b.size - a.size);
  const cycles = requirementCycles(edges).map((cycle) => cycle.flatMap((id) => entries.get(id) ?? []));
  return {
    hubs: ranked.filter(({ degree }) => degree > 0).slice(0, MOST_NAMED),
    orphans: { count: orphans.length, first: orphans.slice(0, MOST_NAMED) },
    clusters: { count: groups.length, largest: groups.slice(0, MOST_NAMED) },
    cycles: { count: cycles.length, first: cycles.slice(0, MOST_NAMED).map((cycle) => cycle.slice(0, MOST_NAMED)) },
  };
}

type Degrees = ReadonlyMap<EntryId, ReadonlySet<EntryId>>;

function degreesOf(edges: readonly GraphEdge[]): Degrees {
  const degrees = new Map<EntryId, Set<EntryId>>();
  for (const { from, to } of edges) {
    degrees.set(from, (degrees.get(from) ?? new Set()).add(to));
    degrees.set(to, (degrees.get(to) ?? new Set()).add(from));
  }
  return degrees;
}

/** Groups that hang together; of each the most connected entry, since those come first. */
function clustersOf(
  ranked: readonly { readonly entry: LoreEntry; readonly degree: number }[],
  degrees: Degrees,
): { size: number; hub: LoreEntry }[] {
  const seen = new Set<EntryId>();
  const groups: { size: number; hub: LoreEntry }[] = [];
  for (const { entry, degree } of ranked) {
    if (degree === 0 || seen.has(entry.id)) continue;
    const before = seen.size;
    const queue = [entry.id];
    seen.add(entry.id);
    for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
      for (const next of degrees.get(id) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        queue.push(next);
      }
    }
    groups.push({ size: seen.size - before, hub: entry });
  }
  return groups;
}

/** Circles of requirements: strongly connected groups of more than one entry (Tarjan, without recursion). */
export function requirementCycles(edges: readonly GraphEdge[]): readonly (readonly EntryId[])[] {
  const next = new Map<EntryId, EntryId[]>();
  for (const { from, to, kinds } of edges)
    if (kinds.includes('requires')) next.set(from, [...(next.get(from) ?? []), to]);
  const search = new CycleSearch(next);
  for (const id of next.keys()) search.visit(id);
  return search.found;
}

interface Visit {
  readonly id: EntryId;
  readonly place: number;
  low: number;
  at: number;
}

class CycleSearch {
  readonly found: (readonly EntryId[])[] = [];
  readonly #places = new Map<EntryId, number>();
  readonly #open: EntryId[] = [];
  readonly #isOpen = new Set<EntryId>();

  constructor(private readonly next: ReadonlyMap<EntryId, readonly EntryId[]>) {}

  visit(first: EntryId): void {
    if (this.#places.has(first)) return;
    const stack = [this.#enter(first)];
    for (let visit = stack.at(-1); visit; visit = stack.at(-1)) {
      const target = this.next.get(visit.id)?.[visit.at++];
      if (target === undefined) {
        stack.pop();
        this.#leave(visit);
        const parent = stack.at(-1);
        if (parent) parent.low = Math.min(parent.low, visit.low);
      } else if (!this.#places.has(target)) stack.push(this.#enter(target));
      else if (this.#isOpen.has(target)) visit.low = Math.min(visit.low, this.#places.get(target) ?? visit.low);
    }
  }

  #enter(id: EntryId): Visit {
    const place = this.#places.size;
    this.#places.set(id, place);
    this.#open.push(id);
    this.#isOpen.add(id);
    return { id, place, low: place, at: 0 };
  }

  #leave({ id, place, low }: Visit): void {
    if (low !== place) return;
    const cycle = this.#open.splice(this.#open.indexOf(id));
    for (const one of cycle) this.#isOpen.delete(one);
    if (cycle.length > 1) this.found.push(cycle);
  }
}
