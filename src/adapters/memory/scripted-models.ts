import type { ModelMaker } from '../../core/ai/model-maker';
import { ModelError } from '../../core/ai/model-error';
import type { LanguageModel } from '../../core/ai/language-model';

/** Makes the models that it is given by name; there are no others. */
export function scriptedModels(models: Readonly<Record<string, LanguageModel>> = {}): ModelMaker {
  const unknown = (): ModelError => new ModelError('request', 'There is no such model.');
  return {
    make: ({ model }) => {
      const found = models[model];
      return found ? Promise.resolve(found) : Promise.reject(unknown());
    },
    list: () => Promise.resolve(Object.keys(models)),
  };
}
