import type { DrawnNode, EdgeKind, PaletteColor, Point, WireGraphEdge, WireGraphNode } from './graph-types';
import { toLayout, toScreen, type GraphView, type Size } from './graph-view';

/** The colors of a picture, as a canvas takes them. */
export interface Palette extends Readonly<Record<PaletteColor, string>> {
  readonly text: string;
  readonly line: string;
  readonly ground: string;
  readonly ring: string;
  readonly font: string;
}

/** An edge between two drawn entries. */
export interface DrawnEdge {
  readonly from: DrawnNode;
  readonly to: DrawnNode;
  readonly kinds: readonly EdgeKind[];
}

/** Entries by their id. */
export function nodesById(nodes: readonly WireGraphNode[]): ReadonlyMap<string, WireGraphNode> {
  return new Map(nodes.map((node) => [node.id, node]));
}

/** The edges between drawn entries. */
export function drawnEdges(nodes: readonly DrawnNode[], edges: readonly WireGraphEdge[]): readonly DrawnEdge[] {
  const drawn = new Map(nodes.map((one) => [one.node.id, one]));
  return edges.flatMap(({ from, to, kinds }): readonly DrawnEdge[] => {
    const [a, b] = [drawn.get(from), drawn.get(to)];
    return a && b ? [{ from: a, to: b, kinds }] : [];
  });
}

/** Everything that is in the picture. */
export interface Scene {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  readonly view: GraphView;
  readonly size: Size;
  readonly palette: Palette;
  /** Id of the entry that the pointer is on, or that is chosen: it and what it is joined to stand out. */
  readonly lit: string | undefined;
  /** Id of the chosen entry. */
  readonly chosen: string | undefined;
  /** Entries that the search finds; undefined when nothing is searched. */
  readonly found: ReadonlySet<string> | undefined;
}

/** What of a canvas is used. */
export type Brush = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'moveTo'
  | 'lineTo'
  | 'arc'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'strokeText'
  | 'clearRect'
  | 'setLineDash'
> & {
  fillStyle: CanvasRenderingContext2D['fillStyle'];
  strokeStyle: CanvasRenderingContext2D['strokeStyle'];
  lineWidth: number;
  globalAlpha: number;
  font: string;
  textAlign: CanvasTextAlign;
  textBaseline: CanvasTextBaseline;
  lineJoin: CanvasLineJoin;
};

/** Names in one picture; more cannot be read. */
const MOST_NAMES = 60;
/** So pale is what does not matter now. */
const PALE = 0.12;
/** Edges that are drawn with an arrow head; of more nobody could tell the direction. */
const MOST_ARROWS = 400;
/** The smallest entry, in pixels. */
const SMALLEST = 1.6;
const LONGEST_NAME = 28;

/** How each way of pointing is drawn; of several ways the last one counts. */
const strokes: readonly (readonly [EdgeKind, 'line' | PaletteColor, readonly number[]])[] = [
  ['link', 'line', []],
  ['cascade', 'info', []],
  ['requires', 'good', []],
  ['excludes', 'error', [5, 4]],
];

/**
 * Draws the picture: edges first, then entries, then names. Everything of one color is one path, so that thousands of
 * entries cost a few dozen strokes, and what lies outside is left out.
 */
export function paintGraph(brush: Brush, scene: Scene): void {
  const { size, lit, found } = scene;
  brush.clearRect(0, 0, size.width, size.height);
  const near = lit === undefined ? undefined : litEntries(scene, lit);
  const matters = (id: string): boolean => near?.has(id) ?? found?.has(id) ?? true;
  const seen = visible(scene);
  const edges = scene.edges.filter(({ from, to }) => seen.has(from) || seen.has(to));
  const isLit = ({ from, to }: DrawnEdge): boolean =>
    lit === undefined ? matters(from.node.id) && matters(to.node.id) : from.node.id === lit || to.node.id === lit;
  const dims = near !== undefined || found !== undefined;
  if (dims)
    paintEdges(
      brush,
      scene,
      edges.filter((edge) => !isLit(edge)),
      PALE,
    );
  paintEdges(brush, scene, dims ? edges.filter(isLit) : edges, dims ? 0.9 : 0.5);
  const nodes = [...seen];
  if (dims)
    paintNodes(
      brush,
      scene,
      nodes.filter(({ node }) => !matters(node.id)),
      PALE,
    );
  paintNodes(brush, scene, dims ? nodes.filter(({ node }) => matters(node.id)) : nodes, 1);
  paintRing(brush, scene);
  paintNames(
    brush,
    scene,
    nodes.filter(({ node }) => matters(node.id)),
    dims,
  );
}

function litEntries({ edges }: Scene, lit: string): ReadonlySet<string> {
  const near = new Set([lit]);
  for (const { from, to } of edges) {
    if (from.node.id === lit) near.add(to.node.id);
    if (to.node.id === lit) near.add(from.node.id);
  }
  return near;
}

