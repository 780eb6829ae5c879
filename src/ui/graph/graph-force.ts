import {
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type Simulation,
  type SimulationLinkDatum,
  type SimulationNodeDatum,
} from 'd3-force';
import type { Places, Point } from './graph-types';

interface Body extends SimulationNodeDatum {
  readonly id: string;
  x?: number;
  y?: number;
}
type Pull = SimulationLinkDatum<Body>;

/** How warm a layout is that begins from places that were kept: new entries find their place, the others hardly move. */
const WARM = 0.25;
const COOL = 0.005;
/** So much of the warmth goes with each step; a layout takes about 180 steps. */
const DECAY = 0.03;
/** Entries without connections stand this far apart, in units. */
const APART = 40;

/** Finds places for entries, step by step. The same entries, edges and places give the same layout. */
export class GraphForce {
  readonly #simulation: Simulation<Body, Pull>;
  readonly #bodies: Body[];
  /** Entries without connections do not pull at anything; they stand in rows beside the others. */
  readonly #lone: readonly string[];
  #lonePlaces: Places | undefined;
  readonly #known: Places;
  /** Steps so far. */
  steps = 0;

  constructor(
    ids: readonly string[],
    edges: readonly { readonly from: string; readonly to: string }[],
    places: Places,
  ) {
    const present = new Set(ids);
    const pulls = edges.filter(({ from, to }) => present.has(from) && present.has(to));
    const joined = new Set(pulls.flatMap(({ from, to }) => [from, to]));
    this.#known = places;
    this.#lone = ids.filter((id) => !joined.has(id));
    this.#bodies = ids.filter((id) => joined.has(id)).map((id) => ({ id, ...places.get(id) }));
    const isKept = this.#bodies.every(({ x }) => x !== undefined);
    const hasKept = this.#bodies.some(({ x }) => x !== undefined);
    for (const body of this.#bodies) if (body.x === undefined && hasKept) beside(body, pulls, places);
    this.#simulation = forceSimulation(this.#bodies)
      .stop()
      .alphaMin(COOL)
      .alphaDecay(DECAY)
      .alpha(isKept ? 0 : hasKept ? WARM : 1)
      .force(
        'pull',
        forceLink<Body, Pull>(pulls.map(({ from, to }) => ({ source: from, target: to })))
          .id(({ id }) => id)
          .distance(70),
      )
      .force('push', forceManyBody<Body>().strength(-180).distanceMax(600).theta(1))
      .force('x', forceX<Body>(0).strength(0.05))
      .force('y', forceY<Body>(0).strength(0.05));
  }

  /** Whether everything has found its place. */
  get isCool(): boolean {
    return this.#bodies.length === 0 || this.#simulation.alpha() < COOL;
  }

  /** Goes on by one step. */
  step(): void {
    if (this.isCool) return;
    this.#simulation.tick();
    this.steps++;
  }

  /** Goes on until time is up or everything has its place; `isOver` is asked after each step. */
  run(isOver: () => boolean): void {
    do this.step();
    while (!this.isCool && !isOver());
  }

  /** Puts an entry somewhere. */
  put(id: string, { x, y }: Point): void {
    const body = this.#bodies.find((one) => one.id === id);
    if (body) Object.assign(body, { x, y, vx: 0, vy: 0 });
    else this.#lonePlaces = new Map(this.#lonely()).set(id, { x, y });
  }

  places(): Places {
    const joined = this.#bodies.map(({ id, x = 0, y = 0 }) => [id, { x, y }] as const);
    return new Map([...joined, ...this.#lonely()]);
  }

  /** Rows below the others, where they are not placed already; they wait until the others stand. */
  #lonely(): Places {
    if (this.#lonePlaces) return this.#lonePlaces;
    const places = new Map<string, Point>();
    for (const id of this.#lone) {
      const known = this.#known.get(id);
      if (known) places.set(id, known);
    }
    const fresh = this.#lone.filter((id) => !places.has(id));
    const taken = [...this.#bodies.map(({ x = 0, y = 0 }) => ({ x, y })), ...places.values()];
    const bottom = taken.length === 0 ? 0 : Math.max(...taken.map(({ y }) => y)) + 2 * APART;
    const across = taken.length === 0 ? 0 : Math.max(...taken.map(({ x }) => x)) - Math.min(...taken.map(({ x }) => x));
    const row = Math.max(6, Math.ceil(Math.sqrt(fresh.length * 2)), Math.floor(across / APART));
    const width = Math.min(row, fresh.length) - 1;
    fresh.forEach((id, at) => {
      const x = ((at % row) - width / 2) * APART;
      places.set(id, { x, y: bottom + Math.floor(at / row) * APART });
    });
    if (this.isCool) this.#lonePlaces = places;
    return places;
  }
}

/** A new entry begins beside one that it is joined to, a little aside so that no two are in one place. */
function beside(body: Body, pulls: readonly { readonly from: string; readonly to: string }[], places: Places): void {
  const pull = pulls.find(
    ({ from, to }) => (from === body.id && places.has(to)) || (to === body.id && places.has(from)),
  );
  const near = pull && (places.get(pull.from) ?? places.get(pull.to));
  if (!near) return;
  const turn = Array.from(body.id).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 628, 7) / 100;
  body.x = near.x + 20 * Math.cos(turn);
  body.y = near.y + 20 * Math.sin(turn);
}
