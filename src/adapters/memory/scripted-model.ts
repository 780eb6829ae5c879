import type { LanguageModel, ModelAnswer, ModelPart, ModelRequest } from '../../core/ai/language-model';
import { ModelError } from '../../core/ai/model-error';
import type { Timer } from '../../core/ports/clock';

/** What a scripted model does with one question. */
export interface ScriptedStep {
  /** What is not given is an empty text, no tool calls, no tokens, and the finish that fits. */
  readonly answer?: Partial<ModelAnswer>;
  /** Fails with it instead of answering; a stream that has an answer too gives its text before. */
  readonly error?: ModelError;
  /** Never answers; only an abort ends it. */
  readonly isSilent?: boolean;
  /** Waits so long before, in milliseconds. */
  readonly after?: number;
}

/** A step, or what makes one of the question. */
export type Script = ScriptedStep | ((request: ModelRequest) => ScriptedStep);

/** A model that does what a script says, one step for each question, and remembers what it was asked. */
export class ScriptedModel implements LanguageModel {
  readonly requests: ModelRequest[] = [];
  readonly #script: Script[] = [];
  readonly #timer: Timer;

  constructor(timer: Timer, ...script: readonly Script[]) {
    this.#timer = timer;
    this.add(...script);
  }

  /** Goes on with these steps. */
  add(...script: readonly Script[]): void {
    this.#script.push(...script);
  }

  async generate(request: ModelRequest): Promise<ModelAnswer> {
    const step = await this.#begin(request);
    if (step.error !== undefined) throw step.error;
    return complete(step.answer);
  }

  async *stream(request: ModelRequest): AsyncIterable<ModelPart> {
    const step = await this.#begin(request);
    for (const text of step.answer?.text?.match(/\s*\S+\s*$|\s*\S+/g) ?? []) {
      throwIfAborted(request.signal);
      yield { kind: 'text', text };
    }
    throwIfAborted(request.signal);
    if (step.error !== undefined) throw step.error;
    yield { kind: 'done', answer: complete(step.answer) };
  }

  async #begin(request: ModelRequest): Promise<ScriptedStep> {
    throwIfAborted(request.signal);
    this.requests.push(request);
    const next = this.#script.shift();
    if (next === undefined) throw new ModelError('no-connection', 'The script has no step for this question.');
    const step = typeof next === 'function' ? next(request) : next;
    if (step.isSilent === true || step.after !== undefined) await this.#wait(step, request.signal);
    return step;
  }

  async #wait({ isSilent, after = 0 }: ScriptedStep, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      const cancel = isSilent === true ? () => undefined : this.#timer.after(after, end);
      function stop(): void {
        cancel();
        reject(aborted(signal));
      }
      function end(): void {
        signal.removeEventListener('abort', stop);
        resolve();
      }
      signal.addEventListener('abort', stop, { once: true });
    });
  }
}

function complete(answer: Partial<ModelAnswer> = {}): ModelAnswer {
  const { text = '', toolCalls = [], usage = { input: 0, output: 0, cached: 0 } } = answer;
  return { text, toolCalls, usage, finish: answer.finish ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop') };
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw aborted(signal);
}

function aborted(signal: AbortSignal): ModelError {
  return new ModelError('aborted', 'The question was cancelled.', { cause: signal.reason });
}
