import { z } from '@hono/zod-openapi';
import { generationTypes, positions, roles } from '../../core/lore/entry-fields';
import { selectionModes } from '../../core/pipeline/ai/selection-settings';
import { deliveryOutcomes } from '../../core/pipeline/delivery';
import { hookStages } from '../../core/pipeline/hook';
import { stageNames } from '../../core/pipeline/trace';
import { wireAiReport } from './wire-ai';

/** Schemas of the main call: what a client sends for one reply and what it gets. */

const id = z.string().min(1).max(200);
const count = z.number().int().min(0);

export const wireRecord = z
  .object({
    v: z.literal(1),
    g: z.string().max(200),
    e: z
      .array(z.tuple([z.string().max(64), z.number().int().min(0), z.string().max(64)]).readonly())
      .max(10_000)
      .readonly(),
  })
  .meta({
    id: 'InjectionRecord',
    description: 'What a generation injected; stored on the reply message and sent back with later requests.',
  });

export const wireMessage = z
  .object({
    index: count.optional(),
    role: z.enum(['user', 'assistant', 'system']),
    name: z.string().max(1_000).optional(),
    text: z.string(),
    hidden: z.boolean().optional(),
    isGreeting: z.boolean().optional(),
    record: wireRecord.optional(),
  })
  .meta({
    id: 'Message',
    description: 'One message of the chat, oldest first. Without an index the messages are the chat’s last ones.',
  });

const wireCharacter = z
  .object({
    name: z.string().optional(),
    description: z.string().optional(),
    personality: z.string().optional(),
    scenario: z.string().optional(),
    creatorNotes: z.string().optional(),
    depthPrompt: z.string().optional(),
    tags: z.array(z.string()).max(1_000).optional(),
    avatar: z.string().optional(),
  })
  .meta({ id: 'Character' });

const requestFields = {
  chat: z.object({
    id,
    parent: id.optional(),
    name: z.string().max(1_000).optional(),
    isGroup: z.boolean().optional(),
  }),
  deadlineMs: z.number().int().min(600).max(1_000_000).optional(),
  type: z.enum(generationTypes).optional(),
  turn: count.optional(),
  total: count.optional(),
  counts: z.object({ assistant: count, user: count, total: count }).optional(),
  records: z.array(z.tuple([count, wireRecord])).optional(),
  draft: z.string().optional(),
  character: wireCharacter.optional(),
  persona: z.object({ name: z.string().optional(), description: z.string().optional() }).optional(),
  group: z.object({ members: z.array(z.string()), speaker: z.string().optional() }).optional(),
  greetingIndex: count.optional(),
  contextSize: z.number().int().min(1).optional(),
  tokenSample: z.object({ text: z.string().min(1), tokens: z.number().int().min(1) }).optional(),
  generationId: id.optional(),
};

export const wireGenerationRequest = z
  .object({ ...requestFields, messages: z.array(wireMessage) })
  .meta({ id: 'GenerationRequest' });
/** The body of the main call, after validation. */
export type WireGenerationRequest = z.output<typeof wireGenerationRequest>;
/** What a client may send as the body of the main call. */
export type GenerationRequestBody = z.input<typeof wireGenerationRequest>;

export const wirePreviewRequest = z
  .object({
    ...requestFields,
    chat: requestFields.chat.optional(),
    messages: z.array(wireMessage).optional(),
    text: z.string().optional(),
    settings: z.record(z.string(), z.unknown()).optional(),
    explain: z.array(z.string().min(1).max(200)).max(50).optional(),
    /** Whether the AI is asked, where the mode wants it; without it only what it said before is used. */
    ai: z.boolean().optional(),
    /** Whether the messages for the AI are to be shown. */
    prompt: z.boolean().optional(),
    /** Whether interceptors of other plugins are asked too. */
    hooks: z.boolean().optional(),
  })
  .refine((body) => body.messages !== undefined || body.text !== undefined, {
    error: 'Send messages or a text.',
    path: ['messages'],
  })
  .meta({
    id: 'PreviewRequest',
    description:
      'The body of a generation; instead of messages a text may be given, which stands for one user message.',
  });
export type WirePreviewRequest = z.output<typeof wirePreviewRequest>;

export const wireInjection = z
  .object({
    key: z.string(),
    position: z.enum(positions),
    depth: count.optional(),
    role: z.enum(roles).optional(),
    outlet: z.string().optional(),
    text: z.string(),
    tokens: count,
    entries: z.array(z.string()).readonly(),
  })
  .meta({ id: 'Injection', description: 'A block of text with a place in the prompt.' });
export type WireInjection = z.output<typeof wireInjection>;

const wireMatchedKey = z
  .object({
    key: z.string(),
    matched: z.string(),
    where: z.union([z.number(), z.string()]),
    start: count,
    end: count,
  })
  .meta({
    id: 'MatchedKey',
    description: 'The words that woke an entry; `where` is a message index or the name of another text.',
  });

