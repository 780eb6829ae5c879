import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LanguageModel, ModelAnswer, ModelRequest } from '../../src/core/ai/language-model';
import { ModelError } from '../../src/core/ai/model-error';
import { replies, type Reply } from '../support/fake-provider/reply';

/** A model, and a way to say what becomes of the next questions. */
export interface ModelUnderTest {
  readonly model: LanguageModel;
  readonly next: (...next: readonly Reply[]) => void;
  /** How many questions have reached whoever answers. */
  readonly asked: () => number;
  readonly dispose: () => Promise<void>;
}

/** Stands for the key in every connection under test: no message may hold it. */
export const SECRET_KEY = 'sk-secret-key-0123456789';
const SECRET_TEXT = 'The miller hides a silver bell.';

const until = new AbortController();

/** A question with these differences from a plain one. */
export function question(differences: Partial<ModelRequest> = {}): ModelRequest {
  const messages = [
    { role: 'system', text: 'Answer in JSON.' },
    { role: 'user', text: SECRET_TEXT },
  ] as const;
  return { messages, maxTokens: 500, signal: until.signal, ...differences };
}

/** The answer of a stream, and its pieces. */
export async function readStream(model: LanguageModel, request: ModelRequest): Promise<[ModelAnswer, string[]]> {
  const pieces: string[] = [];
  for await (const part of model.stream(request)) {
    if (part.kind === 'done') return [part.answer, pieces];
    pieces.push(part.text);
  }
  throw new Error('the stream has no end');
}

/** The failure of a question; the test fails when there is none. */
export async function failureOf(work: Promise<unknown>): Promise<ModelError> {
  const error: unknown = await work.then(
    (answer) => new Error(`answered ${JSON.stringify(answer)}`),
    (reason: unknown) => reason,
  );
  if (error instanceof ModelError) return error;
  throw error;
}

const ways = {
  generate: (model: LanguageModel, request: ModelRequest) => model.generate(request),
  stream: async (model: LanguageModel, request: ModelRequest) => (await readStream(model, request))[0],
} as const;

const failures: readonly (readonly [string, Reply, ModelError['kind']])[] = [
  ['a wrong key', replies.status(401), 'auth'],
  ['a key without the right', replies.status(403), 'auth'],
  ['an unknown model', replies.status(404), 'request'],
  ['a request that is not taken', replies.status(400), 'request'],
  ['too many requests', replies.tooMany(), 'rate-limit'],
  ['a failure', replies.status(500), 'server'],
  ['no service', replies.status(503), 'server'],
  ['overload', replies.status(529), 'server'],
  ['a connection that is cut', replies.reset(), 'network'],
  ['an answer that is cut', replies.cutShort('one two three four', 2), 'network'],
  ['broken JSON', replies.wrongJson(), 'unusable'],
  ['JSON of another kind', replies.otherJson(), 'unusable'],
  ['a page', replies.html(), 'unusable'],
  ['an empty answer', replies.empty(), 'unusable'],
  ['nothing but thoughts', replies.onlyThinking('hm hm'), 'unusable'],
];

/** What every model has to do. */
export function describeLanguageModel(title: string, open: () => Promise<ModelUnderTest>): void {
  describe(title, () => {
    let under: ModelUnderTest;
    beforeEach(async () => {
      under = await open();
    });
    afterEach(() => under.dispose());

    describe.each(['generate', 'stream'] as const)('%s', (way) => {
      const ask = (differences: Partial<ModelRequest> = {}) => ways[way](under.model, question(differences));
      answers(() => under, ask);
      fails(() => under, ask);
      stops(() => under, ask);
    });
    streams(() => under);
  });
}

type Ask = (differences?: Partial<ModelRequest>) => Promise<ModelAnswer>;

