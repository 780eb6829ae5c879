import { createGoogleGenerativeAI } from '@ai-sdk/google';
import type { LanguageModel } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import type { ModelParts } from './model-parts';
import { readAddress } from './provider-address';
import { providerFetch } from './provider-fetch';
import { headersFor } from './provider-headers';
import { ProviderModel } from './provider-model';

/** A model of Google's generative language interface. */
export function googleModel(connection: ModelConnection, parts: ModelParts): LanguageModel {
  const address = readAddress(connection);
  const provider = createGoogleGenerativeAI({
    baseURL: address.base,
    // Without one, the package would take a key out of the environment and send it to this address.
    apiKey: '',
    headers: headersFor(connection, address, parts.key),
    fetch: providerFetch({ fetch: parts.fetch, host: address.host }),
  });
  return new ProviderModel({
    model: provider.languageModel(connection.model),
    rules: { instructionsAnywhere: false, form: connection.form ?? 'schema', takesTemperature: true },
    asked: { host: address.host, model: connection.model, clock: parts.clock },
  });
}
