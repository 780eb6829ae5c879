import { nodeAt } from './graph-hit';
import { paintGraph, type DrawnEdge, type Palette, type Scene } from './graph-paint';
import type { DrawnNode, Places, Point } from './graph-types';
import { fitView, panBy, reveal, toLayout, zoomAt, type GraphView, type Size } from './graph-view';

/** What the picture shows and does. */
export interface StagePlay {
  readonly places: () => Places;
  readonly drawn: (places: Places) => { readonly nodes: readonly DrawnNode[]; readonly edges: readonly DrawnEdge[] };
  readonly chosen: () => string | undefined;
  readonly found: () => ReadonlySet<string> | undefined;
  readonly palette: () => Palette;
  /** Whether entries still look for their places. */
  readonly isMoving: () => boolean;
  /** Goes on with the layout until `isOver`. */
  readonly run: (isOver: () => boolean) => void;
  /** All entries have their place. */
  readonly settled: () => void;
  /** Whether entries may be moved by hand: they have places of their own. */
  readonly canDrag: () => boolean;
  readonly put: (id: string, place: Point) => void;
  readonly choose: (id: string | undefined) => void;
  readonly pointed: (node: DrawnNode | undefined) => void;
}

/** The layout may take so much of each frame, in milliseconds. */
const SLICE_MS = 9;
/** A pointer that moved less than this, in pixels, has pressed and not dragged. */
const STILL = 4;
const WHEEL = 0.0016;

type Drag = { readonly kind: 'view' } | { readonly kind: 'node'; readonly id: string };

/** Draws the graph on a canvas, in slices between which the window has its turn, and follows pointers. */
export class GraphStage {
  #view: GraphView = { x: 0, y: 0, scale: 1 };
  #size: Size = { width: 0, height: 0 };
  #nodes: readonly DrawnNode[] = [];
  #edges: readonly DrawnEdge[] = [];
  #frame: number | undefined;
  #isStale = true;
  #isFitting = true;
  #lit: string | undefined;
  #wasMoving = false;
  #drag: Drag | undefined;
  #pressed: Point | undefined;
  readonly #pointers = new Map<number, Point>();
  readonly #window: Window & typeof globalThis;

  constructor(
    private readonly canvas: HTMLCanvasElement,
    private readonly play: StagePlay,
  ) {
    this.#window = canvas.ownerDocument.defaultView ?? window;
  }

  /** Entries, places, sizes or colors are others. */
  change(): void {
    this.#isStale = true;
    this.draw();
  }

  /** Draws soon. */
  draw(): void {
    this.#frame ??= this.#window.requestAnimationFrame(() => this.#paint());
  }

  resize(size: Size): void {
    this.#size = size;
    this.draw();
  }

  /** Shows everything, and goes on showing everything until the user looks elsewhere. */
  fit(): void {
    this.#isFitting = true;
    this.draw();
  }

