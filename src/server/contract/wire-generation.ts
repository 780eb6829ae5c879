import { z } from '@hono/zod-openapi';
import { generationTypes, positions, roles } from '../../core/lore/entry-fields';
import { selectionModes } from '../../core/pipeline/ai/selection-settings';
import { deliveryOutcomes } from '../../core/pipeline/delivery';
import { hookStages } from '../../core/pipeline/hook';
import { stageNames } from '../../core/pipeline/trace';
import { wireAiReport } from './wire-ai';
import { sentBook, wireEntrySource, wireGroupBooks, wireTurnBook } from './wire-cards';

/** Schemas of the main call: what a client sends for one reply and what it gets. */

const id = z.string().min(1).max(200);
const count = z.number().int().min(0);
const messageRoles = ['user', 'assistant', 'system'] as const;

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
    role: z.enum(messageRoles),
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
    /** The card’s own lorebook (`character_book`), or its digest. */
    ...sentBook,
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
  /** What the AI that writes has noted with visible messages, by index of the message, oldest first. */
  notes: z
    .array(z.tuple([count, z.string().max(20_000)]))
    .max(20_000)
    .optional(),
  /** Lorebooks of the client that it does not use in this chat: what is mirrored from them stays out. */
  unusedBooks: z.array(z.string().max(1_000)).max(10_000).optional(),
  character: wireCharacter.optional(),
  persona: z.object({ name: z.string().optional(), description: z.string().optional() }).optional(),
  group: z
    .object({
      members: z.array(z.string()),
      speaker: z.string().optional(),
      /** Lorebooks of the other members, where all cards are in the prompt. */
      books: wireGroupBooks.optional(),
    })
    .optional(),
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
    /** Empty for an entry of a card. */
    path: z.string(),
    source: wireEntrySource.optional(),
    /** Quick Replies of SillyTavern with this automation id run with it; left out for none. */
    automationId: z.string().optional(),
    tokens: count,
    reason: z.string(),
    matched: z.array(z.string()).readonly(),
    order: z.number(),
  })
  .meta({ id: 'InjectedEntry' });

export const wireNotepadUse = z
  .union([z.object({ mode: z.literal('tag'), tag: z.string() }), z.object({ mode: z.literal('extract') })])
  .meta({
    id: 'NotepadUse',
    description:
      'How the AI keeps notes with this reply. `tag`: it was told to end the reply with a block of this tag, which the client takes out of the text and keeps with the message. `extract`: the client asks for the notes once the reply stands.',
  });
export type WireNotepadUse = z.output<typeof wireNotepadUse>;

export const wireGenerationAnswer = z
  .object({
    id: z.string(),
    turn: count,
    mode: z.enum(selectionModes),
    injections: z.array(wireInjection).readonly(),
    entries: z.array(wireInjectedEntry).readonly(),
    record: wireRecord,
    /** How many texts the next request should carry, how long it should wait at least, and whether it should bring the books of cards themselves: a digest was not known. */
    wants: z.object({ messages: count, deadlineMs: count.optional(), book: z.boolean().optional() }),
    /** The lorebooks of cards that the request brought or named, in their order. */
    books: z.array(wireTurnBook).readonly().optional(),
    /** Left out where the AI keeps no notes. */
    notepad: wireNotepadUse.optional(),
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

const wireTraceText = z
  .object({
    where: z.union([z.number(), z.string()]),
    name: z.string(),
    role: z.enum(messageRoles).optional(),
    pieces: z.array(z.object({ start: count, text: z.string() })).readonly(),
  })
  .meta({
    id: 'TraceText',
    description:
      'What surrounds the words that were found in a text. `where` as in a matched key; `name` is who speaks, or the title of the entry whose text it is; `start` is where a piece begins in the text.',
  });

export const wireTrace = z
  .object({
    id: z.string(),
    chat: z.string(),
    chatName: z.string().optional(),
    turn: count,
    type: z.enum(generationTypes),
    at: z.number(),
    mode: z.enum(selectionModes),
    window: z.array(count).readonly(),
    texts: z.array(wireTraceText).readonly(),
    entries: z
      .array(
        z.object({
          id: z.string(),
          title: z.string(),
          /** Empty for an entry of a card. */
          path: z.string(),
          source: wireEntrySource.optional(),
          automationId: z.string().optional(),
          tokens: count,
          injected: z.boolean(),
          reason: z.string().optional(),
          order: z.number(),
          priority: z.number(),
        }),
      )
      .readonly(),
    books: z.array(wireTurnBook).readonly().optional(),
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
    /** Refused entries of a turn of an earlier run of which nothing is kept any more. */
    leftOut: count.optional(),
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
        where: z.enum(['note', 'card', 'setting', 'chat']),
        name: z.string(),
        value: z.unknown(),
        /** Tags or decorators that alone are taken away, where the value is null. */
        items: z.array(z.string()).readonly().optional(),
        /** The note to change, where it is not the entry's own. */
        path: z.string().optional(),
        sentence: z.string(),
      })
      .optional(),
  })
  .meta({
    id: 'WhyNot',
    description: 'Why an entry is not in the turn, and one change that was tried and lets it in.',
  });

export type WireWhyNot = z.output<typeof wireWhyNot>;

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
    chatName: z.string().optional(),
    turn: count,
    type: z.enum(generationTypes),
    at: z.number(),
    summary: wireSummary.omit({ ai: true, hooks: true }),
    /** The tokens of each place, in the order of the trace. */
    places: z.array(wireInjection.omit({ text: true, entries: true })).readonly(),
    /** Injections that did not reach the model, as far as the client has said so. */
    undelivered: count,
    /** What went in; left out unless it was asked for. */
    entries: z
      .array(z.object({ id: z.string(), title: z.string(), tokens: count }))
      .readonly()
      .optional(),
  })
  .meta({ id: 'TraceHead' });
export type WireTraceHead = z.output<typeof wireTraceHead>;

const wireKeptChat = z
  .object({ id: z.string(), name: z.string().optional(), turns: count, last: wireTraceHead })
  .meta({ id: 'KeptChat', description: 'A chat of which turns are kept; `last` is its newest one.' });
export type WireKeptChat = z.output<typeof wireKeptChat>;

export const wireKeptChats = z.object({ items: z.array(wireKeptChat).readonly() }).meta({ id: 'KeptChats' });

export const wireReplayRequest = z
  .object({
    explain: wirePreviewRequest.shape.explain,
    settings: wirePreviewRequest.shape.settings,
  })
  .meta({ id: 'ReplayRequest', description: 'What a turn that is played again should tell, and with what settings.' });
