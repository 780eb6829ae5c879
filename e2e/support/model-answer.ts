import type { ModelRequest } from './model-request';

/** A tool call the fake model asks for; `arguments` is sent as JSON text. */
export interface ModelToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** One scripted answer. All times are milliseconds. */
export interface ModelAnswer {
  /** The reply; default `Reply <n>.`, n being the request's number. */
  readonly text?: string;
  /** Thoughts sent ahead of the reply as `reasoning_content` (chat completion). */
  readonly reasoning?: string;
  readonly toolCalls?: readonly ModelToolCall[];
  /** Pause before the first byte. */
  readonly delayMs?: number;
  /** Pause between two tokens of a stream. */
  readonly tokenMs?: number;
  /** Cuts the connection after so many tokens; without streaming it is cut before any byte of the body. */
  readonly dieAfterTokens?: number;
  /** An HTTP error in place of an answer. */
  readonly status?: number;
}

/** Splits a reply the way a model streams it: a word with the space before it. */
export function tokensOf(text: string): readonly string[] {
  return text.match(/\s*\S+|\s+$/g) ?? [];
}

/** The whole body of an answer without streaming. */
export function answerBody(request: ModelRequest, answer: ModelAnswer, text: string): object {
  const usage = { prompt_tokens: 1, completion_tokens: tokensOf(text).length, total_tokens: 1 + tokensOf(text).length };
  const finish_reason = answer.toolCalls === undefined ? 'stop' : 'tool_calls';
  const choice =
    request.kind === 'text'
      ? { index: 0, text, finish_reason }
      : { index: 0, message: { role: 'assistant', content: text, ...chatExtras(answer) }, finish_reason };
  return { ...envelope(request), object: objectName(request, false), choices: [choice], usage };
}

/** The stream of an answer: one event per token, ready to be framed as `data:` lines. */
export function answerEvents(request: ModelRequest, answer: ModelAnswer, text: string): readonly object[] {
  const event = (choice: object): object => ({
    ...envelope(request),
    object: objectName(request, true),
    choices: [{ index: 0, finish_reason: null, ...choice }],
  });
  const tokens = tokensOf(text);
  if (request.kind === 'text') {
    return [...tokens.map((token) => event({ text: token })), event({ text: '', finish_reason: 'stop' })];
  }
  const { reasoning_content, tool_calls } = chatExtras(answer);
  const thoughts = reasoning_content === undefined ? [] : [event({ delta: { reasoning_content } })];
  const calls = tool_calls === undefined ? [] : [event({ delta: { tool_calls } })];
  const finish_reason = tool_calls === undefined ? 'stop' : 'tool_calls';
  return [
    ...thoughts,
    ...tokens.map((content) => event({ delta: { content } })),
    ...calls,
    event({ delta: {}, finish_reason }),
  ];
}

function chatExtras({ reasoning, toolCalls }: ModelAnswer): { reasoning_content?: string; tool_calls?: object[] } {
  return {
    ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
    ...(toolCalls === undefined ? {} : { tool_calls: toolCalls.map(toolCallBody) }),
  };
}

function toolCallBody(call: ModelToolCall, index: number): object {
  return {
    index,
    id: `call_${String(index)}`,
    type: 'function',
    function: { name: call.name, arguments: JSON.stringify(call.arguments) },
  };
}

function envelope(request: ModelRequest): object {
  return { id: 'fake', created: Math.floor(request.receivedAt / 1000), model: 'fake-model' };
}

function objectName(request: ModelRequest, streamed: boolean): string {
  if (request.kind === 'text') return 'text_completion';
  return streamed ? 'chat.completion.chunk' : 'chat.completion';
}
