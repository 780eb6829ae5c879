import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import type { ModelParts } from './model-parts';
import { readAddress } from './provider-address';
import { providerFetch } from './provider-fetch';
import { habitsOf, type ProviderHabits } from './provider-habits';
import { headersFor } from './provider-headers';
import { ProviderModel } from './provider-model';

/** A model of OpenAI's chat completions: OpenAI, Azure OpenAI, OpenRouter, Groq, local servers and many more. */
export function openAiCompatibleModel(connection: ModelConnection, parts: ModelParts): LanguageModel {
  const address = readAddress(connection);
  const habits = habitsOf(connection, address);
  const provider = createOpenAICompatible({
    name: 'openaiCompatible',
    baseURL: address.base,
    queryParams: { ...address.query },
    headers: headersFor(connection, address, parts.key),
    fetch: providerFetch({ fetch: parts.fetch, host: address.host }),
    includeUsage: habits.asksForUsage,
    supportsStructuredOutputs: habits.form === 'schema',
    transformRequestBody: (body) => withLimitNamed(habits, body),
  });
  return new ProviderModel({
    model: provider.chatModel(connection.model),
    rules: { instructionsAnywhere: true, form: habits.form, takesTemperature: habits.takesTemperature },
    asked: { host: address.host, model: connection.model, clock: parts.clock },
  });
}

function withLimitNamed({ limitName }: ProviderHabits, body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body;
  return { ...rest, [limitName]: limit };
}
