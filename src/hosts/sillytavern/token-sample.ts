import type { GenerationRequestBody } from '../../server/contract/wire-generation';
import type { ReadContext, TavernContext } from './tavern-context';

type Sample = NonNullable<GenerationRequestBody['tokenSample']>;

/** A text long enough to tell one tokenizer from another, and short enough to be counted at once, in characters. */
const length = { least: 300, most: 2_000 } as const;

/** What the model's own tokenizer makes of a piece of this story, so that budgets are counted as the model counts. */
export class TokenSample {
  readonly #context: ReadContext;
  #taken: { readonly model: string; readonly sample: Sample } | undefined;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  /** The sample for the model that is chosen now, if one was taken. */
  get(): Sample | undefined {
    return this.#taken?.model === modelOf(this.#context()) ? this.#taken.sample : undefined;
  }

  /** Takes a sample if there is none. Never rejects: without one the server estimates. */
  async take(): Promise<void> {
    const context = this.#context();
    const model = modelOf(context);
    const text = recentText(context);
    if (this.#taken?.model === model || text.length < length.least) return;
    // Some tokenizers ask a server that may be gone.
    const tokens = await context.getTokenCountAsync(text, 0).catch(() => 0);
    if (tokens >= 1) this.#taken = { model, sample: { text, tokens: Math.round(tokens) } };
  }
}

function modelOf({ mainApi, onlineStatus, getChatCompletionModel }: TavernContext): string {
  return `${mainApi}/${mainApi === 'openai' ? (getChatCompletionModel?.() ?? '') : onlineStatus}`;
}

function recentText({ chat }: TavernContext): string {
  return chat
    .slice(-20)
    .map(({ mes }) => mes)
    .join('\n')
    .slice(-length.most);
}