function answers(under: () => ModelUnderTest, ask: Ask): void {
  it('gives the text, the tokens and why it ended', async () => {
    under().next(replies.text('Mill and Mara', { input: 120, output: 9, cached: 100 }));
    expect(await ask()).toEqual({
      text: 'Mill and Mara',
      toolCalls: [],
      usage: { input: 120, output: 9, cached: 100 },
      finish: 'stop',
    });
  });

  it('leaves out what the model thought', async () => {
    under().next(replies.thinking('The mill? Surely.', 'Mill'));
    expect((await ask()).text).toBe('Mill');
  });

  it('gives the calls of tools with parsed arguments', async () => {
    under().next(replies.toolCall('read_note', { path: 'Mill.md', lines: [1, 2] }, 'call_7'));
    const answer = await ask();
    expect(answer.toolCalls).toEqual([{ id: 'call_7', tool: 'read_note', input: { path: 'Mill.md', lines: [1, 2] } }]);
    expect(answer.finish).toBe('tool-calls');
  });

  it('says when the limit of tokens ended the answer', async () => {
    under().next({ kind: 'answer', text: 'Mill and', finish: 'length' });
    expect(await ask()).toMatchObject({ text: 'Mill and', finish: 'length' });
  });

  it('gives a refusal as an answer that says so', async () => {
    under().next(replies.refusal());
    expect((await ask()).finish).toBe('refusal');
  });

  it('gives an answer of megabytes whole', async () => {
    under().next(replies.huge(3));
    const { text } = await ask();
    expect(text.length).toBeGreaterThan(3 * 1024 * 1024);
    expect(text.endsWith('lore end')).toBe(true);
  });

  it('answers the next question after a failure', async () => {
    under().next(replies.status(500), replies.text('here again'));
    await failureOf(ask());
    expect((await ask()).text).toBe('here again');
  });
}

function fails(under: () => ModelUnderTest, ask: Ask): void {
  it.each(failures)('tells %s apart, asks once, and keeps key and texts to itself', async (_, reply, kind) => {
    under().next(reply);
    const error = await failureOf(ask());
    expect(error.kind).toBe(kind);
    expect(under().asked()).toBe(1);
    // What a log prints of an error: message, stack and causes.
    const printed = [error.message, error.stack, JSON.stringify(error.cause), String(error.cause)].join();
    expect(printed).not.toContain(SECRET_KEY);
    expect(printed).not.toContain('silver bell');
  });

  it('keeps the status of a failure', async () => {
    under().next(replies.status(503));
    expect((await failureOf(ask())).status).toBe(503);
  });

  it('knows how long the provider asks to wait', async () => {
    under().next(replies.tooMany('2'));
    expect((await failureOf(ask())).retryAfter).toBe(2_000);
  });

  it('keeps the tokens of an answer that holds nothing', async () => {
    under().next({ kind: 'answer', thinking: 'hm', finish: 'length', usage: { input: 40, output: 500, cached: 0 } });
    expect((await failureOf(ask())).usage).toEqual({ input: 40, output: 500, cached: 0 });
  });
}

function stops(under: () => ModelUnderTest, ask: Ask): void {
  it('asks nobody when it is aborted before', async () => {
    const error = await failureOf(ask({ signal: AbortSignal.abort('stop') }));
    expect(error).toMatchObject({ kind: 'aborted', cause: 'stop' });
    expect(under().asked()).toBe(0);
  });

  it('is aborted with the reason kept while the provider is silent for ever (BR-154)', async () => {
    under().next(replies.silent());
    const controller = new AbortController();
    const failure = failureOf(ask({ signal: controller.signal }));
    await expect.poll(() => under().asked(), { timeout: 10_000 }).toBe(1);
    const reason = new Error('the time limit is reached');
    controller.abort(reason);
    const error = await failure;
    expect(error.kind).toBe('aborted');
    expect(error.cause).toBe(reason);
  });

  it('does not mind an abort after the answer', async () => {
    under().next(replies.text('Mill'));
    const controller = new AbortController();
    const answer = await ask({ signal: controller.signal });
    controller.abort();
    expect(answer.text).toBe('Mill');
  });
}

function streams(under: () => ModelUnderTest): void {
  it('streams the text in pieces that make the answer', async () => {
    under().next(replies.drip('one two three', 1));
    const [answer, pieces] = await readStream(under().model, question());
    expect(pieces.length).toBeGreaterThan(1);
    expect(pieces.join('')).toBe('one two three');
    expect(answer.text).toBe('one two three');
  });

  it('gives the pieces that came before a stream broke', async () => {
    under().next(replies.cutShort('one two three four', 2));
    const pieces: string[] = [];
    const error = await failureOf(
      (async () => {
        for await (const part of under().model.stream(question())) if (part.kind === 'text') pieces.push(part.text);
      })(),
    );
    expect(error.kind).toBe('network');
    expect(pieces.join('')).toMatch(/^one/);
  });

  it('ends in the middle of a stream when it is aborted', async () => {
    under().next(replies.drip('word '.repeat(1_000), 20));
    const controller = new AbortController();
    const error = await failureOf(
      (async () => {
        for await (const part of under().model.stream(question({ signal: controller.signal }))) {
          if (part.kind === 'text') controller.abort('enough');
        }
      })(),
    );
    expect(error).toMatchObject({ kind: 'aborted', cause: 'enough' });
  });
}
