import { z } from '@hono/zod-openapi';
import { modelErrorKinds } from '../../core/ai/model-error';
import { confidences } from '../../core/ai/selection/confidence';
import { selectionSources } from '../../core/ai/selection/selection-outcome';

/** Schemas of what models did. */

const count = z.number().int().min(0);

export const wireAiReport = z
  .object({
    outcome: z.enum(['chosen', 'failed', 'skipped']),
    sentence: z.string(),
    error: z.enum([...modelErrorKinds, 'late']).optional(),
    source: z.enum(selectionSources).optional(),
    age: z.number(),
    candidates: count,
    cut: count,
    picks: z
      .array(z.object({ entry: z.string(), title: z.string(), confidence: z.enum(confidences), reason: z.string() }))
      .readonly(),
    unknown: z.array(z.string()).readonly(),
    ambiguous: z.array(z.string()).readonly(),
    isCutOff: z.boolean(),
    categories: z.object({ chosen: z.array(z.string()).readonly(), removed: count, skipped: z.string() }).optional(),
    milliseconds: z.number(),
  })
  .meta({
    id: 'AiReport',
    description:
      'What selection by a model did: asked for this turn (`model`), or remembered for the same question (`same`) or for a window that slid on (`slid`), `age` milliseconds ago.',
  });
export type WireAiReport = z.output<typeof wireAiReport>;
