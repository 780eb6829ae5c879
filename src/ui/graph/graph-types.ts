import type { WireGraphEdge, WireGraphNode } from '../../server/contract/wire-graph';

export type { WireGraph, WireGraphEdge, WireGraphNode } from '../../server/contract/wire-graph';

/** A way in which one entry points at another. */
export type EdgeKind = WireGraphEdge['kinds'][number];

/** Ways of pointing with their words. */
export const edgeKindRows = [
  ['link', 'Links'],
  ['requires', 'Requires'],
  ['excludes', 'Excludes'],
  ['cascade', 'Cascades'],
] as const satisfies readonly (readonly [EdgeKind, string])[];

/** A place in the units of the layout, or on the screen in pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where entries stand, by id. */
export type Places = ReadonlyMap<string, Point>;

/** An entry as it is drawn. */
export interface DrawnNode extends Point {
  readonly node: WireGraphNode;
  /** In units of the layout. */
  readonly radius: number;
  /** Which color of the palette. */
  readonly color: PaletteColor;
}

/** Colors of a picture by role. */
export const paletteColors = [
  'series-0',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'error',
  'warning',
  'info',
  'good',
  'accent',
  'muted',
] as const;
export type PaletteColor = (typeof paletteColors)[number];
