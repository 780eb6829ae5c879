import { z } from '@hono/zod-openapi';
import { modelErrorKinds } from '../../core/ai/model-error';
import { proposalStatuses } from '../../core/edits/proposal';
import {
  answerStates,
  noticeTones,
  proposedActions,
  protocols,
  toolCallStates,
} from '../../core/librarian/session/session';

/** Schemas of conversations with the Librarian, and of what is told while an answer is written. */

const count = z.number().int().min(0);
const name = z.string().min(1).max(200);
const LONGEST_MESSAGE = 100_000;

export const wireLibrarianSpent = z
  .object({
    requests: count,
    input: count,
    output: count,
    cached: count,
    cost: z.number().optional(),
    estimated: z.boolean(),
  })
  .meta({
    id: 'LibrarianSpent',
    description:
      'Tokens. `cached` is a part of `input`. `cost` is in the currency of the price table, and absent where no price is known. `estimated`: some provider told no tokens.',
  });
export type WireLibrarianSpent = z.output<typeof wireLibrarianSpent>;

export const wireLibrarianTask = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('free') }),
    z.object({ kind: z.literal('gap'), gap: z.string(), title: z.string() }),
    z.object({ kind: z.literal('entry'), path: z.string(), title: z.string() }),
  ])
  .meta({ id: 'LibrarianTask' });
export type WireLibrarianTask = z.output<typeof wireLibrarianTask>;

const wireToolPart = z.object({
  kind: z.literal('tool'),
  id: z.string(),
  tool: z.string(),
  /** What it does, for people. */
  label: z.string(),
  input: z.unknown(),
  state: z.enum(toolCallStates),
  /** What came of it, in one line; empty while it runs. */
  summary: z.string(),
  /** What the model was told. */
  result: z.string(),
});

const wireProposalPart = z.object({
  kind: z.literal('proposal'),
  call: z.string(),
  /** Its id under `/v1/proposals`. */
  proposal: z.string(),
  action: z.enum(proposedActions),
  title: z.string(),
  path: z.string(),
  /** How it stands now; absent for one that is not kept any more. */
  status: z.enum(proposalStatuses).optional(),
});

const wireNoticePart = z.object({ kind: z.literal('notice'), tone: z.enum(noticeTones), sentence: z.string() });

export const wireAnswerPart = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('text'), text: z.string() }),
    wireToolPart,
    wireProposalPart,
    wireNoticePart,
  ])
  .meta({ id: 'LibrarianPart', description: 'A piece of an answer, in the order in which it came.' });
export type WireAnswerPart = z.output<typeof wireAnswerPart>;

const wireUserMessage = z.object({ role: z.literal('user'), at: z.number(), text: z.string() });

export const wireAssistantMessage = z.object({
  role: z.literal('assistant'),
  at: z.number(),
  state: z.enum(answerStates),
  parts: z.array(wireAnswerPart).readonly(),
  spent: wireLibrarianSpent,
  steps: count,
  /** Milliseconds. */
  took: z.number(),
  model: z.string(),
  protocol: z.enum(protocols),
});
export type WireAssistantMessage = z.output<typeof wireAssistantMessage>;

export const wireLibrarianMessage = z.discriminatedUnion('role', [wireUserMessage, wireAssistantMessage]).meta({
  id: 'LibrarianMessage',
  description:
    '`state`: `stopped` by the user, `limited` by steps, tokens, time or repetition, `failed` by the model, `interrupted` by the end of the program; what was written stays in each case.',
});
export type WireLibrarianMessage = z.output<typeof wireLibrarianMessage>;

const wireSessionHead = z.object({
  id: z.string(),
  title: z.string(),
  task: wireLibrarianTask,
  chat: z.string().optional(),
  forkedFrom: z.object({ session: z.string(), message: count }).optional(),
  created: z.number(),
  changed: z.number(),
  /** How the last answer stands; absent before the first one. */
  state: z.enum(answerStates).optional(),
  messages: count,
  proposals: count,
  spent: wireLibrarianSpent,
});
export type WireLibrarianHead = z.output<typeof wireSessionHead>;

