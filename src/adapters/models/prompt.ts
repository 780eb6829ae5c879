import type { LanguageModelV3Message, LanguageModelV3Prompt, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { ModelMessage, ToolCall } from '../../core/ai/language-model';

/** What a wire format takes of a prompt. */
export interface PromptRules {
  /** Whether instructions may stand between the messages of a chat. Where not, the later ones are the user's. */
  readonly instructionsAnywhere: boolean;
}

const CACHE_UP_TO_HERE: SharedV3ProviderOptions = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** The messages as the AI SDK takes them. Messages without any content are left out: providers refuse them. */
export function promptFor(messages: readonly ModelMessage[], rules: PromptRules): LanguageModelV3Prompt {
  const placed = rules.instructionsAnywhere ? messages : withInstructionsFirst(messages);
  return placed.flatMap(encodeMessage);
}

/** A prompt of instructions alone has no one who asks: the last of them becomes the question. */
function withInstructionsFirst(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const other = messages.findIndex((message) => message.role !== 'system');
  const leading = other < 0 ? messages.length - 1 : other;
  return messages.map((message, at) =>
    message.role === 'system' && at >= leading ? { ...message, role: 'user' } : message,
  );
}

function encodeMessage(message: ModelMessage): readonly LanguageModelV3Message[] {
  const options = message.cacheUpToHere === true ? { providerOptions: CACHE_UP_TO_HERE } : {};
  switch (message.role) {
    case 'system':
      return message.text === '' ? [] : [{ role: 'system', content: message.text, ...options }];
    case 'user':
      return [...encodeResults(message), ...encodeText(message, options)];
    case 'assistant':
      return encodeAnswer(message, options);
  }
}

function encodeText({ text }: ModelMessage, options: object): readonly LanguageModelV3Message[] {
  return text === '' ? [] : [{ role: 'user', content: [{ type: 'text', text, ...options }] }];
}

function encodeResults({ toolResults = [] }: ModelMessage): readonly LanguageModelV3Message[] {
  if (toolResults.length === 0) return [];
  const content = toolResults.map(
    ({ id, tool, text, isError }) =>
      ({
        type: 'tool-result',
        toolCallId: id,
        toolName: tool,
        output: { type: isError ? 'error-text' : 'text', value: text },
      }) as const,
  );
  return [{ role: 'tool', content }];
}

function encodeAnswer({ text, toolCalls = [] }: ModelMessage, options: object): readonly LanguageModelV3Message[] {
  const content = [...(text === '' ? [] : [{ type: 'text', text, ...options } as const]), ...toolCalls.map(encodeCall)];
  return content.length === 0 ? [] : [{ role: 'assistant', content }];
}

/** Arguments are an object on every wire; what a model wrote instead is put into one. */
function encodeCall({ id, tool, input }: ToolCall) {
  const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
  return { type: 'tool-call', toolCallId: id, toolName: tool, input: isObject ? input : { input } } as const;
}
