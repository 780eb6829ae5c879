import type { LorehearthClient } from '../../server/client';
import type { WireEntryFacets } from '../../server/contract/wire-lore';
import { Debounced } from '../debounced';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { ChatMarks } from './chat-marks.svelte';
import { colorGroups, type Coloring } from './graph-colors';
import { neighborsOf, ringPlaces, within } from './graph-focus';
import { radiusOf } from './graph-hit';
import { alongEdge } from './graph-keys';
import { drawnEdges, nodesById, type DrawnEdge } from './graph-paint';
import {
  edgeKindRows,
  type DrawnNode,
  type EdgeKind,
  type Places,
  type WireGraph,
  type WireGraphNode,
} from './graph-types';
import { KeptLayout } from './kept-layout';

/** While somebody plays or writes the graph follows after a while, in milliseconds. */
const FOLLOW_MS = 1_500;
const MOST_HOPS = 6;

/** How entries hang together: the graph, what narrows it, and the entry that is looked at. */
export class GraphModel {
  readonly graph = new Loaded<WireGraph>();
  readonly facets = new Loaded<WireEntryFacets>();
  readonly layout: KeptLayout;
  readonly marks: ChatMarks;
  /** Words to look for among the shown entries. */
  search = $state('');
  coloring = $state<Coloring>('type');
  sizing = $state<'degree' | 'use'>('degree');
  isTable = $state(false);
  hops = $state(1);
  /** Id of the chosen entry. */
  chosen = $state<string>();
  /** Id of the entry around which alone entries are shown. */
  focus = $state<string>();
  /** Grows whenever entries stand elsewhere. */
  moves = $state(0);
  /** Id of an entry that is too little connected to be among the others: only what is near it is loaded. */
  around = $state<string>();
  #type = $state('');
  #tag = $state('');
  #folder = $state('');
  #field = $state('');
  #hiddenKinds = $state.raw<readonly EdgeKind[]>([]);
  #pointed: string | undefined;
  readonly #follow = new Debounced(() => void this.refresh(), FOLLOW_MS);

