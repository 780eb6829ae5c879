import type { FakeAnswer } from './reply';
import { argumentsText, at, schemaAt, textsBelow, usualUsage, words, type Wire, type WireRequest } from './wire';

const errorNames: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
  500: 'api_error',
  529: 'overloaded_error',
};

/** Anthropic's messages (docs.anthropic.com/en/api/messages and …/messages-streaming). */
export const anthropicWire: Wire = {
  base: '/v1',
  keyHeader: (key) => ['x-api-key', key],
  read: (path, body) => {
    if (!path.endsWith('/messages')) return undefined;
    const system = at(body, 'system');
    const texts = textsBelow({ system, messages: at(body, 'messages') }, ['text', 'content', 'system']);
    return {
      isStream: at(body, 'stream') === true,
      model: String(at(body, 'model')),
      text: texts.join('\n'),
      schema: schemaAt(body, 'output_config', 'format', 'schema') ?? schemaAt(body, 'tools', 0, 'input_schema'),
    };
  },
  complaint: (body, headers) => {
    if (headers['anthropic-version'] === undefined) return 'anthropic-version: header is required';
    if (typeof at(body, 'max_tokens') !== 'number') return 'max_tokens: Field required';
    const choice = at(body, 'tool_choice', 'type');
    const isForced = choice === 'any' || choice === 'tool';
    return isForced ? 'Thinking may not be enabled when tool_choice forces tool use.' : undefined;
  },
  failure: (status, message) => ({
    type: 'error',
    error: { type: errorNames[status] ?? 'invalid_request_error', message },
    request_id: 'req_fake',
  }),
  body: (answer, request) => ({
    ...head(request),
    content: blocksOf(answer),
    stop_reason: stopOf(answer),
    usage: usageOf(answer),
  }),
  events: (answer, request) => [
    event('message_start', {
      message: { ...head(request), content: [], stop_reason: null, usage: { ...usageOf(answer), output_tokens: 1 } },
    }),
    ...blocksOf(answer).flatMap(blockEvents),
    event('message_delta', {
      delta: { stop_reason: stopOf(answer), stop_sequence: null },
      usage: { output_tokens: (answer.usage ?? usualUsage).output },
    }),
    event('message_stop', {}),
  ],
  models: (names) => ({ data: names.map((id) => ({ type: 'model', id, display_name: id })), has_more: false }),
};

interface Block {
  readonly type: 'thinking' | 'text' | 'tool_use';
  readonly [name: string]: unknown;
}

function head({ model }: WireRequest): object {
  return { id: 'msg_fake', type: 'message', role: 'assistant', model, stop_sequence: null };
}

function blocksOf({ text = '', thinking, toolCalls = [], finish }: FakeAnswer): readonly Block[] {
  const isRefusal = finish === 'refusal' && text === '';
  return [
    ...(thinking === undefined ? [] : [{ type: 'thinking', thinking, signature: 'c2ln' } as const]),
    ...(text === '' || isRefusal ? [] : [{ type: 'text', text } as const]),
    ...toolCalls.map(
      ({ id, tool, input }, at) => ({ type: 'tool_use', id: id ?? `toolu_${String(at)}`, name: tool, input }) as const,
    ),
  ];
}

function blockEvents(block: Block, index: number): readonly string[] {
  return [
    event('content_block_start', { index, content_block: emptied(block) }),
    ...deltasOf(block).map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function emptied(block: Block): Block {
  switch (block.type) {
    case 'thinking':
      return { ...block, thinking: '', signature: '' };
    case 'text':
      return { ...block, text: '' };
    case 'tool_use':
      return { ...block, input: {} };
  }
}

function deltasOf(block: Block): readonly object[] {
  switch (block.type) {
    case 'thinking':
      return [
        ...words(String(block['thinking'])).map((thinking) => ({ type: 'thinking_delta', thinking })),
        { type: 'signature_delta', signature: block['signature'] },
      ];
    case 'text':
      return words(String(block['text'])).map((text) => ({ type: 'text_delta', text }));
    case 'tool_use':
      return [{ type: 'input_json_delta', partial_json: argumentsText(block['input']) }];
  }
}

function stopOf({ finish, toolCalls }: FakeAnswer): string {
  if (finish === 'refusal') return 'refusal';
  if (finish === 'length') return 'max_tokens';
  return toolCalls === undefined ? 'end_turn' : 'tool_use';
}

/** Anthropic's `input_tokens` are those that came from no cache. */
function usageOf({ usage = usualUsage }: FakeAnswer): object {
  return {
    input_tokens: usage.input - usage.cached,
    output_tokens: usage.output,
    cache_read_input_tokens: usage.cached,
    cache_creation_input_tokens: 0,
  };
}

function event(type: string, data: object): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}`;
}
