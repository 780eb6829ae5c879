import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import type { ReplyHistory } from '../chat/reply-history';
import type { BookShelf } from '../lore/book-shelf';
import type { FieldDefinition } from '../lore/field-definitions';
import type { TokenCounter } from '../ports/token-counter';
import type { FullText } from '../search/full-text';
import type { LoreIndex } from '../search/lore-index';
import type { CardLore } from './card-lore';
import type { Dice } from './dice';
import type { PatternSearch } from './pattern-search';
import type { Retrieval } from './retrieval';
import type { TurnSettings } from './turn-settings';

/** What every stage of one turn sees. A snapshot: nothing in it changes while the turn runs. */
export interface TurnContext {
  readonly request: Retrieval;
  readonly index: LoreIndex;
  readonly settings: TurnSettings;
  /** What the user decided for this chat. */
  readonly chat: ChatState;
  /** What the chat's own records tell about entries. */
  readonly history: ReplyHistory;
  /** The context fields. */
  readonly fields: readonly FieldDefinition[];
  /** The books of the vault. */
  readonly books: BookShelf;
  /** What is to be known of the entries of cards, where some are in the index. */
  readonly cards?: CardLore | undefined;
  /** Of what is mirrored from lorebooks that the client does not use in this chat: the book's name, by source. */
  readonly unusedBookOf?: (source: string) => string | undefined;
  /** The last summary of the story; empty when there is none. */
  readonly storySummary: string;
  /** Summaries of the story for the prompt, oldest first. */
  readonly story: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly dice: Dice;
  readonly patterns: PatternSearch;
  readonly fullText: FullText;
  readonly tokens: TokenCounter;
  /** The id that an entry has today: records, pins and blocks may hold the one it had before a rename. */
  readonly currentId: (id: EntryId) => EntryId;
}
