import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { failureOf, readStream } from '../../../tests/contract/language-model.contract';
import { FakeProvider } from '../../../tests/support/fake-provider/fake-provider';
import { replies } from '../../../tests/support/fake-provider/reply';
import type { LanguageModel } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import { createModel } from './create-model';
import { plainQuestion, questionWithForm } from './testing/questions';
import { fixture, recordedParts } from './testing/recorded-fetch';

const claude: ModelConnection = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com', model: 'claude-sonnet-4-5' };
const ANSWER = { body: fixture('anthropic-answer.json') };

async function sentBy(differences: Partial<ModelConnection>, request = plainQuestion, key?: string) {
  const { sent, parts } = recordedParts(ANSWER, key);
  await createModel({ ...claude, ...differences }, parts).generate(request);
  return sent[0];
}

describe('a request', () => {
  it('carries key and version, and says to Anthropic alone that it may come from a page', async () => {
    const sent = await sentBy({}, plainQuestion, 'key-1');
    expect(sent?.url).toBe('https://api.anthropic.com/v1/messages');
    expect(sent?.headers).toMatchObject({
      'x-api-key': 'key-1',
      'anthropic-version': '2023-06-01',
      'anthropic-dangerous-direct-browser-access': 'true',
    });
    const elsewhere = await sentBy({ baseUrl: 'https://proxy.example/anthropic/v1' }, plainQuestion, 'key-1');
    expect(elsewhere?.url).toBe('https://proxy.example/anthropic/v1/messages');
    expect(elsewhere?.headers).not.toHaveProperty('anthropic-dangerous-direct-browser-access');
  });

  it('never carries a key out of the environment', async () => {
    vi.stubEnv('ANTHROPIC_API_KEY', 'key-of-somebody');
    vi.stubEnv('ANTHROPIC_BASE_URL', 'https://elsewhere.example');
    const sent = await sentBy({});
    vi.unstubAllEnvs();
    expect(sent?.headers).not.toHaveProperty('x-api-key');
    expect(sent?.url).toContain('https://api.anthropic.com/');
  });

  it('sends the schema as the form of the answer to a model that takes one', async () => {
    const sent = await sentBy({}, questionWithForm);
    expect(sent?.body).toMatchObject({ output_config: { format: { type: 'json_schema' } } });
    expect(sent?.body).not.toHaveProperty('tool_choice');
  });

  it('of instructions alone asks with the last of them', async () => {
    const messages = [
      { role: 'system', text: 'You tend a lorebook.' },
      { role: 'system', text: 'Who is at the mill?' },
    ] as const;
    const sent = await sentBy({}, { ...plainQuestion, messages });
    expect(sent?.body).toMatchObject({
      system: [{ text: 'You tend a lorebook.' }],
      messages: [{ role: 'user', content: [{ text: 'Who is at the mill?' }] }],
    });
  });

  it('marks what the provider may keep, also in a message of the user', async () => {
    const messages = [
      { role: 'user', text: 'A long manifest.', cacheUpToHere: true },
      { role: 'user', text: 'Who?' },
    ] as const;
    const sent = await sentBy({}, { ...plainQuestion, messages });
    expect(sent?.body).toMatchObject({
      messages: [{ content: [{ text: 'A long manifest.', cache_control: { type: 'ephemeral' } }, { text: 'Who?' }] }],
    });
  });
});

/** The fake answers 400 to a forced tool, as Claude does when it thinks. */
describe('BR-178: a model that thinks, asked for a form it does not take by itself', () => {
  let provider: FakeProvider;
  let model: LanguageModel;
  beforeEach(async () => {
    provider = await FakeProvider.start('anthropic');
    const connection = { kind: 'anthropic', baseUrl: provider.url, model: 'some-proxy-thinking' } as const;
    model = createModel(connection, { fetch, clock: { now: () => 0 } });
  });
  afterEach(() => provider.close());

  const ways = [
    ['generate', async () => model.generate(questionWithForm)],
    ['stream', async () => (await readStream(model, questionWithForm))[0]],
  ] as const;

  it.each(ways)('gets the form as a tool that it is free to call (%s)', async (_, ask) => {
    provider.next(replies.toolCall('json', { selected: [3] }));
    expect(await ask()).toMatchObject({ text: '{"selected":[3]}', toolCalls: [], finish: 'stop' });
    expect(provider.lastQuestion.body).toMatchObject({ tool_choice: { type: 'auto' }, tools: [{ name: 'json' }] });
  });

  it.each(ways)('may answer with a text instead of the call (%s)', async (_, ask) => {
    provider.next(replies.thinking('Three fits.', 'Here you are: {"selected":[3]}'));
    expect(await ask()).toMatchObject({ text: 'Here you are: {"selected":[3]}', finish: 'stop' });
  });
});

it('reads overload in the middle of a stream', async () => {
  const [start = ''] = fixture('anthropic-stream.txt').split('event: content_block_stop');
  const body = `${start}event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n`;
  const { parts } = recordedParts({ body, type: 'text/event-stream' });
  const error = await failureOf(readStream(createModel(claude, parts), plainQuestion));
  expect(error).toMatchObject({ kind: 'server', status: 529 });
});

it('reads a stream that ends before its end as a broken connection', async () => {
  const [start = ''] = fixture('anthropic-stream.txt').split('event: message_delta');
  const { parts } = recordedParts({ body: start, type: 'text/event-stream' });
  const error = await failureOf(readStream(createModel(claude, parts), plainQuestion));
  expect(error.kind).toBe('network');
});
