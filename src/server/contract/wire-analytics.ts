import { z } from '@hono/zod-openapi';

/** Schemas of how entries are used. */

const count = z.number().int().min(0);
const useStates = ['always', 'hot', 'warm', 'cold', 'never', 'off', 'gone'] as const;

const wireMoment = z.object({ chat: z.string(), turn: count, at: count }).meta({
  id: 'UseMoment',
  description: '`turn`: index of the message that was generated. `at`: milliseconds since 1970.',
});

const wireReasons = z.array(z.object({ reason: z.string(), count })).readonly();

export const wireEntryUse = z
  .object({
    id: z.string(),
    title: z.string(),
    path: z.string().optional(),
    card: z.string().optional(),
    type: z.string().optional(),
    state: z.enum(useStates),
    matched: count,
    selected: count,
    injected: count,
    tokens: count,
    refused: wireReasons,
    first: wireMoment.optional(),
    last: wireMoment.optional(),
  })
  .meta({
    id: 'EntryUse',
    description:
      'An entry and the turns that it was in. `matched`: something woke it. `selected`: it was wanted, whether or not there was room. `tokens`: over all turns. `refused`: the most frequent reasons first. `first`, `last`: turns that it went into. `state`: `always` in every turn, `hot` or `cold` against the mean of entries that were used, `warm` in between, `never` so far; `off` where its note keeps it out; `gone` where its note is not in the vault now, or it stands in a card, which `card` names. `path` is absent for those.',
  });
export type WireEntryUse = z.output<typeof wireEntryUse>;

const wireTurnFigures = z.object({ turns: count, injected: count, tokens: count, candidates: count });

export const wireUsePage = z
  .object({
    items: z.array(wireEntryUse).readonly(),
    total: count,
    offset: count,
    turns: wireTurnFigures,
    states: z.record(z.enum(useStates), count),
    resetAt: z.number().optional(),
  })
  .meta({
    id: 'EntryUsePage',
    description:
      'A page of entries with their use. `turns`: all turns together; tries of one message count once, and the last one counts. `states`: entries of each state, whatever the filters say. `resetAt`: when everything was forgotten, as long as that can be taken back.',
  });
export type WireUsePage = z.output<typeof wireUsePage>;

export const wireUseCourse = z
  .object({
    days: z.array(wireTurnFigures.omit({ candidates: true }).extend({ day: z.string() })).readonly(),
    recent: z
      .array(
        z.object({
          id: z.string(),
          chat: z.string(),
          turn: count,
          at: count,
          tokens: count,
          entries: z.array(z.object({ id: z.string(), title: z.string(), tokens: count })).readonly(),
        }),
      )
      .readonly(),
    reasons: wireReasons,
    chats: z.array(z.object({ id: z.string(), name: z.string().optional() })).readonly(),
  })
  .meta({
    id: 'UseCourse',
    description:
      'Turns one after the other. `days`: oldest first, only those with turns, at most 90. `recent`: the last 50 turns, oldest first, with what went in. Of one entry `injected` counts the turns that it went into, and `tokens` its own. `chats`: those that are told apart.',
  });
export type WireUseCourse = z.output<typeof wireUseCourse>;

export const wireUseReset = z
  .object({ resetAt: z.number().optional() })
  .meta({ id: 'UseReset', description: 'When everything was forgotten, as long as that can be taken back.' });
