import type { ModelMessage } from '../ai/language-model';
import { selectionMessages } from '../ai/selection/selection-prompt';
import type { SelectionQuestion } from '../ai/selection/selection-question';
import type { EntrySelector } from '../pipeline/ai/entry-selector';
import type { Settings } from '../settings/settings-table';
import { replaying, type TurnSelector } from './turn-selector';

/** The selector of a preview, and what the model is or would be asked. */
export interface PreviewSelector {
  readonly select: EntrySelector;
  /** The messages of the question; undefined when there was none. */
  readonly prompt: () => readonly ModelMessage[] | undefined;
}

/** The selector of a preview: it asks the model only when it is told to, and once, however often the turn is run again. */
export function previewSelector(
  selector: TurnSelector,
  chat: string,
  { selectionMode }: Pick<Settings, 'selectionMode'>,
  { asks, stop }: { readonly asks: boolean; readonly stop: AbortSignal },
): PreviewSelector | undefined {
  if (selectionMode === 'keywords') return undefined;
  const first: SelectionQuestion[] = [];
  const select = asks ? selector.asking(chat, { due: stop, stop }) : selector.remembering(chat);
  return {
    select: replaying((question) => {
      first.push(question);
      return select(question);
    }),
    prompt: () => first[0] && selectionMessages(first[0]),
  };
}
