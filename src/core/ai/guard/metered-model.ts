import type { LanguageModel, ModelAnswer, ModelRequest, ModelUsage } from '../language-model';
import { ModelError } from '../model-error';

/** What one answer took. */
export interface MeteredUse extends ModelUsage {
  /** The provider told nothing: the tokens are estimated from the texts. */
  readonly isEstimated: boolean;
}

/** About so many characters make a token. */
const CHARACTERS_PER_TOKEN = 4;

/** A model that tells what each answer took, also when nobody can use the answer. */
export function meteredModel(model: LanguageModel, count: (use: MeteredUse) => void): LanguageModel {
  return {
    generate: async (request) => {
      try {
        const answer = await model.generate(request);
        count(useOf(request, answer));
        return answer;
      } catch (error) {
        countFailed(error, count);
        throw error;
      }
    },
    async *stream(request: ModelRequest) {
      try {
        for await (const part of model.stream(request)) {
          if (part.kind === 'done') count(useOf(request, part.answer));
          yield part;
        }
      } catch (error) {
        countFailed(error, count);
        throw error;
      }
    },
  };
}

/** A failure may have an answer behind it that the provider counted. */
function countFailed(error: unknown, count: (use: MeteredUse) => void): void {
  if (error instanceof ModelError && error.usage) count({ ...error.usage, isEstimated: false });
}

/** A daily limit has to hold where nothing is told, too: SillyTavern and some local servers count no tokens. */
function useOf({ messages }: ModelRequest, { text, usage }: ModelAnswer): MeteredUse {
  if (usage.input + usage.output > 0) return { ...usage, isEstimated: false };
  const asked = messages.reduce((sum, message) => sum + message.text.length, 0);
  return { input: toTokens(asked), output: toTokens(text.length), cached: 0, isEstimated: true };
}

function toTokens(characters: number): number {
  return Math.ceil(characters / CHARACTERS_PER_TOKEN);
}
