import type { GraphFilter } from '../../core/graph/graph-part';
import type { Handlers } from '../contract/api';
import { sendProblem } from '../http-problem';
import { writeGraph } from '../mapping/write-graph';
import type { RouteParts } from './route-parts';

type GraphHandlers = Pick<Handlers, 'graph' | 'graphLayout' | 'keepGraphLayout' | 'forgetGraphLayout'>;

const NOT_KEPT = 'It could not be stored; the log says why.';

/** How entries hang together, and where they stand in the picture of it. */
export function graphRoutes({ engine }: RouteParts): GraphHandlers {
  return {
    graph: (context) => {
      const { field, type, tag, folder, text, kinds, focus, ...size } = context.req.valid('query');
      const filter: GraphFilter = {
        ...size,
        ...(type !== undefined && { type }),
        ...(tag !== undefined && { tag }),
        ...(folder !== undefined && { folder }),
        ...(text !== undefined && { text }),
        ...(kinds && { kinds }),
        ...(focus !== undefined && { focus }),
      };
      return context.json(writeGraph(engine.graph.graph(filter), engine.analytics.uses(), field), 200);
    },

    graphLayout: async (context) => context.json({ places: [...(await engine.graph.places())] }, 200),

    keepGraphLayout: async (context) => {
      const { places } = context.req.valid('json');
      if (await engine.graph.keepPlaces(places)) return context.json({ kept: places.length }, 200);
      return sendProblem(context, 'not_kept', NOT_KEPT);
    },

    forgetGraphLayout: async (context) => {
      if (await engine.graph.forgetPlaces()) return context.json({ kept: 0 }, 200);
      return sendProblem(context, 'not_kept', NOT_KEPT);
    },
  };
}
