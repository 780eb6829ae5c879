import { describe, expect, it } from 'vitest';
import { failureOf, readStream } from '../../../tests/contract/language-model.contract';
import type { LanguageModel, ModelRequest } from '../../core/ai/language-model';
import { createModel } from './create-model';
import type { ModelFetch } from './model-fetch';
import { LARGEST_ANSWER } from './provider-fetch';
import { plainQuestion } from './testing/questions';

function modelOver(fetch: ModelFetch): LanguageModel {
  const connection = { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:9', model: 'm' } as const;
  return createModel(connection, { fetch, clock: { now: () => 0 } });
}

const never = () => new Promise<never>(() => undefined);
const ways = [
  ['generate', (model: LanguageModel, request: ModelRequest) => model.generate(request)],
  ['stream', (model: LanguageModel, request: ModelRequest) => readStream(model, request)],
] as const;

describe.each(ways)('%s', (_, ask) => {
  it('is aborted at once though the provider minds no signal', async () => {
    const controller = new AbortController();
    const failure = failureOf(ask(modelOver(never), { ...plainQuestion, signal: controller.signal }));
    controller.abort('stop');
    expect(await failure).toMatchObject({ kind: 'aborted', cause: 'stop' });
  });

  it('is aborted at once though the body never ends', async () => {
    const endless = () => new ReadableStream<Uint8Array>({ pull: never, cancel: never });
    const controller = new AbortController();
    let isReading: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (isReading = resolve));
    const fetch = () => {
      isReading();
      return Promise.resolve(new Response(endless(), { headers: { 'content-type': 'text/event-stream' } }));
    };
    const failure = failureOf(ask(modelOver(fetch), { ...plainQuestion, signal: controller.signal }));
    await reading;
    controller.abort('stop');
    expect(await failure).toMatchObject({ kind: 'aborted', cause: 'stop' });
  });

  it('is aborted, not broken, when the abort itself breaks the connection', async () => {
    const controller = new AbortController();
    const fetch: ModelFetch = (_url, { signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new TypeError('fetch failed'))));
    const failure = failureOf(ask(modelOver(fetch), { ...plainQuestion, signal: controller.signal }));
    controller.abort('stop');
    expect(await failure).toMatchObject({ kind: 'aborted', cause: 'stop' });
  });

  it('says that nobody is there', async () => {
    const cause = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9'), { code: 'ECONNREFUSED' });
    const fetch = () => Promise.reject(new TypeError('fetch failed', { cause }));
    const error = await failureOf(ask(modelOver(fetch), plainQuestion));
    expect(error.kind).toBe('network');
    expect(error.message).toBe(
      'There is no connection to 127.0.0.1:9 (ECONNREFUSED). Check the address, and that the server is running.',
    );
  });

  it('gives up on an answer without end', async () => {
    let sent = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024 * 1024;
        controller.enqueue(new Uint8Array(1024 * 1024).fill(32));
      },
      cancel() {
        isCancelled = true;
      },
    });
    const fetch = () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    const error = await failureOf(ask(modelOver(fetch), plainQuestion));
    expect(error).toMatchObject({ kind: 'unusable' });
    expect(error.message).toContain('too large');
    expect(isCancelled).toBe(true);
    expect(sent).toBeLessThan(LARGEST_ANSWER + 8 * 1024 * 1024);
  });

  it('leaves no listener on the caller’s signal', async () => {
    const { signal } = new AbortController();
    const listeners = new Set<unknown>();
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...parts: Parameters<typeof add>) => {
      listeners.add(parts[1]);
      add(...parts);
    };
    signal.removeEventListener = (...parts: Parameters<typeof remove>) => {
      listeners.delete(parts[1]);
      remove(...parts);
    };
    await failureOf(
      ask(
        modelOver(() => Promise.reject(new TypeError('fetch failed'))),
        { ...plainQuestion, signal },
      ),
    );
    expect(listeners.size).toBe(0);
  });
});

it('closes the connection of a stream that is left early', async () => {
  let isLeft = false;
  const fetch: ModelFetch = (_url, { signal }) => {
    signal.addEventListener('abort', () => (isLeft = true));
    const event = 'data: {"choices":[{"index":0,"delta":{"content":"word "},"finish_reason":null}]}\n\n';
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new TextEncoder().encode(event)),
    });
    return Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
  };
  for await (const part of modelOver(fetch).stream(plainQuestion)) {
    expect(part).toEqual({ kind: 'text', text: 'word ' });
    break;
  }
  expect(isLeft).toBe(true);
});
