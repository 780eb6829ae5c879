import type { DrawnNode, Point } from './graph-types';

/** Pixels around an entry that still are the entry, for fingers and unsteady hands. */
const AROUND = 6;

/** The entry at a place of the layout; the nearest of several. `scale`: pixels for each unit. */
export function nodeAt(nodes: readonly DrawnNode[], { x, y }: Point, scale: number): DrawnNode | undefined {
  let best: { readonly node: DrawnNode; readonly away: number } | undefined;
  for (const node of nodes) {
    const away = Math.hypot(node.x - x, node.y - y) - node.radius;
    if (away <= AROUND / scale && (best === undefined || away < best.away)) best = { node, away };
  }
  return best?.node;
}

/** The radius of an entry with so many connections or uses, of at most `most`, in units of the layout. */
export function radiusOf(value: number, most: number): number {
  return 4 + 12 * Math.sqrt(value / Math.max(1, most));
}