  zoom(factor: number, at: Point = { x: this.#size.width / 2, y: this.#size.height / 2 }): void {
    this.#look(zoomAt(this.#view, factor, at, this.#size));
  }

  pan(dx: number, dy: number): void {
    this.#look(panBy(this.#view, dx, dy));
  }

  /** Sees to it that an entry is in the picture. */
  reveal(id: string): void {
    const place = this.play.places().get(id);
    if (place === undefined) return;
    const view = reveal(this.#view, place, this.#size);
    if (view === this.#view) this.draw();
    else this.#look(view);
  }

  close(): void {
    if (this.#frame !== undefined) this.#window.cancelAnimationFrame(this.#frame);
  }

  readonly onwheel = (event: WheelEvent): void => {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(-event.deltaY * lines * WHEEL * (event.ctrlKey ? 4 : 1)), {
      x: event.offsetX,
      y: event.offsetY,
    });
  };

  readonly onpointerdown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture(event.pointerId);
    const at = { x: event.offsetX, y: event.offsetY };
    this.#pointers.set(event.pointerId, at);
    this.#pressed = this.#pointers.size === 1 ? at : undefined;
    const node = this.#pointers.size === 1 && this.play.canDrag() ? this.#at(at) : undefined;
    this.#drag = node ? { kind: 'node', id: node.node.id } : { kind: 'view' };
  };

  readonly onpointermove = (event: PointerEvent): void => {
    const at = { x: event.offsetX, y: event.offsetY };
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) {
      this.#point(this.#at(at));
      return;
    }
    if (this.#pressed && Math.hypot(at.x - this.#pressed.x, at.y - this.#pressed.y) > STILL) this.#pressed = undefined;
    if (this.#pressed) return;
    this.#pointers.set(event.pointerId, at);
    if (this.#pointers.size > 1) this.#pinch(event.pointerId, before, at);
    else if (this.#drag?.kind === 'node') this.play.put(this.#drag.id, toLayout(at, this.#view, this.#size));
    else this.pan(at.x - before.x, at.y - before.y);
  };

  readonly onpointerup = (event: PointerEvent): void => {
    const wasPressed = this.#pressed !== undefined && this.#pointers.has(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (wasPressed) this.play.choose(this.#at({ x: event.offsetX, y: event.offsetY })?.node.id);
    else if (this.#drag?.kind === 'node') this.play.settled();
    this.#drag = undefined;
    this.#pressed = undefined;
  };

  readonly onpointercancel = (event: PointerEvent): void => {
    this.#pointers.delete(event.pointerId);
    this.#drag = undefined;
    this.#pressed = undefined;
  };

  readonly onpointerleave = (): void => this.#point(undefined);

  /** The entry at a point of the picture. */
  idAt(point: Point): string | undefined {
    return this.#at(point)?.node.id;
  }

  #at(point: Point): DrawnNode | undefined {
    return nodeAt(this.#nodes, toLayout(point, this.#view, this.#size), this.#view.scale);
  }

  #point(node: DrawnNode | undefined): void {
    if (node?.node.id === this.#lit) return;
    this.#lit = node?.node.id;
    this.play.pointed(node);
    this.draw();
  }

  /** Two fingers hold two points of the layout. */
  #pinch(moved: number, before: Point, now: Point): void {
    const other = [...this.#pointers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    const apart = (a: Point): number => Math.max(1, Math.hypot(a.x - other.x, a.y - other.y));
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    this.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    this.zoom(apart(now) / apart(before), middle);
  }

  #look(view: GraphView): void {
    this.#isFitting = false;
    this.#view = view;
    this.draw();
  }

  #paint(): void {
    this.#frame = undefined;
    const isMoving = this.play.isMoving();
    if (isMoving) this.#runSlice();
    const isStill = isMoving && this.#prefersStill() && this.play.isMoving();
    if (!isStill) this.#paintScene();
    if (this.play.isMoving()) this.draw();
    else if (this.#wasMoving) this.play.settled();
    this.#wasMoving = this.play.isMoving();
  }

  #runSlice(): void {
    this.#wasMoving = true;
    const { performance } = this.#window;
    const end = performance.now() + SLICE_MS;
    this.play.run(() => performance.now() >= end);
    this.#isStale = true;
  }

  #prefersStill(): boolean {
    return this.#window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  }

  #paintScene(): void {
    const brush = this.canvas.getContext('2d');
    const { width, height } = this.#size;
    if (!brush || width === 0 || height === 0) return;
    if (this.#isStale) {
      const places = this.play.places();
      ({ nodes: this.#nodes, edges: this.#edges } = this.play.drawn(places));
      this.#isStale = false;
    }
    if (this.#isFitting) this.#view = fitView(this.#nodes, this.#size);
    const ratio = this.#window.devicePixelRatio;
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (this.canvas.width !== across) this.canvas.width = across;
    if (this.canvas.height !== down) this.canvas.height = down;
    brush.setTransform(ratio, 0, 0, ratio, 0, 0);
    paintGraph(brush, this.#scene());
  }

  #scene(): Scene {
    const chosen = this.play.chosen();
    return {
      nodes: this.#nodes,
      edges: this.#edges,
      view: this.#view,
      size: this.#size,
      palette: this.play.palette(),
      lit: this.#lit ?? chosen,
      chosen,
      found: this.play.found(),
    };
  }
}
