import type { LanguageModel, ModelRequest } from '../language-model';
import type { Throttle } from './throttle';

/** A model whose requests wait for their turn. */
export function throttledModel(model: LanguageModel, throttle: Throttle): LanguageModel {
  return {
    generate: async (request) => {
      await throttle.turn(request.signal);
      return model.generate(request);
    },
    async *stream(request: ModelRequest) {
      await throttle.turn(request.signal);
      yield* model.stream(request);
    },
  };
}
