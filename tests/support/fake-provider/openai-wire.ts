import type { FakeAnswer } from './reply';
import {
  argumentsText,
  at,
  dataEvent,
  schemaAt,
  textsBelow,
  usualUsage,
  words,
  type Wire,
  type WireRequest,
} from './wire';

const head = (object: string, model: string) => ({ id: 'chatcmpl-fake', object, created: 1_700_000_000, model });

/** OpenAI's chat completions (platform.openai.com/docs/api-reference/chat), as most providers and local servers speak it. */
export const openAiWire: Wire = {
  base: '/v1',
  keyHeader: (key) => ['authorization', `Bearer ${key}`],
  read: (path, body) => {
    if (!path.endsWith('/chat/completions')) return undefined;
    return {
      isStream: at(body, 'stream') === true,
      model: String(at(body, 'model')),
      text: textsBelow(at(body, 'messages'), ['content', 'text']).join('\n'),
      schema: schemaAt(body, 'response_format', 'json_schema', 'schema'),
    };
  },
  failure: (status, message) => ({ error: { message, type: typeOf(status), param: null, code: codeOf(status) } }),
  body: (answer, { model }) => ({
    ...head('chat.completion', model),
    choices: [{ index: 0, message: messageOf(answer), finish_reason: finishOf(answer) }],
    usage: usageOf(answer),
  }),
  events: (answer, request) => [
    ...deltas(answer).map((delta) => dataEvent(chunk(request, [{ index: 0, delta, finish_reason: null }]))),
    dataEvent(chunk(request, [{ index: 0, delta: {}, finish_reason: finishOf(answer) }])),
    dataEvent({ ...chunk(request, []), usage: usageOf(answer) }),
    'data: [DONE]',
  ],
  models: (names) => ({ object: 'list', data: names.map((id) => ({ id, object: 'model', owned_by: 'fake' })) }),
};

function messageOf({ text = '', thinking, toolCalls, finish }: FakeAnswer): object {
  return {
    role: 'assistant',
    content: toolCalls === undefined && finish !== 'refusal' ? text : null,
    ...(finish === 'refusal' ? { refusal: text === '' ? 'I cannot help with that.' : text } : {}),
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
    ...(toolCalls === undefined ? {} : { tool_calls: callsOf(toolCalls) }),
  };
}

function callsOf(calls: NonNullable<FakeAnswer['toolCalls']>): readonly object[] {
  return calls.map(({ id, tool, input }, index) => ({
    index,
    id: id ?? `call_${String(index)}`,
    type: 'function',
    function: { name: tool, arguments: argumentsText(input) },
  }));
}

function deltas({ text = '', thinking = '', toolCalls, finish }: FakeAnswer): readonly object[] {
  const name = finish === 'refusal' ? 'refusal' : 'content';
  return [
    { role: 'assistant', content: '' },
    ...words(thinking).map((word) => ({ reasoning_content: word })),
    ...words(text).map((word) => ({ [name]: word })),
    ...(toolCalls === undefined ? [] : [{ tool_calls: callsOf(toolCalls) }]),
  ];
}

function chunk({ model }: WireRequest, choices: readonly object[]): object {
  return { ...head('chat.completion.chunk', model), choices };
}

function finishOf({ finish, toolCalls }: FakeAnswer): string {
  if (finish === 'refusal') return 'content_filter';
  return finish ?? (toolCalls === undefined ? 'stop' : 'tool_calls');
}

function usageOf({ usage = usualUsage }: FakeAnswer): object {
  return {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    prompt_tokens_details: { cached_tokens: usage.cached },
  };
}

function typeOf(status: number): string {
  return status >= 500 ? 'server_error' : 'invalid_request_error';
}

function codeOf(status: number): string | null {
  return { 401: 'invalid_api_key', 404: 'model_not_found', 429: 'rate_limit_exceeded' }[status] ?? null;
}
