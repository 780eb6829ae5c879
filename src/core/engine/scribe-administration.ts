import { channelTable } from '../ai/channels/channel-table';
import type { ResolvedChannel } from '../ai/channels/resolve-channel';
import type { FailedSummary } from '../health/health-input';
import { Scribe, type ScribeAsked } from '../scribe/scribe';
import type { Settings } from '../settings/settings-table';
import type { AiModels } from './ai-models';
import type { ChatStates } from './chat-states';
import type { EditAdministration } from './edit-administration';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';
import type { TranscriptAdministration } from './transcript-administration';

/** What summaries of chats need of the engine. */
interface ScribeAdministrationParts {
  readonly ports: EnginePorts;
  readonly events: EngineEvents;
  readonly settings: () => Settings;
  readonly models: AiModels;
  readonly edits: EditAdministration;
  readonly transcripts: TranscriptAdministration;
  readonly chats: ChatStates;
}

/** Nobody waits for a summary: a provider that says "later" is asked again more often. */
const TRIES = 4;

/** Summaries of chats, on the models and the vault of this host. */
export class ScribeAdministration extends Scribe {
  constructor(private readonly parts: ScribeAdministrationParts) {
    const { ports, events, settings, models, edits, transcripts, chats } = parts;
    super({
      ...ports,
      ...{ settings, transcripts, notes: edits },
      parentOf: (chat) => chats.of(chat).parent,
      model: async (chat) => {
        const { model, channel } = await models.of('scribe', chat, TRIES);
        const { maxTokens, temperature } = channel;
        return { ask: (request, read) => model.ask(request, read), maxTokens, temperature };
      },
      complaint: () => complaintOf(models),
      changed: (chat) => events.emit({ kind: 'scribe-changed', chat }),
    });
    events.on((event) => {
      if (event.kind === 'transcript-changed') void this.#notice(event.chat);
    });
  }

  /** What holds for the channel. */
  get channel(): ResolvedChannel {
    return this.parts.models.channel('scribe');
  }

  /** Chats of which the last try failed for good, by the names under which the user knows them. */
  failed(): readonly FailedSummary[] {
    const { transcripts, chats } = this.parts;
    return this.jobs()
      .filter(({ state }) => state === 'failed')
      .map(({ chat, sentence }) => ({ chat: transcripts.nameOf(chat) ?? chats.of(chat).name ?? chat, sentence }));
  }

  /**
   * Sums up everything that is not summed up yet.
   *
   * @param parent The chat that this one was copied from.
   */
  override async summarize(chat: string, focus = '', parent?: string): Promise<ScribeAsked> {
    await this.parts.chats.adopt(chat, parent, undefined);
    return super.summarize(chat, focus);
  }

  async #notice(chat: string): Promise<void> {
    try {
      await this.noticed(chat);
    } catch (error) {
      this.parts.ports.log.warn('The Scribe could not look at a chat.', error);
    }
  }
}

function complaintOf(models: AiModels): string | undefined {
  const channel = models.channel('scribe');
  if (channel.kind === 'usable') return undefined;
  if (channel.kind === 'no-connection') return channel.sentence;
  return `${channelTable.scribe.label} is off. Choose a mode for it in the settings.`;
}
