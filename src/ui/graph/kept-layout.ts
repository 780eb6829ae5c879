import type { LorehearthClient } from '../../server/client';
import { ask } from '../ask';
import { bodyOf } from '../failure';
import { GraphForce } from './graph-force';
import type { Places, Point, WireGraph } from './graph-types';

/** Places beyond this are not kept by the server. */
const MOST = 5_000;

/** Where entries stand: found step by step, kept by the server, and found again. */
export class KeptLayout {
  #known: Places = new Map();
  #force: GraphForce | undefined;
  #places: Places = new Map();
  #isDirty = false;

  constructor(private readonly client: LorehearthClient) {}

  /** Asks where entries stood before. Without an answer they are laid out anew. */
  async load(signal: AbortSignal): Promise<void> {
    const asked = await ask(
      async () => bodyOf(await this.client.v1.graph.layout.$get({}, { init: { signal } })),
      signal,
    );
    if (asked.kind !== 'answer') return;
    this.#known = new Map([...asked.value.places.map(({ id, x, y }) => [id, { x, y }] as const), ...this.#known]);
  }

  /** Begins to lay out a graph, from where its entries stood. */
  begin({ nodes, edges }: Pick<WireGraph, 'nodes' | 'edges'>): void {
    const ids = nodes.map(({ id }) => id);
    const isNew = ids.some((id) => !this.#known.has(id));
    this.#force = new GraphForce(ids, edges, this.#known);
    this.#places = this.#force.places();
    this.#isDirty = isNew;
  }

  get places(): Places {
    return this.#places;
  }

  /** Whether entries still look for their places. */
  get isMoving(): boolean {
    return this.#force?.isCool === false;
  }

  /** Goes on with the layout until time is up; `isOver` is asked after each step. */
  run(isOver: () => boolean): void {
    if (this.#force === undefined || this.#force.isCool) return;
    this.#isDirty = true;
    this.#force.run(isOver);
    this.#take(this.#force);
  }

  /** Puts an entry somewhere. */
  put(id: string, place: Point): void {
    if (this.#force === undefined) return;
    this.#force.put(id, place);
    this.#isDirty = true;
    this.#take(this.#force);
  }

  /** Keeps all places, if any changed since. Who may not write keeps them until the page is closed. */
  async save(): Promise<void> {
    if (!this.#isDirty || this.isMoving) return;
    this.#isDirty = false;
    const places = [...this.#places].slice(0, MOST).map(([id, { x, y }]) => ({ id, x: rounded(x), y: rounded(y) }));
    await ask(
      async () => bodyOf(await this.client.v1.graph.layout.$put({ json: { places } })),
      new AbortController().signal,
    );
  }

  /** Forgets where entries stood and lays the graph out anew. */
  async forget(graph: Pick<WireGraph, 'nodes' | 'edges'>): Promise<void> {
    this.#known = new Map();
    this.begin(graph);
    await ask(async () => bodyOf(await this.client.v1.graph.layout.$delete({})), new AbortController().signal);
  }

  clear(): void {
    this.#known = new Map();
    this.#force = undefined;
    this.#places = new Map();
    this.#isDirty = false;
  }

  #take(force: GraphForce): void {
    this.#places = force.places();
    if (force.isCool) this.#known = new Map([...this.#known, ...this.#places]);
  }
}

function rounded(value: number): number {
  return Math.round(Math.max(-1_000_000, Math.min(1_000_000, value)) * 10) / 10;
}
