import { unlessAborted } from '../ai/guard/unless-aborted';
import type { PipelineInput } from '../pipeline/pipeline-input';
import type { Retrieval } from '../pipeline/retrieval';
import type { Log } from '../ports/log';
import type { Settings } from '../settings/settings-table';

/** The summaries of chats, as turns need them. */
export interface ChatSummaries {
  /** The last summary before a message, or all of the story before it: one text for each summary, oldest first. */
  before(chat: string, turn: number, wanted: 'last' | 'story', parent?: string): Promise<readonly string[]>;
}

type TurnStory = Pick<PipelineInput, 'story' | 'storySummary'>;
type StorySettings = Pick<Settings, 'scribeInject' | 'scribeInforms' | 'selectionMode'>;

/** A model that selects entries reads no more of a summary. In characters. */
const LONGEST_FOR_AI = 8_000;
const NOTHING: TurnStory = { story: [], storySummary: '' };

/** The summaries that a turn puts into the prompt, and the one for the model that selects. What cannot be read in time is left out. */
export async function turnStory(
  { chat, turn }: Pick<Retrieval, 'chat' | 'turn'>,
  settings: StorySettings,
  { summaries, log }: { readonly summaries: ChatSummaries; readonly log: Log },
  end?: AbortSignal,
): Promise<TurnStory> {
  const { scribeInject, scribeInforms, selectionMode } = settings;
  const informs = scribeInforms && selectionMode !== 'keywords';
  if (scribeInject === 'off' && !informs) return NOTHING;
  const read = async (): Promise<TurnStory> => {
    const of = (wanted: 'last' | 'story') => summaries.before(chat.id, turn, wanted, chat.parent);
    const [story, last] = await Promise.all([
      scribeInject === 'off' ? [] : of(scribeInject),
      informs ? of('last') : [],
    ]);
    return { story, storySummary: last.join('\n\n').slice(0, LONGEST_FOR_AI) };
  };
  try {
    return await (end ? unlessAborted(end, read) : read());
  } catch (error) {
    if (end?.aborted !== true) log.warn('The summaries of a chat could not be read for a turn.', error);
    return NOTHING;
  }
}
