import type { LanguageModel, ModelRequest } from '../language-model';

/** A model that is only asked when a check passes. `check` fails with a `ModelError` that says why not. */
export function checkedModel(model: LanguageModel, check: () => void): LanguageModel {
  return {
    generate: async (request) => {
      check();
      return model.generate(request);
    },
    async *stream(request: ModelRequest) {
      check();
      yield* model.stream(request);
    },
  };
}
