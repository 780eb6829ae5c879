import type { ChatMessage } from '../chat/chat-message';
import type { RecordAt } from '../chat/injection-record';
import type { NoteAt } from '../notepad/notes-so-far';
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

/** The lorebook in a character's card, as a client sends it: itself, or the digest that an earlier answer gave for it. */
export interface SentBook {
  /** Name of the character. */
  readonly card: string;
  /** File name of the card without ending; empty when it is not known. */
  readonly avatar: string;
  /** As the card has it: nobody has looked at it yet. */
  readonly book?: unknown;
  readonly digest?: string;
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
  /** What the AI that writes noted with visible messages, by their index, oldest first; none when left out. */
  readonly notes?: readonly NoteAt[];
  readonly character: ActiveCharacter;
  /** The lorebooks in the cards of the chat, the speaker's first. */
  readonly cardBooks?: readonly SentBook[];
  /** Lorebooks of the client that it does not use in this chat, by name; none when left out. */
  readonly unusedBooks?: readonly string[];
  readonly personaName: string;
  readonly group: { readonly members: readonly string[]; readonly speaker: string } | undefined;
  readonly greetingIndex: number | undefined;
  /** Tokens of the context that the client may fill; undefined when unknown. */
  readonly contextSize: number | undefined;
  /** Factor from our token counts to the client's model (1 = the same). */
  readonly tokenScale: number;
}