const wireHookReport = z
  .object({
    id: z.string(),
    stage: z.enum(hookStages),
    outcome: z.string(),
    added: z.array(z.string()).readonly(),
    removed: z.array(z.string()).readonly(),
    changed: z.array(z.string()).readonly(),
    tokens: z.number(),
    milliseconds: z.number(),
    detail: z.string(),
  })
  .meta({ id: 'HookReport', description: 'What an interceptor of another plugin did.' });

export const wireSummary = z
  .object({
    candidates: count,
    injected: count,
    tokens: count,
    budget: count.optional(),
    budgetBook: z.string().optional(),
    degraded: z.array(z.string()).readonly(),
    warnings: z.array(z.string()).readonly(),
    milliseconds: z.number().min(0),
    /** What selection by a model did; left out when none was asked for. */
    ai: wireAiReport.optional(),
    /** What interceptors of other plugins did; left out when none was asked. */
    hooks: z.array(wireHookReport).readonly().optional(),
  })
  .meta({ id: 'Summary' });
export type WireSummary = z.output<typeof wireSummary>;

const wireInjectedEntry = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string(),
    tokens: count,
    reason: z.string(),
    matched: z.array(z.string()).readonly(),
    order: z.number(),
  })
  .meta({ id: 'InjectedEntry' });

export const wireGenerationAnswer = z
  .object({
    id: z.string(),
    turn: count,
    mode: z.enum(selectionModes),
    injections: z.array(wireInjection).readonly(),
    entries: z.array(wireInjectedEntry).readonly(),
    record: wireRecord,
    /** How many texts the next request should carry, and how long it should wait at least. */
    wants: z.object({ messages: count, deadlineMs: count.optional() }),
    summary: wireSummary,
  })
  .meta({ id: 'GenerationAnswer' });
export type WireGenerationAnswer = z.output<typeof wireGenerationAnswer>;

const wireDelivery = z
  .object({
    key: z.string().min(1).max(1_000),
    outcome: z.enum(deliveryOutcomes),
    place: z.string().max(1_000),
    cause: z.string().max(1_000),
  })
  .meta({
    id: 'Delivery',
    description:
      'What became of an injection in the prompt that was sent: where it stands or should have stood, and why it was moved or lost.',
  });

export const wireDeliveryReport = z
  .object({ items: z.array(wireDelivery).max(1_000).readonly() })
  .meta({ id: 'DeliveryReport', description: 'What a client has seen of the injections of one generation.' });
/** What a client says about the injections of a generation. */
export type WireDeliveryReport = z.output<typeof wireDeliveryReport>;

export const wireTrace = z
  .object({
    id: z.string(),
    chat: z.string(),
    turn: count,
    type: z.enum(generationTypes),
    at: z.number(),
    mode: z.enum(selectionModes),
    window: z.array(count).readonly(),
    entries: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          path: z.string(),
          tokens: count,
          injected: z.boolean(),
          reason: z.string().optional(),
          order: z.number(),
          priority: z.number(),
        }),
      )
      .readonly(),
    decisions: z
      .array(
        z.object({
          entry: z.string(),
          stage: z.enum(stageNames),
          verdict: z.enum(['kept', 'refused']),
          reason: z.string(),
          detail: z.string(),
          matched: z.array(wireMatchedKey).readonly(),
        }),
      )
      .readonly(),
    injections: z.array(wireInjection).readonly(),
    hooks: z.array(wireHookReport).readonly(),
    record: wireRecord,
    summary: wireSummary,
    timings: z.partialRecord(z.enum(stageNames), z.number()),
    delivery: z.array(wireDelivery).readonly().optional(),
  })
  .meta({ id: 'Trace', description: 'Every decision of one generation.' });
export type WireTrace = z.output<typeof wireTrace>;

const wireWhyNot = z
  .object({
    entry: z.string(),
    isInjected: z.boolean(),
    reason: z.string().optional(),
    detail: z.string(),
    change: z
      .object({
        where: z.enum(['note', 'setting', 'chat']),
        name: z.string(),
        value: z.unknown(),
        sentence: z.string(),
      })
      .optional(),
  })
  .meta({
    id: 'WhyNot',
    description: 'Why an entry is not in the turn, and one change that was tried and lets it in.',
  });

export const wirePreviewAnswer = z
  .object({
    answer: wireGenerationAnswer,
    trace: wireTrace,
    problems: z.array(z.object({ name: z.string(), message: z.string() })).readonly(),
    explanations: z.array(wireWhyNot).readonly(),
    /** The messages for the AI, where they were asked for and there are any. */
    prompt: z
      .array(z.object({ role: z.string(), text: z.string() }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'PreviewAnswer' });
export type WirePreviewAnswer = z.output<typeof wirePreviewAnswer>;

export const wireTraceHead = z
  .object({
    id: z.string(),
    chat: z.string(),
    turn: count,
    type: z.enum(generationTypes),
    at: z.number(),
    summary: wireSummary,
  })
  .meta({ id: 'TraceHead' });
