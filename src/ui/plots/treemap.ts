/** Something with a size that gets an area in proportion. */
export interface TreemapItem {
  readonly id: string;
  /** Greater than 0; what has none gets no area. */
  readonly value: number;
}

/** A rectangle of a treemap, in the units of the whole. */
export interface TreemapTile {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Divides a rectangle among items so that areas are in proportion to values and no tile is longer than it must be
 * (squarified treemap after Bruls, Huizing and van Wijk). Tiles come largest first.
 */
export function treemap(items: readonly TreemapItem[], box: Box): readonly TreemapTile[] {
  const sized = items.filter(({ value }) => value > 0).sort((a, b) => b.value - a.value);
  const sum = sized.reduce((whole, { value }) => whole + value, 0);
  if (sum === 0 || box.width <= 0 || box.height <= 0) return [];
  const scale = (box.width * box.height) / sum;
  const tiles: TreemapTile[] = [];
  let rest = box;
  let row: readonly TreemapItem[] = [];
  for (const item of sized) {
    const side = Math.min(rest.width, rest.height);
    if (row.length > 0 && worst([...row, item], side, scale) > worst(row, side, scale)) {
      rest = place(row, rest, scale, tiles);
      row = [];
    }
    row = [...row, item];
  }
  place(row, rest, scale, tiles);
  return tiles;
}

/** How much longer than wide the worst tile of a row along `side` is. */
function worst(row: readonly TreemapItem[], side: number, scale: number): number {
  const areas = row.map(({ value }) => value * scale);
  const sum = areas.reduce((whole, area) => whole + area, 0);
  return Math.max(
    ...areas.map((area) => Math.max((side * side * area) / (sum * sum), (sum * sum) / (side * side * area))),
  );
}

/** Lays a row along the shorter side; gives what is left of the box. */
function place(row: readonly TreemapItem[], box: Box, scale: number, into: TreemapTile[]): Box {
  const isUpright = box.width >= box.height;
  const side = isUpright ? box.height : box.width;
  const depth = side === 0 ? 0 : row.reduce((sum, { value }) => sum + value * scale, 0) / side;
  let at = 0;
  for (const { id, value } of row) {
    const length = depth === 0 ? 0 : (value * scale) / depth;
    const tile = isUpright
      ? { x: box.x, y: box.y + at, width: depth, height: length }
      : { x: box.x + at, y: box.y, width: length, height: depth };
    into.push({ id, ...tile });
    at += length;
  }
  return isUpright
    ? { ...box, x: box.x + depth, width: Math.max(0, box.width - depth) }
    : { ...box, y: box.y + depth, height: Math.max(0, box.height - depth) };
}
