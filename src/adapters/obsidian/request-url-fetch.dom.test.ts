import type { RequestUrlParam, RequestUrlResponse } from 'obsidian';
import { beforeEach, expect, it, vi } from 'vitest';
import { createRequestUrlFetch } from './request-url-fetch';

type AnswerOfApp = Pick<RequestUrlResponse, 'status'> & Partial<RequestUrlResponse>;

const asked: RequestUrlParam[] = [];
let answerOfApp: () => Promise<AnswerOfApp>;

vi.mock('obsidian', async (original) => ({
  ...(await original<object>()),
  requestUrl: (request: RequestUrlParam) => {
    asked.push(request);
    return answerOfApp();
  },
}));

const URL_OF_MODEL = 'https://llm.example/v1/chat/completions';
const init = (signal = new AbortController().signal) =>
  ({ method: 'POST', headers: { authorization: 'Bearer k' }, body: '{"a":1}', signal }) as const;
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const forbidden = vi.fn(() => Promise.reject<Response>(new TypeError('Failed to fetch')));

beforeEach(() => {
  asked.length = 0;
  forbidden.mockClear();
  answerOfApp = () =>
    Promise.resolve({ status: 200, headers: { 'retry-after': '3' }, arrayBuffer: bytes('{"ok":true}') });
});

it('leaves a server that lets pages in to the window', async () => {
  const fetch = createRequestUrlFetch(() => Promise.resolve(new Response('window', { status: 429 })));
  const response = await fetch(URL_OF_MODEL, init());
  expect([response.status, await response.text()]).toEqual([429, 'window']);
  expect(asked).toEqual([]);
});

it('asks through the app where the window is refused', async () => {
  const response = await createRequestUrlFetch(forbidden)(URL_OF_MODEL, init());
  expect(await response.json()).toEqual({ ok: true });
  expect(response.headers.get('retry-after')).toBe('3');
  expect(asked).toEqual([
    { url: URL_OF_MODEL, method: 'POST', headers: { authorization: 'Bearer k' }, body: '{"a":1}', throw: false },
  ]);
});

it('remembers that for the server alone', async () => {
  const fetch = createRequestUrlFetch(forbidden);
  await fetch(URL_OF_MODEL, init());
  await fetch('https://llm.example/v1/models', init());
  expect(forbidden).toHaveBeenCalledTimes(1);
  await fetch('https://other.example/v1/models', init());
  expect(forbidden).toHaveBeenCalledTimes(2);
  expect(asked).toHaveLength(3);
});

it('remembers nothing when the app reaches nobody either', async () => {
  const fetch = createRequestUrlFetch(forbidden);
  answerOfApp = () => Promise.reject(new Error('net::ERR_CONNECTION_REFUSED'));
  await expect(fetch(URL_OF_MODEL, init())).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
  await expect(fetch(URL_OF_MODEL, init())).rejects.toThrow('net::ERR_CONNECTION_REFUSED');
  expect(forbidden).toHaveBeenCalledTimes(2);
});

it.each([401, 429, 500])('gives the app’s answer of %i as one', async (status) => {
  answerOfApp = () => Promise.resolve({ status, headers: {}, arrayBuffer: bytes('no') });
  const response = await createRequestUrlFetch(forbidden)(URL_OF_MODEL, init());
  expect([response.status, await response.text()]).toEqual([status, 'no']);
});

it('gives an answer without a body', async () => {
  answerOfApp = () => Promise.resolve({ status: 204, headers: {}, arrayBuffer: bytes('') });
  expect((await createRequestUrlFetch(forbidden)(URL_OF_MODEL, init())).status).toBe(204);
});

it('does not wait for the app when it is aborted, though the app cannot cancel', async () => {
  answerOfApp = () => new Promise(() => undefined);
  const controller = new AbortController();
  const response = createRequestUrlFetch(forbidden)(URL_OF_MODEL, init(controller.signal));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  const reason = new Error('stop');
  controller.abort(reason);
  await expect(response).rejects.toBe(reason);
});

it('asks nobody else when the window’s attempt was aborted', async () => {
  const controller = new AbortController();
  const fetch = createRequestUrlFetch(() => {
    controller.abort();
    return Promise.reject(new TypeError('Failed to fetch'));
  });
  await expect(fetch(URL_OF_MODEL, init(controller.signal))).rejects.toThrow('Failed to fetch');
  expect(asked).toEqual([]);
});

it('passes on what is no refusal of the window', async () => {
  const fetch = createRequestUrlFetch(() => Promise.reject(new RangeError('out of order')));
  await expect(fetch(URL_OF_MODEL, init())).rejects.toThrow('out of order');
  expect(asked).toEqual([]);
});
