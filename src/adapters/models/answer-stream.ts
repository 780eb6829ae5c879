import {
  InvalidResponseDataError,
  type LanguageModelV3Content,
  type LanguageModelV3StreamPart,
} from '@ai-sdk/provider';
import type { ModelPart } from '../../core/ai/language-model';
import { ModelError } from '../../core/ai/model-error';
import { readAnswer } from './answer';

/** Turns the parts that a provider's package streams into parts of an answer, one after the other. */
export class AnswerStream {
  readonly #content: LanguageModelV3Content[] = [];

  /** What a part says; undefined when it says nothing to us. Throws the error that a part holds. */
  read(part: LanguageModelV3StreamPart): ModelPart | undefined {
    switch (part.type) {
      case 'text-delta':
        this.#content.push({ type: 'text', text: part.delta });
        return part.delta === '' ? undefined : { kind: 'text', text: part.delta };
      case 'tool-call':
        this.#content.push(part);
        return undefined;
      case 'error':
        if (!this.#isOnlyUnfinished(part.error)) throw part.error;
        return undefined;
      case 'finish':
        return { kind: 'done', answer: readAnswer({ ...part, content: this.#content }) };
      default:
        return undefined;
    }
  }

  /** The failure of a stream that ended without an end. */
  cutShort(): ModelError {
    return this.#content.length === 0
      ? new ModelError('unusable', 'The provider gave an answer that cannot be read. Check the address.')
      : new ModelError('network', 'The answer ended before it was complete. Try again.');
  }

  /** Some servers never say why an answer ended: what came is the answer. */
  #isOnlyUnfinished(error: unknown): boolean {
    return InvalidResponseDataError.isInstance(error) && this.#content.length > 0;
  }
}
