import type { Point } from './graph-types';

/** Which part of the layout is seen: the place in the middle of the picture, and pixels for each unit. */
export interface GraphView {
  readonly x: number;
  readonly y: number;
  readonly scale: number;
}

/** The size of the picture in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The smallest and the largest scale. */
const FARTHEST = 0.02;
const NEAREST = 6;
/** Nothing is shown larger only because there is room. */
const LARGEST_FIT = 1.6;
/** Pixels that stay free around what fits. */
const MARGIN = 36;

/** Where a place of the layout is in the picture. */
export function toScreen({ x, y }: Point, view: GraphView, { width, height }: Size): Point {
  return { x: (x - view.x) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 };
}

/** The place of the layout that is at a point of the picture. */
export function toLayout({ x, y }: Point, view: GraphView, { width, height }: Size): Point {
  return { x: (x - width / 2) / view.scale + view.x, y: (y - height / 2) / view.scale + view.y };
}

/** Zooms by a factor, so that what is at a point of the picture stays there. */
export function zoomAt(view: GraphView, factor: number, at: Point, size: Size): GraphView {
  const scale = Math.max(FARTHEST, Math.min(NEAREST, view.scale * factor));
  const fixed = toLayout(at, view, size);
  return {
    x: fixed.x - (at.x - size.width / 2) / scale,
    y: fixed.y - (at.y - size.height / 2) / scale,
    scale,
  };
}

/** Moves the picture by pixels. */
export function panBy(view: GraphView, dx: number, dy: number): GraphView {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/** The view in which all places are seen. */
export function fitView(places: Iterable<Point>, { width, height }: Size): GraphView {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (left > right) return { x: 0, y: 0, scale: 1 };
  const across = Math.max(1, width - 2 * MARGIN) / Math.max(1, right - left);
  const down = Math.max(1, height - 2 * MARGIN) / Math.max(1, bottom - top);
  const scale = Math.max(FARTHEST, Math.min(LARGEST_FIT, across, down));
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

/** Moves the view as little as it must to show a place. */
export function reveal(view: GraphView, place: Point, size: Size): GraphView {
  const { x, y } = toScreen(place, view, size);
  const dx = Math.max(MARGIN - x, 0) + Math.min(size.width - MARGIN - x, 0);
  const dy = Math.max(MARGIN - y, 0) + Math.min(size.height - MARGIN - y, 0);
  return dx === 0 && dy === 0 ? view : panBy(view, dx, dy);
}
