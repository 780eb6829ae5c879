import { describe, expect, it } from 'vitest';
import { clientFor } from '../find-server';
import { FakeTavern, withContext } from '../testing/fake-tavern';
import { tunnelFetch } from './tunnel-fetch';

const base = 'http://127.0.0.1:27673';

interface Carried {
  readonly custom_url: string;
  readonly custom_include_headers: string;
  readonly messages: readonly { readonly content: string }[];
  readonly [name: string]: unknown;
}

/** SillyTavern's back end, which posts what it is given and gives what comes back. */
function through(serve: (carried: Carried) => unknown) {
  const carried: Carried[] = [];
  const context = withContext(new FakeTavern().context, {
    ChatCompletionService: {
      processRequest: (request) => {
        carried.push(request as Carried);
        return Promise.resolve().then(() => serve(request as Carried));
      },
    },
  });
  return { fetch: tunnelFetch(context), carried };
}

const said = (content: unknown): unknown => ({ choices: [{ message: { content: JSON.stringify(content) } }] });
const fine = { status: 200, type: 'application/json', body: '{"ok":true}' };

describe('a request that is carried', () => {
  it('is the one call that SillyTavern’s back end passes on unchanged', async () => {
    const { fetch, carried } = through(() => said(fine));
    const response = await fetch(`${base}/v1/stream?client=a&wait=0`, {
      headers: { authorization: 'Bearer a: "b"' },
    });
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(carried[0]).toEqual({
      chat_completion_source: 'custom',
      custom_url: `${base}/v1`,
      custom_include_headers: '{"Authorization":"Bearer a: \\"b\\""}',
      model: 'lorehearth',
      max_tokens: 1,
      stream: false,
      messages: [{ role: 'user', content: '{"lorehearth":1,"method":"GET","path":"/v1/stream?client=a&wait=0"}' }],
    });
  });

  it('has its body inside, as the typed client sends it', async () => {
    const { fetch, carried } = through(() => said({ ...fine, body: '{"preparing":true}', status: 202 }));
    const json = { chat: { id: 'c' }, messages: [{ role: 'user' as const, text: 'Grüße' }] };
    const response = await clientFor(base, 'good', fetch).v1.prepare.$post({ json });
    expect(await response.json()).toEqual({ preparing: true });
    expect(JSON.parse(carried[0]?.messages[0]?.content ?? '')).toEqual({
      lorehearth: 1,
      method: 'POST',
      path: '/v1/prepare',
      body: json,
    });
  });

  it('sends an empty header without a token, so that no key of SillyTavern’s goes out', async () => {
    const { fetch, carried } = through(() => said(fine));
    await clientFor(base, '', fetch).health.$get();
    expect(carried[0]?.custom_include_headers).toBe('{"Authorization":""}');
  });

  it('has the status that Lorehearth gave, with or without a body', async () => {
    const { fetch } = through(({ messages }) =>
      said(
        messages[0]?.content.includes('/v1/gone') === true
          ? { status: 404, type: 'a/b', body: '{}' }
          : { status: 204, body: '' },
      ),
    );
    const gone = await fetch(`${base}/v1/gone`);
    expect([gone.status, gone.headers.get('content-type')]).toEqual([404, 'a/b']);
    expect((await fetch(`${base}/v1/done`)).status).toBe(204);
  });
});

describe('a request that cannot be carried', () => {
  it.each<[string, () => unknown]>([
    ['SillyTavern fails', () => Promise.reject(new Error('Connection refused'))],
    ['a model answers', () => ({ choices: [{ message: { content: 'Hello, how can I help?' } }] })],
    ['JSON without a status answers', () => said({ hello: 'world' })],
    ['nonsense answers', () => said({ status: 9_000, body: '' })],
    ['nothing answers', () => undefined],
  ])('fails as a dead line does when %s', async (_name, serve) => {
    await expect(through(serve).fetch(`${base}/health`)).rejects.toBeInstanceOf(TypeError);
  });

  it('fails in a SillyTavern that has no such back end', async () => {
    await expect(tunnelFetch(new FakeTavern().context)(`${base}/health`)).rejects.toBeInstanceOf(TypeError);
  });

  it('ends at once when it is aborted, even if SillyTavern goes on', async () => {
    const { fetch, carried } = through(() => new Promise(() => undefined));
    const controller = new AbortController();
    const request = fetch(`${base}/health`, { signal: controller.signal });
    controller.abort();
    await expect(request).rejects.toMatchObject({ name: 'AbortError' });
    await expect(fetch(`${base}/health`, { signal: controller.signal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(carried).toHaveLength(1);
  });
});