  /** Edges of the kinds that are shown. */
  readonly edges = $derived(
    (this.graph.value?.edges ?? []).flatMap((edge) => {
      const kinds = edge.kinds.filter((kind) => !this.#hiddenKinds.includes(kind));
      return kinds.length === 0 ? [] : [{ ...edge, kinds }];
    }),
  );
  readonly neighbors = $derived(neighborsOf(this.edges));
  readonly byId = $derived(nodesById(this.graph.value?.nodes ?? []));
  /** How far entries are from the one in focus; undefined without focus. */
  readonly distance = $derived(
    this.focus !== undefined && this.byId.has(this.focus) ? within(this.neighbors, this.focus, this.hops) : undefined,
  );
  /** The entries that are shown. */
  readonly nodes = $derived(
    (this.graph.value?.nodes ?? []).filter(({ id }) => this.distance === undefined || this.distance.has(id)),
  );
  readonly colors = $derived(colorGroups(this.nodes, this.coloring));
  readonly found = $derived(foundBy(this.nodes, this.search));

  constructor(
    private readonly client: LorehearthClient,
    lastChat: () => string | undefined,
  ) {
    this.layout = new KeptLayout(client);
    this.marks = new ChatMarks(client, lastChat);
  }

  get type(): string {
    return this.#type;
  }
  set type(value: string) {
    this.#type = value;
    void this.refresh();
  }

  /** A tag without `#`, or empty for every tag. */
  get tag(): string {
    return this.#tag;
  }
  set tag(value: string) {
    this.#tag = value;
    void this.refresh();
  }

  get folder(): string {
    return this.#folder;
  }
  set folder(value: string) {
    this.#folder = value;
    void this.refresh();
  }

  /** The property that colors tell apart, or empty. */
  get field(): string {
    return this.#field;
  }
  set field(value: string) {
    this.#field = value;
    void this.refresh();
  }

  get isNarrowed(): boolean {
    return this.#type !== '' || this.#tag !== '' || this.#folder !== '' || this.around !== undefined;
  }

  get current(): WireGraphNode | undefined {
    return this.chosen === undefined ? undefined : this.byId.get(this.chosen);
  }

  isShown(kind: EdgeKind): boolean {
    return !this.#hiddenKinds.includes(kind);
  }

  toggle(kind: EdgeKind): void {
    const isHidden = (one: EdgeKind): boolean => (one === kind ? this.isShown(one) : !this.isShown(one));
    this.#hiddenKinds = edgeKindRows.map(([one]) => one).filter(isHidden);
  }

  showAll(): void {
    this.around = undefined;
    this.#type = '';
    this.#tag = '';
    this.#folder = '';
    void this.refresh();
  }

  /** Where the shown entries stand: in rings around the one in focus, or where the layout has them. */
  places(): Places {
    const { distance } = this;
    return distance === undefined ? this.layout.places : ringPlaces(distance, this.neighbors, this.layout.places);
  }

  /** The shown entries and edges with place, size and color. */
  drawn(places: Places): { readonly nodes: readonly DrawnNode[]; readonly edges: readonly DrawnEdge[] } {
    const value = (node: WireGraphNode): number => (this.sizing === 'use' ? node.used : node.degree);
    const most = this.nodes.reduce((largest, node) => Math.max(largest, value(node)), 1);
    const { colorOf } = this.colors;
    const nodes = this.nodes.map((node): DrawnNode => {
      const { x, y } = places.get(node.id) ?? { x: 0, y: 0 };
      return { node, x, y, radius: radiusOf(value(node), most), color: colorOf(node) };
    });
    return { nodes, edges: drawnEdges(nodes, this.edges) };
  }

  async choose(id: string | undefined): Promise<void> {
    this.chosen = id;
    if (id !== undefined && this.marks.state.phase === 'idle') await this.marks.load();
  }

  /** Chooses the entry to which an arrow key leads; the most connected one where none is chosen. */
  move(key: string): void {
    const places = this.places();
    const next =
      this.chosen === undefined || !places.has(this.chosen)
        ? this.nodes[0]?.id
        : alongEdge(key, this.chosen, this.neighbors.get(this.chosen) ?? [], places);
    if (next !== undefined) void this.choose(next);
  }

  /** Shows only what is near an entry. */
  focusOn(id: string): void {
    this.focus = id;
    void this.choose(id);
  }

  leaveFocus(): void {
    this.focus = undefined;
  }

  /** Shows more or less around the entry in focus. */
  widen(by: number): void {
    this.hops = Math.max(1, Math.min(MOST_HOPS, this.hops + by));
  }

  /** Opens the entry that a link names. */
  show({ entry }: Omit<PanelTarget, 'panel'>): void {
    if (entry === undefined) return;
    this.#pointed = entry;
    if (this.graph.value !== undefined) this.#point();
  }

  get place(): Omit<PanelTarget, 'panel'> {
    return this.chosen === undefined ? {} : { entry: this.chosen };
  }

  async open(): Promise<void> {
    if (this.graph.phase === 'idle') await Promise.all([this.refresh(), this.#loadFacets()]);
  }

  async refresh(): Promise<void> {
    const before = this.graph.value;
    await this.graph.load(async (signal) => {
      if (this.graph.value === undefined) await this.layout.load(signal);
      const reply = await this.client.v1.graph.$get({ query: this.#query }, { init: { signal } });
      return bodyOf(reply);
    });
    const graph = this.graph.value;
    if (graph === undefined || this.graph.failure !== undefined) return;
    if (!isSameGraph(before, graph)) this.layout.begin(graph);
    this.moves++;
    this.#point();
  }

  /** Lays everything out anew. */
  async layOut(): Promise<void> {
    if (this.graph.value !== undefined) await this.layout.forget(this.graph.value);
    this.moves++;
  }

  followIndex(): void {
    if (this.graph.phase !== 'idle') this.#follow.call();
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'generation-finished' || kind === 'analytics-changed') this.followIndex();
    if (kind === 'chat-changed' && this.marks.state.value !== undefined) void this.marks.load();
  }

  clear(): void {
    this.#follow.cancel();
    this.graph.clear();
    this.facets.clear();
    this.layout.clear();
    this.marks.clear();
    this.search = '';
    this.around = undefined;
    this.#type = '';
    this.#tag = '';
    this.#folder = '';
    this.#field = '';
    this.#hiddenKinds = [];
    this.chosen = undefined;
    this.focus = undefined;
    this.#pointed = undefined;
  }

  get #query() {
    return {
      ...(this.#type !== '' && { type: this.#type }),
      ...(this.#tag !== '' && { tag: this.#tag }),
      ...(this.#folder !== '' && { folder: this.#folder }),
      ...(this.#field !== '' && { field: this.#field }),
      ...(this.around !== undefined && { focus: this.around, hops: String(MOST_HOPS) }),
    };
  }

  #point(): void {
    const id = this.#pointed;
    this.#pointed = undefined;
    if (id === undefined) return;
    if (this.byId.has(id)) this.focusOn(id);
    else if (this.around !== id) {
      this.#pointed = id;
      this.around = id;
      void this.refresh();
    }
  }

  async #loadFacets(): Promise<void> {
    await this.facets.load(async (signal) => {
      const reply = await this.client.v1.entries.$get({ query: { limit: '1' } }, { init: { signal } });
      return (await bodyOf(reply)).facets;
    });
  }
}

/** The entries whose title or path contain all words; undefined without words. */
function foundBy(nodes: readonly WireGraphNode[], text: string): ReadonlySet<string> | undefined {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const isFound = ({ title, path }: WireGraphNode): boolean => {
    const haystack = `${title}\n${path}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  };
  return new Set(nodes.filter(isFound).map(({ id }) => id));
}

/** Whether two graphs have the same entries and edges, so that one is laid out as the other. */
function isSameGraph(a: WireGraph | undefined, b: WireGraph): boolean {
  const shape = ({ nodes, edges }: WireGraph): string =>
    JSON.stringify([nodes.map(({ id }) => id), edges.map(({ from, to }) => [from, to])]);
  return a !== undefined && shape(a) === shape(b);
}
