import { LruMap } from '../base/lru-map';
import type { RecentChat } from '../librarian/ports';
import type { SentTranscript } from '../transcripts/apply-sent';
import type { Transcript } from '../transcripts/transcript';
import { Transcripts, type TranscriptKept } from '../transcripts/transcripts';
import type { EngineEvents } from './engine-events';
import type { EnginePorts } from './engine-ports';

/** What stands in chats, as their clients tell it. */
export class TranscriptAdministration {
  readonly #transcripts: Transcripts;
  readonly #names = new LruMap<string, string>(1_000);

  constructor(
    ports: EnginePorts,
    private readonly events: EngineEvents,
  ) {
    this.#transcripts = new Transcripts(ports);
  }

  load(): Promise<void> {
    return this.#transcripts.load();
  }

  close(): Promise<void> {
    return this.#transcripts.flush();
  }

  /**
   * Takes in what a client sent.
   *
   * @param parent The chat that this one was copied from.
   * @param isMoreComing Whether the rest follows at once, so that nobody is to look at it yet.
   */
  async keep(sent: SentTranscript, parent: string | undefined, isMoreComing: boolean): Promise<TranscriptKept> {
    const kept = await this.#transcripts.put(sent, parent);
    if (kept.isKept && sent.name !== undefined) this.#names.set(sent.chat, sent.name);
    if (kept.isKept && !isMoreComing) this.events.emit({ kind: 'transcript-changed', chat: sent.chat });
    return kept;
  }

  /** What is known of a chat; undefined where nothing is. */
  of(chat: string, parent?: string): Promise<Transcript | undefined> {
    return this.#transcripts.of(chat, parent);
  }

  /** The chats of which anything is kept, the one that changed last first. */
  list(): readonly string[] {
    return this.#transcripts.chats;
  }

  /** The name under which the client of a chat knows it, where it is known already. */
  nameOf(chat: string): string | undefined {
    return this.#names.get(chat);
  }

  /** The last messages of chats, for the Librarian: as transcripts have them, else as the last turn saw them. */
  recent(played: RecentChat): RecentChat {
    return {
      last: () => played.last() ?? this.#transcripts.last,
      messages: async (chat, most) => {
        const transcript = await this.of(chat);
        if (transcript === undefined) return played.messages(chat, most);
        return transcript.messages
          .slice(-most)
          .map(({ index, name, role, text }) => ({ index, name, isUser: role === 'user', text }));
      },
    };
  }
}
