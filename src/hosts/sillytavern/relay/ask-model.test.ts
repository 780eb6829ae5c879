import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { TavernContext } from '../tavern-context';
import { FakeTavern } from '../testing/fake-tavern';
import { askModel } from './ask-model';

type SendRequest = NonNullable<TavernContext['ConnectionManagerRequestService']>['sendRequest'];
type GenerateRaw = NonNullable<TavernContext['generateRaw']>;

const form = { name: 'selection', schema: { type: 'object' } };
const job = (part: Record<string, unknown> = {}) => ({
  id: 'j',
  profile: 'Side',
  messages: [{ role: 'user' as const, text: 'Hello' }],
  maxTokens: 50,
  ...part,
});
const never = new AbortController().signal;
const answer = (content: string): unknown => ({ choices: [{ message: { content } }] });

let sendRequest: ReturnType<typeof vi.fn<SendRequest>>;
let generateRaw: ReturnType<typeof vi.fn<GenerateRaw>>;
let extensionSettings: Record<string, unknown>;
let profileCount = 0;

/** Each test has a profile of its own, since a page remembers who takes no forms. */
function profile(part: Record<string, unknown> = {}) {
  return { id: `p${String(profileCount)}`, name: 'Side', api: 'custom', model: 'm', ...part };
}

function context(part: Partial<TavernContext> = {}): TavernContext {
  return {
    ...new FakeTavern().context(),
    extensionSettings,
    ConnectionManagerRequestService: { sendRequest },
    generateRaw,
    CONNECT_API_MAP: {
      custom: { selected: 'openai', source: 'custom' },
      claude: { selected: 'openai', source: 'claude' },
      llamacpp: { selected: 'textgenerationwebui' },
    },
    chatCompletionSettings: { chat_completion_source: 'openai' },
    ...part,
  };
}

function withProfiles(...profiles: readonly unknown[]): void {
  extensionSettings = { connectionManager: { profiles, selectedProfile: null }, disabledExtensions: [] };
}

beforeEach(() => {
  profileCount += 1;
  sendRequest = vi.fn<SendRequest>().mockResolvedValue(answer('Aye'));
  generateRaw = vi.fn<GenerateRaw>().mockResolvedValue('Aye raw');
  withProfiles(profile());
});

describe('a job for a connection profile', () => {
  it('is asked with its messages, its limit, its temperature and its form', async () => {
    const messages = [
      { role: 'system' as const, text: 'Choose.' },
      { role: 'user' as const, text: 'Hello' },
    ];
    expect(await askModel(context(), job({ messages, form, temperature: 0.2 }), never)).toEqual({ text: 'Aye' });
    expect(sendRequest).toHaveBeenCalledExactlyOnceWith(
      `p${String(profileCount)}`,
      [
        { role: 'system', content: 'Choose.' },
        { role: 'user', content: 'Hello' },
      ],
      50,
      { stream: false, signal: never, extractData: false },
      { temperature: 0.2, json_schema: { name: 'selection', value: { type: 'object' } } },
    );
  });

  it.each([
    ['Claude', { api: 'claude' }],
    ['Claude at another provider', { model: 'anthropic/Claude-9' }],
    ['text completion', { api: 'llamacpp' }],
  ])('has no form for %s', async (_name, part) => {
    withProfiles(profile(part));
    await askModel(context(), job({ form }), never);
    expect(sendRequest.mock.lastCall?.[4]).toEqual({});
  });

  it('is asked again without a form that the provider refuses, and from then on so', async () => {
    sendRequest.mockRejectedValueOnce(new Error('API request failed', { cause: new Error('Bad Request') }));
    expect(await askModel(context(), job({ form }), never)).toEqual({ text: 'Aye' });
    await askModel(context(), job({ form }), never);
    expect(sendRequest.mock.calls.map(([, , , , override]) => 'json_schema' in override)).toEqual([true, false, false]);
  });

  it('is not asked again after any other failure', async () => {
    sendRequest.mockRejectedValueOnce(new Error('API request failed', { cause: new Error('Unauthorized') }));
    expect(await askModel(context(), job({ form }), never)).toMatchObject({ error: 'auth' });
    expect(sendRequest).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['its id', 'p-id'],
    ['its name', 'Side model'],
    ['its name in other letters', ' side MODEL '],
  ])('finds it by %s', async (_name, wanted) => {
    withProfiles(profile({ id: 'p-other', name: 'Other' }), profile({ id: 'p-id', name: 'Side model' }));
    await askModel(context(), job({ profile: wanted }), never);
    expect(sendRequest.mock.lastCall?.[0]).toBe('p-id');
  });

  it('says that there is no such profile', async () => {
    expect(await askModel(context(), job({ profile: 'Gone' }), never)).toEqual({
      error: 'no-connection',
      message: 'SillyTavern has no connection profile “Gone”. Choose another one in Lorehearth’s settings.',
    });
  });

  it('says that profiles are switched off', async () => {
    extensionSettings['disabledExtensions'] = ['connection-manager'];
    expect(await askModel(context(), job(), never)).toMatchObject({ error: 'no-connection' });
    expect(sendRequest).not.toHaveBeenCalled();
  });
});

describe('a job for the connection in use', () => {
  it('takes the profile that is selected', async () => {
    extensionSettings = { connectionManager: { profiles: [profile({ id: 'p-used' })], selectedProfile: 'p-used' } };
    await askModel(context(), job({ profile: '' }), never);
    expect(sendRequest.mock.lastCall?.[0]).toBe('p-used');
  });

  it('asks what the chat uses where no profile is selected', async () => {
    expect(await askModel(context(), job({ profile: '', form }), never)).toEqual({ text: 'Aye raw' });
    expect(generateRaw).toHaveBeenCalledExactlyOnceWith({
      prompt: [{ role: 'user', content: 'Hello' }],
      responseLength: 50,
      trimNames: false,
      jsonSchema: { name: 'selection', value: { type: 'object' }, returnInvalid: true },
    });
  });

  it.each<[string, Partial<TavernContext>]>([
    ['Claude', { chatCompletionSettings: { chat_completion_source: 'claude' } }],
    ['text completion', { mainApi: 'textgenerationwebui' }],
  ])('has no form for %s', async (_name, part) => {
    await askModel(context(part), job({ profile: '', form }), never);
    expect(generateRaw.mock.lastCall?.[0].jsonSchema).toBeNull();
  });

  it('fails with a sentence in a SillyTavern that is too old', async () => {
    const { generateRaw: _, ...old } = context();
    expect(await askModel(old, job({ profile: '' }), never)).toMatchObject({ error: 'no-connection' });
  });
});
