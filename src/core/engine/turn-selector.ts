import { ModelError } from '../ai/model-error';
import { EntrySelection, type SelectionWait } from '../ai/selection/entry-selection';
import type { SelectionModel } from '../ai/selection/selection-model';
import type { SelectionOutcome } from '../ai/selection/selection-outcome';
import type { EntrySelector } from '../pipeline/ai/entry-selector';
import type { AiModels } from './ai-models';

const NOT_ASKED = 'Previews do not ask the AI unless they are told to; keywords were used.';

/** Makes the selector of each turn: it asks the model of AI Search. */
export class TurnSelector {
  constructor(
    private readonly models: AiModels,
    private readonly selection: EntrySelection,
  ) {}

  /** Asks the model, and waits no longer than the turn can. */
  asking(chat: string, wait: SelectionWait): EntrySelector {
    return (question) => this.#withModel(chat, (model) => this.selection.select(question, model, wait));
  }

  /** Uses what an earlier turn has learned, and asks nobody. */
  remembering(chat: string): EntrySelector {
    return (question) =>
      this.#withModel(chat, (model) =>
        Promise.resolve(this.selection.remembered(question, model) ?? { kind: 'skipped', sentence: NOT_ASKED }),
      );
  }

  async #withModel(
    chat: string,
    select: (model: SelectionModel) => Promise<SelectionOutcome>,
  ): Promise<SelectionOutcome> {
    try {
      const { id, channel, model } = await this.models.of('search', chat);
      return await select({
        id,
        maxTokens: channel.maxTokens,
        temperature: channel.temperature,
        ask: (request, read) => model.ask(request, read),
      });
    } catch (error) {
      if (error instanceof ModelError) return { kind: 'failed', error: error.kind, sentence: error.message };
      throw error;
    }
  }
}

/** A selector that gives the same outcome again whatever is asked: a turn that is run again must not ask the model again. */
export function replaying(select: EntrySelector): EntrySelector {
  let first: Promise<SelectionOutcome> | undefined;
  return (question) => (first ??= select(question));
}
