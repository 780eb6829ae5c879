import type { LanguageModel, ModelRequest } from '../language-model';
import type { CircuitBreaker } from './circuit-breaker';

/** A model behind a breaker. `lease`: the longest time that one request can take, in milliseconds. */
export function breakingModel(model: LanguageModel, breaker: CircuitBreaker, lease: number): LanguageModel {
  return {
    generate: async (request) => {
      const permit = breaker.enter(lease);
      try {
        const answer = await model.generate(request);
        permit.succeed();
        return answer;
      } catch (error) {
        permit.fail(error);
        throw error;
      }
    },
    async *stream(request: ModelRequest) {
      const permit = breaker.enter(lease);
      try {
        for await (const part of model.stream(request)) {
          if (part.kind === 'done') permit.succeed();
          yield part;
        }
      } catch (error) {
        permit.fail(error);
        throw error;
      } finally {
        permit.release();
      }
    },
  };
}
