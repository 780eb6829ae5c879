import type { Places, Point } from './graph-types';

const directions: Readonly<Record<string, Point>> = {
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
};

/** Whether a key moves along an edge. */
export function isArrow(key: string): boolean {
  return key in directions;
}

/**
 * The entry that an arrow key leads to: of those that are joined to the current one, the one that lies best in that
 * direction. Undefined where none does.
 */
export function alongEdge(
  key: string,
  current: string,
  neighbors: Iterable<string>,
  places: Places,
): string | undefined {
  const [direction, from] = [directions[key], places.get(current)];
  if (!direction || !from) return undefined;
  let best: { readonly id: string; readonly cost: number } | undefined;
  for (const id of neighbors) {
    const to = places.get(id);
    if (!to) continue;
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const along = length === 0 ? 0 : (dx * direction.x + dy * direction.y) / length;
    // A little ahead is enough: each neighbor can be reached by some arrow.
    if (along < 0.3) continue;
    const cost = length / along;
    if (best === undefined || cost < best.cost) best = { id, cost };
  }
  return best?.id;
}
