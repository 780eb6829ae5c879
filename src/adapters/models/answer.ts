import type { LanguageModelV3Content, LanguageModelV3FinishReason, LanguageModelV3Usage } from '@ai-sdk/provider';
import type { Finish, ModelAnswer, ModelUsage, ToolCall } from '../../core/ai/language-model';
import { ModelError } from '../../core/ai/model-error';

/** What a provider's package makes of an answer. */
export interface PackageAnswer {
  readonly content: readonly LanguageModelV3Content[];
  readonly finishReason: LanguageModelV3FinishReason;
  readonly usage: LanguageModelV3Usage;
}

const finishes: Readonly<Record<LanguageModelV3FinishReason['unified'], Finish>> = {
  stop: 'stop',
  length: 'length',
  'tool-calls': 'tool-calls',
  'content-filter': 'refusal',
  error: 'other',
  other: 'other',
};

/**
 * The answer without what the model thought. Errors: `ModelError` of kind `unusable` for one that holds nothing, unless
 * the model refused.
 */
export function readAnswer({ content, finishReason, usage }: PackageAnswer): ModelAnswer {
  const answer: ModelAnswer = {
    text: content.map((part) => (part.type === 'text' ? part.text : '')).join(''),
    toolCalls: content.flatMap(readToolCall),
    usage: readUsage(usage),
    finish: finishes[finishReason.unified],
  };
  const isEmpty = answer.text.trim() === '' && answer.toolCalls.length === 0;
  if (isEmpty && answer.finish !== 'refusal') throw emptyAnswer(answer);
  return answer;
}

function emptyAnswer({ finish, usage }: ModelAnswer): ModelError {
  const sentence =
    finish === 'length'
      ? 'The model reached the limit of tokens before it wrote an answer. Raise the limit.'
      : 'The model gave an empty answer. Try again, or choose another model.';
  return new ModelError('unusable', sentence, { usage });
}

/** Calls that the provider itself has run are part of its answer, not a question to us. */
function readToolCall(part: LanguageModelV3Content): readonly ToolCall[] {
  if (part.type !== 'tool-call' || part.providerExecuted === true) return [];
  return [{ id: part.toolCallId, tool: part.toolName, input: readInput(part.input) }];
}

function readInput(text: string): unknown {
  // A tool without arguments is called with nothing at all.
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}

function readUsage({ inputTokens, outputTokens }: LanguageModelV3Usage): ModelUsage {
  return { input: inputTokens.total ?? 0, output: outputTokens.total ?? 0, cached: inputTokens.cacheRead ?? 0 };
}
