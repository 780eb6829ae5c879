import type { LanguageModel } from '../../core/ai/language-model';
import type { ModelConnection } from '../../core/ai/model-connection';
import { ModelError } from '../../core/ai/model-error';
import { anthropicModel } from './anthropic';
import { googleModel } from './google';
import type { ModelParts } from './model-parts';
import { openAiCompatibleModel } from './openai-compatible';

/** The model of a connection. Errors: `ModelError` of kind `request` for an address or a name that cannot be used. */
export function createModel(connection: ModelConnection, parts: ModelParts): LanguageModel {
  if (connection.model.trim() === '') throw new ModelError('request', 'Choose a model for this connection.');
  switch (connection.kind) {
    case 'openai-compatible':
    case 'azure-openai':
      return openAiCompatibleModel(connection, parts);
    case 'anthropic':
      return anthropicModel(connection, parts);
    case 'google':
      return googleModel(connection, parts);
  }
}
