import { createAnthropic } from '@ai-sdk/anthropic';
import type { LanguageModel } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import type { ModelParts } from './model-parts';
import { readAddress } from './provider-address';
import { providerFetch } from './provider-fetch';
import { headersFor } from './provider-headers';
import { ProviderModel } from './provider-model';
import { withFreeToolChoice } from './tool-choice';

/** A model of Anthropic's messages, at Anthropic or at any server that speaks its format. */
export function anthropicModel(connection: ModelConnection, parts: ModelParts): LanguageModel {
  const address = readAddress(connection);
  const provider = createAnthropic({
    baseURL: address.base,
    // Without one, the package would take a key out of the environment and send it to this address.
    apiKey: '',
    headers: headersFor(connection, address, parts.key),
    fetch: providerFetch({ fetch: parts.fetch, host: address.host, amend: withFreeToolChoice }),
  });
  return new ProviderModel({
    model: provider.messages(connection.model),
    rules: {
      instructionsAnywhere: false,
      form: connection.form ?? 'schema',
      takesTemperature: true,
    },
    asked: { host: address.host, model: connection.model, clock: parts.clock },
  });
}
