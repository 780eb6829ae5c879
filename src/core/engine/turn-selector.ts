import { ModelError } from '../ai/model-error';
import { lateness, type EntrySelection } from '../ai/selection/entry-selection';
import type { SelectionModel } from '../ai/selection/selection-model';
import type { FailedSelection, SelectionOutcome } from '../ai/selection/selection-outcome';
import { withinWait, type SelectionWait } from '../ai/selection/within-wait';
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
    return async (question) => {
      // Reading a key and making a model may take as long as the model itself.
      const late = (): Ready => lateness({ isAhead: false }, wait);
      const ready = await withinWait<Ready>(this.#ready(chat), wait, late);
      return 'kind' in ready ? ready : this.selection.select(question, ready, wait);
    };
  }

  /** Uses what an earlier turn has learned, and asks nobody. */
  remembering(chat: string): EntrySelector {
    return async (question) => {
      const ready = await this.#ready(chat);
      if ('kind' in ready) return ready;
      return this.selection.remembered(question, ready) ?? { kind: 'skipped', sentence: NOT_ASKED };
    };
  }

  async #ready(chat: string): Promise<Ready> {
    try {
      const { id, channel, model } = await this.models.of('search', chat);
      return {
        id,
        maxTokens: channel.maxTokens,
        temperature: channel.temperature,
        ask: (request, read) => model.ask(request, read),
      };
    } catch (error) {
      if (error instanceof ModelError) return { kind: 'failed', error: error.kind, sentence: error.message };
      throw error;
    }
  }
}

/** The model, or why there is none. */
type Ready = SelectionModel | FailedSelection;

/** A selector that gives the same outcome again whatever is asked: a turn that is run again must not ask the model again. */
export function replaying(select: EntrySelector): EntrySelector {
  let first: Promise<SelectionOutcome> | undefined;
  return (question) => (first ??= select(question));
}
