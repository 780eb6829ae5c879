import type { LanguageModelV3, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { LanguageModel, ModelAnswer, ModelPart, ModelRequest } from '../../core/ai/language-model';
import { readAnswer } from './answer';
import { AnswerStream } from './answer-stream';
import { Call } from './call';
import { callOptionsFor, type RequestRules } from './call-options';
import { readFailure } from './package-failure';
import type { AskedProvider } from './refused-request';

/** What a model behind a provider's package is made of. */
export interface ProviderModelParts {
  readonly model: LanguageModelV3;
  readonly rules: RequestRules;
  readonly asked: AskedProvider;
}

/** A model that a package of the AI SDK asks: one request for each question, never a second try. */
export class ProviderModel implements LanguageModel {
  readonly #parts: ProviderModelParts;

  constructor(parts: ProviderModelParts) {
    this.#parts = parts;
  }

  async generate(request: ModelRequest): Promise<ModelAnswer> {
    const { model, rules, asked } = this.#parts;
    const call = new Call(request.signal);
    try {
      return readAnswer(await call.settle(() => model.doGenerate(callOptionsFor(request, rules, call.signal))));
    } catch (error) {
      throw readFailure(error, asked);
    } finally {
      call.end();
    }
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
    const { model, rules, asked } = this.#parts;
    const call = new Call(request.signal);
    try {
      const { stream } = await call.settle(() => model.doStream(callOptionsFor(request, rules, call.signal)));
      yield* readParts(stream, call);
    } catch (error) {
      throw readFailure(error, asked);
    } finally {
      call.end();
    }
  }
}

async function* readParts(stream: ReadableStream<LanguageModelV3StreamPart>, call: Call): AsyncIterable<ModelPart> {
  const answer = new AnswerStream();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await call.settle(() => reader.read());
      if (done) throw answer.cutShort();
      const part = answer.read(value);
      if (part !== undefined) yield part;
      if (part?.kind === 'done') return;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}
