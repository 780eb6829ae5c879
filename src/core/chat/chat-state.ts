import type { EntryId } from '../base/entry-id';
import type { Position, Role } from '../lore/entry-fields';

/** A text of the writer that stands in every turn of a chat, at a place of its own. What is undefined, the settings say. */
export interface ChatText {
  readonly text: string;
  readonly position: Position | undefined;
  readonly depth: number | undefined;
  readonly role: Role | undefined;
}

/** What the user decided for one chat. It travels to branches; the past of the chat is in its records, not here. */
export interface ChatState {
  readonly id: string;
  /** The chat it was forked from. */
  readonly parent: string | undefined;
  /** The name under which the client knows it. */
  readonly name: string | undefined;
  /** Entries that are always selected here. */
  readonly pins: readonly EntryId[];
  /** Entries that are never selected here. */
  readonly blocks: readonly EntryId[];
  /** Folders whose entries may be selected; none means all. */
  readonly books: readonly string[];
  /** Values of context fields, e.g. `era: ['age of salt']`. */
  readonly context: Readonly<Record<string, readonly string[]>>;
  /** The author's notebook. */
  readonly notebook: ChatText;
  /** The AI notepad. */
  readonly notepad: ChatText;
  /** Entries whose one use in this chat was given back, and the message index from which uses count again. */
  readonly renewed: Readonly<Record<EntryId, number>>;
  /** Milliseconds since 1970 of the last change. */
  readonly changed: number;
}

const NO_TEXT: ChatText = { text: '', position: undefined, depth: undefined, role: undefined };

/** The state of a chat about which nothing was decided yet. */
export function newChatState(id: string): ChatState {
  return {
    id,
    parent: undefined,
    name: undefined,
    pins: [],
    blocks: [],
    books: [],
    context: {},
    notebook: NO_TEXT,
    notepad: NO_TEXT,
    renewed: {},
    changed: 0,
  };
}

/** The decisions of a chat that a new one begins with; nothing of what happened in it. */
export function copiedDecisions({ pins, blocks, books, context, notebook }: ChatState) {
  return { pins, blocks, books, context, notebook } satisfies Partial<ChatState>;
}

/** The state with which a branch or copy of a chat begins: the decisions, not the identity. */
export function forkChatState(parent: ChatState, id: string): ChatState {
  return { ...parent, id, parent: parent.id };
}
