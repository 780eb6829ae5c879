/** Tokens that an answer says it took. */
export interface FakeUsage {
  readonly input: number;
  readonly output: number;
  readonly cached: number;
}

/** A call of a tool; `input` is sent as JSON, a text as it is. */
export interface FakeToolCall {
  readonly id?: string;
  readonly tool: string;
  readonly input: unknown;
}

/** An answer in the wire format of the provider. */
export interface FakeAnswer {
  readonly kind: 'answer';
  readonly text?: string;
  /** What the model thinks before it answers. */
  readonly thinking?: string;
  readonly toolCalls?: readonly FakeToolCall[];
  readonly finish?: 'stop' | 'length' | 'refusal';
  readonly usage?: FakeUsage;
  /** Between the pieces of a stream, in milliseconds; a word is a piece. */
  readonly every?: number;
  /** The connection is cut after so many pieces of a stream, or within a body that is sent whole. */
  readonly cutAfter?: number;
}

/** What the fake provider does with one request. */
export type Reply =
  | FakeAnswer
  /** Any status with any body, as written. */
  | {
      readonly kind: 'raw';
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  /** A failure in the provider's own words. */
  | { readonly kind: 'failure'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** The request is taken and never answered. */
  | { readonly kind: 'silent' }
  /** The connection is cut without an answer. */
  | { readonly kind: 'reset' }
  /** Waits before it does what it does. */
  | { readonly kind: 'slow'; readonly milliseconds: number; readonly reply: Reply };

const answer = (parts: Omit<FakeAnswer, 'kind'>): FakeAnswer => ({ kind: 'answer', ...parts });
const page = (type: string, body: string): Reply => ({
  kind: 'raw',
  status: 200,
  headers: { 'content-type': type },
  body,
});

/** Everything that a fake provider can be told to do. */
export const replies = {
  text: (text: string, usage?: FakeUsage) => answer({ text, ...(usage === undefined ? {} : { usage }) }),
  json: (value: unknown) => answer({ text: JSON.stringify(value) }),
  toolCall: (tool: string, input: unknown, id?: string) =>
    answer({ toolCalls: [{ tool, input, ...(id === undefined ? {} : { id }) }] }),
  thinking: (thinking: string, text: string) => answer({ thinking, text }),
  /** Thinks until the limit of tokens is reached. */
  onlyThinking: (thinking: string) => answer({ thinking, finish: 'length' }),
  refusal: (text = '') => answer({ text, finish: 'refusal' }),
  empty: () => answer({ text: '' }),
  huge: (megabytes: number) => answer({ text: `${'lore '.repeat(Math.ceil((megabytes * 1024 * 1024) / 5))}end` }),
  /** Word by word. */
  drip: (text: string, every: number) => answer({ text, every }),
  /** Cut after some words of a stream, or in the middle of a body. */
  cutShort: (text: string, cutAfter: number) => answer({ text, cutAfter }),
  slow: (milliseconds: number, reply: Reply): Reply => ({ kind: 'slow', milliseconds, reply }),
  silent: (): Reply => ({ kind: 'silent' }),
  reset: (): Reply => ({ kind: 'reset' }),
  /** 401, 403, 404, 500, 529 and every other status from 400. */
  status: (status: number, headers: Readonly<Record<string, string>> = {}): Reply => ({
    kind: 'failure',
    status,
    headers,
  }),
  /** 429; `retryAfter` as the header has it: seconds or a date. */
  tooMany: (retryAfter?: string): Reply =>
    replies.status(429, retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
  wrongJson: () => page('application/json', '{"choices": [ {"message": '),
  otherJson: () => page('application/json', '{"hello": "world"}'),
  html: () => page('text/html', '<!doctype html><title>Sign in</title><p>Please sign in.</p>'),
  raw: (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Reply => ({
    kind: 'raw',
    status,
    headers,
    body,
  }),
};
