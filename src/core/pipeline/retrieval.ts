import type { ChatMessage } from '../chat/chat-message';
import type { RecordAt } from '../chat/injection-record';
import type { GenerationType, ScanSource } from '../lore/entry-fields';

/** The character that is about to speak, as far as the client knows it. */
export interface ActiveCharacter {
  readonly name: string;
  /** Texts of the card that entries may ask to have searched. */
  readonly texts: Readonly<Partial<Record<ScanSource, string>>>;
  readonly tags: readonly string[];
  /** File name of the card without ending. */
  readonly avatar: string;
}

/** One request for lore, complete: every optional part of the wire format has its value here. */
export interface Retrieval {
  readonly generationId: string;
  readonly chat: {
    readonly id: string;
    readonly parent: string | undefined;
    readonly name: string | undefined;
    readonly isGroup: boolean;
  };
  readonly type: GenerationType;
  /** Index of the message that is to be written in the full chat. */
  readonly turn: number;
  /** The chat's tail, oldest first. */
  readonly messages: readonly ChatMessage[];
  /** Messages of the full chat. */
  readonly total: number;
  readonly counts: { readonly assistant: number; readonly user: number; readonly total: number };
  /** Records of the whole path, oldest first. */
  readonly records: readonly RecordAt[];
  /** Whether the client has no place for records, so that the host's own are used. */
  readonly leavesRecordsToHost: boolean;
  /** A text not yet sent, searched with the last message; empty for none. */
  readonly draft: string;
  readonly character: ActiveCharacter;
  readonly personaName: string;
  readonly group: { readonly members: readonly string[]; readonly speaker: string } | undefined;
  readonly greetingIndex: number | undefined;
  /** Tokens of the context that the client may fill; undefined when unknown. */
  readonly contextSize: number | undefined;
  /** Factor from our token counts to the client's model (1 = the same). */
  readonly tokenScale: number;
}
