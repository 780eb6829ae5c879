import { z } from 'zod';
import { nothingSpent } from '../ai/guard/spent';
import { growthRequest } from './growth-request';
import { jobResult } from './job-result';

const count = z.number().int().min(0);
const texts = z.array(z.string()).readonly();

/** One step of a job: at most one question to a model, whose result is kept before the next one begins. */
const step = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('read-chat'),
    /** Indexes of messages in the full chat, both included. */
    from: count,
    to: count,
    /** A piece of one long message: offsets in its text, the end excluded. */
    piece: z.tuple([count, count]).optional(),
  }),
  z.object({ kind: z.literal('propose-entries') }),
  z.object({ kind: z.literal('keys'), path: z.string() }),
  z.object({ kind: z.literal('summaries'), paths: texts, isSecond: z.boolean() }),
  /** Entries by their numbers in `paths` of the job. */
  z.object({ kind: z.literal('review'), first: count, count }),
  /** Facts by their numbers among those of a level. */
  z.object({ kind: z.literal('compare'), level: count, first: count, count }),
  z.object({ kind: z.literal('overview') }),
  z.object({ kind: z.literal('report') }),
]);
export type Step = z.output<typeof step>;
export type StepOf<Kind extends Step['kind']> = Extract<Step, { readonly kind: Kind }>;

/** A new entry that a model found in a chat, not yet compared with the lore. */
const candidate = z.object({
  title: z.string(),
  type: z.string(),
  keys: texts,
  summary: z.string(),
  content: z.string(),
});
export type Candidate = z.output<typeof candidate>;

/** Something new that a chat says about an entry that is there. */
const news = z.object({ title: z.string(), text: z.string() });
export type News = z.output<typeof news>;

export const findingKinds = ['contradiction', 'duplicate', 'outdated', 'gap', 'unclear'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** Something that a model found wrong in the lore. Entries by their numbers in `paths` of the job. */
const finding = z.object({
  kind: z.enum(findingKinds),
  entries: z.array(count).readonly(),
  text: z.string(),
  advice: z.string(),
});
export type Finding = z.output<typeof finding>;

/** What an entry says, in short, to be compared with what others say. */
const fact = z.object({ level: count, entries: z.array(count).readonly(), text: z.string() });
export type Fact = z.output<typeof fact>;

export const jobStates = ['waiting', 'running', 'paused', 'done', 'canceled'] as const;
export type JobState = (typeof jobStates)[number];

const spent = z.object({
  requests: count,
  input: count,
  output: count,
  cached: count,
  cost: z.number().min(0),
  unpriced: count,
  estimated: count,
});

/** Work that takes many questions, as it is kept. */
const job = z.object({
  id: z.string(),
  request: growthRequest,
  /** What it is about, for people. */
  title: z.string(),
  /** Milliseconds since 1970. */
  at: z.number(),
  changed: z.number(),
  /** Whether nobody asked for it: a chat grew long enough. */
  isAutomatic: z.boolean(),
  state: z.enum(jobStates),
  /** Why it is paused, or how it ended. */
  sentence: z.string(),
  steps: z.array(step).readonly(),
  /** Steps that are done. */
  done: count,
  /** The entries that it looks at, by number. */
  paths: texts,
  candidates: z.array(candidate).readonly(),
  news: z.array(news).readonly(),
  findings: z.array(finding).readonly(),
  facts: z.array(fact).readonly(),
  /** What the model says of a review as a whole. */
  overview: z.string(),
  results: z.array(jobResult).readonly(),
  spent,
});
export type Job = z.output<typeof job>;

/** A stored job; undefined for what is none. */
export function readJob(stored: unknown): Job | undefined {
  const read = job.safeParse(stored);
  return read.success ? read.data : undefined;
}

/** Whether something of it is still to be done. */
export function isUnfinished({ state }: Pick<Job, 'state'>): boolean {
  return state !== 'done' && state !== 'canceled';
}

/** A job of which nothing is done. */
export function newJob(
  about: Pick<Job, 'id' | 'request' | 'title' | 'at' | 'isAutomatic' | 'steps'> & {
    readonly paths?: readonly string[];
  },
): Job {
  return {
    ...about,
    changed: about.at,
    state: 'waiting',
    sentence: '',
    done: 0,
    paths: about.paths ?? [],
    candidates: [],
    news: [],
    findings: [],
    facts: [],
    overview: '',
    results: [],
    spent: nothingSpent,
  };
}
