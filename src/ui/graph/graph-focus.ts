import type { Places, Point } from './graph-types';

interface Joined {
  readonly from: string;
  readonly to: string;
}

/** The entries that each entry is joined to, in either direction. */
export function neighborsOf(edges: readonly Joined[]): ReadonlyMap<string, ReadonlySet<string>> {
  const neighbors = new Map<string, Set<string>>();
  const join = (a: string, b: string): void => {
    const set = neighbors.get(a);
    if (set) set.add(b);
    else neighbors.set(a, new Set([b]));
  };
  for (const { from, to } of edges) {
    join(from, to);
    join(to, from);
  }
  return neighbors;
}

/** How many edges away entries are, up to a number of them; the nearest first. */
export function within(
  neighbors: ReadonlyMap<string, ReadonlySet<string>>,
  first: string,
  hops: number,
): ReadonlyMap<string, number> {
  const distance = new Map([[first, 0]]);
  // A map can grow while it is walked.
  for (const [id, away] of distance)
    if (away < hops) for (const next of neighbors.get(id) ?? []) if (!distance.has(next)) distance.set(next, away + 1);
  return distance;
}

/** The gap between rings, and the room that an entry needs on one, in units. */
const RING = 110;
const ROOM = 26;

/**
 * Places in rings around the entry that is looked at: each ring one edge further, and everybody in the direction of who
 * leads there, so that edges cross little.
 */
export function ringPlaces(
  distance: ReadonlyMap<string, number>,
  neighbors: ReadonlyMap<string, ReadonlySet<string>>,
  places: Places,
): Places {
  const rings: string[][] = [];
  for (const [id, away] of distance) (rings[away] ??= []).push(id);
  const [center] = rings[0] ?? [];
  const result = new Map<string, Point>();
  if (center === undefined) return result;
  result.set(center, { x: 0, y: 0 });
  const angles = new Map<string, number>();
  let radius = 0;
  rings.slice(1).forEach((ring, at) => {
    radius = Math.max(radius + RING, (ring.length * ROOM) / (2 * Math.PI));
    const wish = (id: string): number =>
      at === 0 ? angleFrom(places.get(center), places.get(id)) : parentAngle(id, at, { distance, neighbors, angles });
    const sorted = ring.map((id) => [id, wish(id)] as const).sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
    spread(sorted).forEach(([id, angle]) => {
      angles.set(id, angle);
      result.set(id, { x: radius * Math.cos(angle), y: radius * Math.sin(angle) });
    });
  });
  return result;
}

interface Rings {
  readonly distance: ReadonlyMap<string, number>;
  readonly neighbors: ReadonlyMap<string, ReadonlySet<string>>;
  readonly angles: ReadonlyMap<string, number>;
}

function parentAngle(id: string, ring: number, { distance, neighbors, angles }: Rings): number {
  const parent = [...(neighbors.get(id) ?? [])].find((one) => distance.get(one) === ring);
  return (parent === undefined ? undefined : angles.get(parent)) ?? 0;
}

function angleFrom(center: Point | undefined, place: Point | undefined): number {
  return center && place ? Math.atan2(place.y - center.y, place.x - center.x) : 0;
}

/** Even steps around the circle, in the order of the wishes, turned so that the first has its wish. */
function spread(sorted: readonly (readonly [string, number])[]): readonly (readonly [string, number])[] {
  const step = (2 * Math.PI) / Math.max(1, sorted.length);
  const first = sorted[0]?.[1] ?? 0;
  return sorted.map(([id], at) => [id, first + at * step] as const);
}
