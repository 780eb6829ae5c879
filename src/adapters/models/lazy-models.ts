import type { ModelMaker } from '../../core/ai/model-maker';
import type { ModelParts } from './model-parts';

/** Models of all providers. Their packages are evaluated when the first one is asked for, not when a host starts. */
export function lazyModels(parts: Omit<ModelParts, 'key'>): ModelMaker {
  const withKey = (key: string | undefined): ModelParts => ({ ...parts, ...(key !== undefined && { key }) });
  return {
    make: async (connection, key) => (await import('./create-model')).createModel(connection, withKey(key)),
    list: async (connection, key, signal) => {
      const { listModels } = await import('./list-models');
      return listModels(connection, withKey(key), signal);
    },
  };
}
