import type { EntryId } from '../base/entry-id';
import { graphPart, type GraphFilter, type GraphPart } from '../graph/graph-part';
import { GraphLayout, type GraphPlace } from '../graph/graph-layout';
import { graphSummary, type GraphSummary } from '../graph/graph-summary';
import { loreGraph } from '../graph/lore-graph';
import type { EnginePorts } from './engine-ports';
import type { VaultLore } from './vault-lore';

/** Part of the graph, what it looks like, and how much there is besides. */
export interface GraphReport extends GraphPart {
  readonly summary: GraphSummary;
  /** Entries that their notes keep out of the graph. */
  readonly hidden: number;
}

/** Shows how entries hang together, and remembers where they stand. */
export class GraphAdministration {
  readonly #layout: GraphLayout;

  constructor(
    ports: EnginePorts,
    private readonly lore: VaultLore,
  ) {
    this.#layout = new GraphLayout(ports.store, ports.log);
  }

  graph(filter: GraphFilter): GraphReport {
    const graph = loreGraph(this.lore.index);
    const { focus } = filter;
    const part = graphPart(graph, { ...filter, ...(focus !== undefined && { focus: this.lore.currentId(focus) }) });
    return { ...part, summary: graphSummary(part), hidden: graph.hidden };
  }

  /** Where entries stand that were placed before. */
  places(): Promise<readonly GraphPlace[]> {
    return this.#layout.places((id: EntryId) => this.lore.currentId(id));
  }

  keepPlaces(places: readonly GraphPlace[]): Promise<boolean> {
    return this.#layout.keep(places);
  }

  forgetPlaces(): Promise<boolean> {
    return this.#layout.forget();
  }
}
