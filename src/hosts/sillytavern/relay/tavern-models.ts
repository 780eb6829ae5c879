/** Of what `SillyTavern.getContext()` gives, the part that asks models. Older versions lack some of it. */
export interface TavernModels {
  /** Asks through a connection profile that need not be the one in use. */
  readonly ConnectionManagerRequestService: {
    readonly sendRequest: (
      profileId: string,
      messages: readonly TavernPromptMessage[],
      maxTokens: number,
      options: { readonly stream: boolean; readonly signal: AbortSignal; readonly extractData: boolean },
      override: Readonly<Record<string, unknown>>,
    ) => Promise<unknown>;
  };
  /** Asks a provider of chat completion through SillyTavern’s own server. */
  readonly ChatCompletionService: {
    readonly processRequest: (
      request: Readonly<Record<string, unknown>>,
      options: Readonly<Record<string, unknown>>,
      extractData: boolean,
      signal: AbortSignal | null,
    ) => Promise<unknown>;
  };
  /** Asks whatever is in use for the chat. */
  readonly generateRaw: (request: {
    readonly prompt: readonly TavernPromptMessage[];
    readonly responseLength: number;
    readonly trimNames: boolean;
    readonly jsonSchema: TavernJsonSchema | null;
  }) => Promise<unknown>;
  /** What stands behind the `api` of a profile. */
  readonly CONNECT_API_MAP: Readonly<
    Record<string, { readonly selected?: string; readonly source?: string } | undefined>
  >;
  readonly chatCompletionSettings: {
    readonly chat_completion_source?: string;
    /** The user's own switch for function tools. */
    readonly function_calling?: boolean;
    /** How the prompt is reshaped at the end; some ways throw tool calls away. */
    readonly custom_prompt_post_processing?: string;
  };
}

/** A message for a model. */
export interface TavernPromptMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** The form of an answer, as SillyTavern hands it to providers that take one. */
export interface TavernJsonSchema {
  readonly name: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** Give what the model wrote even where it is no JSON. */
  readonly returnInvalid?: boolean;
}
