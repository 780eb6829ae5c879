/** Where a message stands in a conversation with a model. */
export type ModelRole = 'system' | 'user' | 'assistant';

/** A call of a tool that a model asks for. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  /** The arguments as the model wrote them, parsed; the raw text where it is no JSON. */
  readonly input: unknown;
}

/** What a tool answered. */
export interface ToolResult {
  readonly id: string;
  readonly tool: string;
  readonly text: string;
  readonly isError: boolean;
}

/** One message of a conversation. */
export interface ModelMessage {
  readonly role: ModelRole;
  readonly text: string;
  /** The provider may keep everything up to here for the next request, where it can be told to. */
  readonly cacheUpToHere?: boolean;
  /** Calls that this message of the assistant made. */
  readonly toolCalls?: readonly ToolCall[];
  /** Answers to the calls of the assistant's message before; only in messages of the user. */
  readonly toolResults?: readonly ToolResult[];
}

/** A JSON schema, as providers take it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A tool that a model may call. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  readonly input: JsonSchema;
}

/** The form that an answer should have. It is sent where the provider takes it, and never relied on. */
export interface AnswerForm {
  /** Letters, digits, `-` and `_`. */
  readonly name: string;
  /** Strict providers take objects only with every property required and `additionalProperties: false`. */
  readonly schema: JsonSchema;
}

/** One question to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools?: readonly ModelTool[];
  readonly form?: AnswerForm;
  /** The most tokens of the answer, ≥ 1. */
  readonly maxTokens: number;
  /** 0–2; undefined for the model's own. */
  readonly temperature?: number;
  readonly signal: AbortSignal;
}

/** Why an answer ended. A model that refuses gives an answer too, which may be empty, so that its tokens are counted. */
export type Finish = 'stop' | 'length' | 'tool-calls' | 'refusal' | 'other';

/** Tokens as the provider counted them; 0 for what it does not tell. */
export interface ModelUsage {
  readonly input: number;
  readonly output: number;
  /** Of `input`: read from the provider's cache. */
  readonly cached: number;
}

/** An answer of a model, complete. */
export interface ModelAnswer {
  readonly text: string;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: ModelUsage;
  readonly finish: Finish;
}

/** A piece of an answer that is being written; the last one is `done`. */
export type ModelPart =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'done'; readonly answer: ModelAnswer };

/**
 * A model, wherever it runs. Errors: both methods fail with `ModelError` and nothing else; when the request's signal is
 * aborted the kind is `aborted`, with the signal's reason as cause, at once, whatever the provider does.
 */
export interface LanguageModel {
  generate(request: ModelRequest): Promise<ModelAnswer>;
  /** The same answer piece by piece. A model that cannot do that gives it in one piece. */
  stream(request: ModelRequest): AsyncIterable<ModelPart>;
}