export const wireLibrarianSession = wireSessionHead
  .extend({
    messages: z.array(wireLibrarianMessage).readonly(),
    /** What the user could say first, made of the task. */
    opening: z.string(),
    /** How many of the last messages the model still reads in full. */
    remembered: count,
  })
  .meta({ id: 'LibrarianSession', description: 'A conversation. A message is named by its place in `messages`.' });
export type WireLibrarianSession = z.output<typeof wireLibrarianSession>;

export const wireLibrarianSessions = z
  .object({
    items: z.array(wireSessionHead).readonly(),
    channel: z.object({
      state: z.enum(['usable', 'off', 'no-connection']),
      /** What is missing, and what to do. */
      complaint: z.string().optional(),
      model: z.string().optional(),
      /** The name of the connection, or of the profile of SillyTavern. */
      connection: z.string().optional(),
      /** How this model is told of tools, once that is known. */
      protocol: z.enum(protocols).optional(),
    }),
    /** Open lore gaps, for the work queue. */
    gaps: count,
    usedToday: count,
    dailyTokens: count.optional(),
    /** What one answer may take. */
    limits: z.object({ steps: count, tokens: count }),
  })
  .meta({ id: 'LibrarianSessions', description: 'Conversations, the one that was changed last first.' });
export type WireLibrarianSessions = z.output<typeof wireLibrarianSessions>;

export const wireNewSession = z
  .object({
    task: z
      .discriminatedUnion('kind', [
        z.object({ kind: z.literal('free') }),
        z.object({ kind: z.literal('gap'), gap: name.optional() }),
        z.object({ kind: z.literal('entry'), entry: z.string().min(1).max(1_000) }),
      ])
      .default({ kind: 'free' }),
    chat: name.optional(),
    title: name.optional(),
  })
  .meta({
    id: 'NewLibrarianSession',
    description:
      'A gap without an id is the most urgent open one that no conversation is about. `entry` is an id, a path or a name. Without `chat`: that of the gap, else the one that was played last.',
  });

export type WireNewSession = z.input<typeof wireNewSession>;

export const wireSessionChange = z
  .object({ title: name.optional(), chat: name.nullable().optional() })
  .meta({ id: 'LibrarianSessionChange', description: '`chat`: null for none.' });

export const wireLibrarianText = z
  .object({ text: z.string().trim().min(1).max(LONGEST_MESSAGE) })
  .meta({ id: 'LibrarianText' });

/** What is told while an answer is written. */
export const wireLibrarianEvent = z
  .discriminatedUnion('kind', [
    /** The answer as it stands: all of it at the beginning of a stream. `message` is its place in the conversation. */
    z.object({ kind: z.literal('answer'), session: z.string(), message: count, answer: wireAssistantMessage }),
    /** More text for the part at a place; the part is new where there is none. */
    z.object({ kind: z.literal('text'), part: count, text: z.string() }),
    z.object({ kind: z.literal('tool-call'), part: count, call: wireToolPart }),
    z.object({ kind: z.literal('tool-result'), part: count, call: wireToolPart }),
    z.object({ kind: z.literal('proposal'), part: count, proposal: wireProposalPart }),
    z.object({ kind: z.literal('notice'), part: count, notice: wireNoticePart }),
    z.object({ kind: z.literal('usage'), spent: wireLibrarianSpent, steps: count }),
    /** The end. The conversation is complete. */
    z.object({ kind: z.literal('done'), session: wireLibrarianSession }),
    /** The end, too: the model failed. The sentence says what to do. */
    z.object({
      kind: z.literal('error'),
      error: z.enum(modelErrorKinds).optional(),
      sentence: z.string(),
      session: wireLibrarianSession,
    }),
  ])
  .meta({ id: 'LibrarianEvent', description: 'The `data` of an event of the stream; its `event` is the kind.' });
export type WireLibrarianEvent = z.output<typeof wireLibrarianEvent>;
