import type { LanguageModelV3CallOptions, LanguageModelV3FunctionTool } from '@ai-sdk/provider';
import type { AnswerForm, ModelRequest, ModelTool } from '../../core/ai/language-model';
import type { FormSupport } from '../../core/ai/model-connection';
import { promptFor, type PromptRules } from './prompt';

/** What a provider takes of a request. */
export interface RequestRules extends PromptRules {
  readonly form: FormSupport;
  readonly takesTemperature: boolean;
}

/** The request as the AI SDK takes it. The tool choice is never forced: models that think refuse that. */
export function callOptionsFor(
  request: ModelRequest,
  rules: RequestRules,
  abortSignal: AbortSignal,
): LanguageModelV3CallOptions {
  const { tools = [], temperature } = request;
  const responseFormat = responseFormatFor(request, rules.form);
  return {
    prompt: promptFor(request.messages, rules),
    maxOutputTokens: request.maxTokens,
    abortSignal,
    ...(temperature === undefined || !rules.takesTemperature ? {} : { temperature }),
    ...(tools.length === 0 ? {} : { tools: tools.map(encodeTool) }),
    ...(responseFormat === undefined ? {} : { responseFormat }),
  };
}

/** A form and tools at once are refused by several providers; the word JSON alone is, unless the messages hold it too. */
function responseFormatFor(
  { form, tools = [], messages }: ModelRequest,
  support: FormSupport,
): LanguageModelV3CallOptions['responseFormat'] {
  if (form === undefined || support === 'none' || tools.length > 0) return undefined;
  if (support === 'schema') return formWithSchema(form);
  return messages.some((message) => /json/i.test(message.text)) ? { type: 'json' } : undefined;
}

function formWithSchema({ name, schema }: AnswerForm): LanguageModelV3CallOptions['responseFormat'] {
  return { type: 'json', name, schema };
}

function encodeTool({ name, description, input }: ModelTool): LanguageModelV3FunctionTool {
  return { type: 'function', name, description, inputSchema: input };
}
