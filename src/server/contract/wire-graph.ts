import { z } from '@hono/zod-openapi';
import { wireProblem } from './wire-lore';

/** Schemas of the graph: entries and what joins them. */

const count = z.number().int().min(0);
export const graphEdgeKinds = ['link', 'requires', 'excludes', 'cascade'] as const;
const name = z.object({ id: z.string(), title: z.string() });
const names = z.array(name).readonly();

const wireGraphNode = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    type: z.string().optional(),
    tags: z.array(z.string()).readonly(),
    enabled: z.boolean(),
    constant: z.boolean(),
    degree: count,
    used: count,
    state: z.string(),
    health: wireProblem.shape.severity.optional(),
    value: z.string().optional(),
  })
  .meta({
    id: 'GraphNode',
    description:
      'An entry. `degree`: other entries that it is joined to, in the whole graph. `used`: turns that it went into. `state`: as in EntryUse. `health`: its worst problem. `value`: what its note says in the property that was asked for.',
  });
export type WireGraphNode = z.output<typeof wireGraphNode>;

const wireGraphEdge = z
  .object({ from: z.string(), to: z.string(), kinds: z.array(z.enum(graphEdgeKinds)).readonly() })
  .meta({ id: 'GraphEdge', description: '`from` points at `to`: by a link, or by naming it in a property.' });
export type WireGraphEdge = z.output<typeof wireGraphEdge>;

export const wireGraph = z
  .object({
    nodes: z.array(wireGraphNode).readonly(),
    edges: z.array(wireGraphEdge).readonly(),
    total: count,
    hidden: count,
    fields: z.array(z.string()).readonly(),
    summary: z.object({
      hubs: z.array(name.extend({ degree: count })).readonly(),
      orphans: z.object({ count, first: names }),
      clusters: z.object({ count, largest: z.array(z.object({ size: count, hub: name })).readonly() }),
      cycles: z.object({ count, first: z.array(names).readonly() }),
    }),
  })
  .meta({
    id: 'Graph',
    description:
      'Part of the graph. `total`: entries that pass the filters, of which those beyond the limit are not among the nodes. `hidden`: entries whose notes say `graph: false`. `fields`: properties by which entries can be told apart. `cycles`: entries that require each other in a circle.',
  });
export type WireGraph = z.output<typeof wireGraph>;

const place = z.number().min(-1_000_000).max(1_000_000);

export const wireGraphLayout = z
  .object({
    places: z
      .array(z.object({ id: z.string().min(1).max(500), x: place, y: place }))
      .max(5_000)
      .readonly(),
  })
  .meta({ id: 'GraphLayout', description: 'Where entries stand in the picture of the graph, in its own units.' });
export type WireGraphLayout = z.output<typeof wireGraphLayout>;