function visible({ nodes, view, size }: Scene): ReadonlySet<DrawnNode> {
  const first = toLayout({ x: 0, y: 0 }, view, size);
  const last = toLayout({ x: size.width, y: size.height }, view, size);
  return new Set(
    nodes.filter(
      ({ x, y, radius }) =>
        x + radius >= first.x && x - radius <= last.x && y + radius >= first.y && y - radius <= last.y,
    ),
  );
}

function paintEdges(brush: Brush, scene: Scene, edges: readonly DrawnEdge[], alpha: number): void {
  const { palette, view, size } = scene;
  for (const [kind, color, dash] of strokes) {
    const mine = edges.filter(({ kinds }) => lastKind(kinds) === kind);
    if (mine.length === 0) continue;
    brush.globalAlpha = alpha;
    brush.strokeStyle = color === 'line' ? palette.line : palette[color];
    brush.lineWidth = Math.max(0.6, Math.min(1.5, view.scale * 1.2));
    brush.setLineDash([...dash]);
    brush.beginPath();
    for (const { from, to } of mine) {
      const [a, b] = [toScreen(from, view, size), toScreen(to, view, size)];
      brush.moveTo(a.x, a.y);
      brush.lineTo(b.x, b.y);
      if (edges.length <= MOST_ARROWS) arrowHead(brush, a, b, radiusIn(to, view) + 1);
    }
    brush.stroke();
  }
  brush.setLineDash([]);
}

function lastKind(kinds: readonly EdgeKind[]): EdgeKind | undefined {
  return [...strokes].reverse().find(([kind]) => kinds.includes(kind))?.[0];
}

function arrowHead(brush: Brush, from: Point, to: Point, gap: number): void {
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < gap + 12) return;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const tip = { x: to.x - ux * gap, y: to.y - uy * gap };
  for (const side of [1, -1]) {
    brush.moveTo(tip.x, tip.y);
    brush.lineTo(tip.x - ux * 6 - uy * 3 * side, tip.y - uy * 6 + ux * 3 * side);
  }
}

function radiusIn({ radius }: DrawnNode, { scale }: GraphView): number {
  return Math.max(SMALLEST, radius * scale);
}

function paintNodes(brush: Brush, { palette, view, size }: Scene, nodes: readonly DrawnNode[], alpha: number): void {
  const byColor = new Map<PaletteColor, DrawnNode[]>();
  for (const node of nodes) {
    const list = byColor.get(node.color);
    if (list) list.push(node);
    else byColor.set(node.color, [node]);
  }
  brush.strokeStyle = palette.ground;
  brush.lineWidth = 1;
  for (const [color, list] of byColor) {
    brush.globalAlpha = alpha;
    brush.fillStyle = palette[color];
    brush.beginPath();
    for (const node of list) {
      const { x, y } = toScreen(node, view, size);
      const radius = radiusIn(node, view);
      brush.moveTo(x + radius, y);
      brush.arc(x, y, radius, 0, 2 * Math.PI);
    }
    brush.fill();
    brush.stroke();
  }
}

function paintRing(brush: Brush, { nodes, chosen, palette, view, size }: Scene): void {
  const node = chosen === undefined ? undefined : nodes.find((one) => one.node.id === chosen);
  if (!node) return;
  const { x, y } = toScreen(node, view, size);
  brush.globalAlpha = 1;
  brush.strokeStyle = palette.ring;
  brush.lineWidth = 2;
  brush.beginPath();
  brush.arc(x, y, radiusIn(node, view) + 3, 0, 2 * Math.PI);
  brush.stroke();
}

/** Names of the largest entries, each where no other name stands; of those that stand out all that find room. */
function paintNames(brush: Brush, scene: Scene, nodes: readonly DrawnNode[], dims: boolean): void {
  const { palette, view, size, lit } = scene;
  const smallest = dims ? 0 : 5;
  const wanted = nodes
    .filter((node) => node.radius * view.scale >= smallest || node.node.id === lit)
    .sort((a, b) => Number(b.node.id === lit) - Number(a.node.id === lit) || b.radius - a.radius);
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
  brush.globalAlpha = 1;
  brush.font = palette.font;
  brush.textAlign = 'center';
  brush.textBaseline = 'top';
  brush.lineJoin = 'round';
  brush.lineWidth = 3;
  brush.strokeStyle = palette.ground;
  brush.fillStyle = palette.text;
  for (const node of wanted) {
    if (taken.length >= MOST_NAMES) return;
    const name = shortName(node.node.title);
    const { x, y } = toScreen(node, view, size);
    const top = y + radiusIn(node, view) + 3;
    const half = name.length * 3.4;
    const box = [x - half, top, x + half, top + 14] as const;
    if (taken.some((one) => box[0] < one[2] && box[2] > one[0] && box[1] < one[3] && box[3] > one[1])) continue;
    taken.push(box);
    brush.strokeText(name, x, top);
    brush.fillText(name, x, top);
  }
}

function shortName(title: string): string {
  const letters = Array.from(title);
  return letters.length <= LONGEST_NAME ? title : `${letters.slice(0, LONGEST_NAME - 1).join('')}…`;
}
