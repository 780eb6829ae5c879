import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import type { BookShelf } from '../lore/book-shelf';
import type { FieldDefinition } from '../lore/field-definitions';
import type { Clock } from '../ports/clock';
import type { TokenCounter } from '../ports/token-counter';
import type { FullText } from '../search/full-text';
import type { LoreIndex } from '../search/lore-index';
import type { EntrySelector } from './ai/entry-selector';
import type { CardLore } from './card-lore';
import type { Dice } from './dice';
import type { HookRegistry } from './hook-registry';
import type { PatternSearch } from './pattern-search';
import type { Retrieval } from './retrieval';
import type { TurnSettings } from './turn-settings';

/** What a turn runs on. */
export interface PipelineInput {
  readonly request: Retrieval;
  readonly index: LoreIndex;
  readonly settings: TurnSettings;
  readonly chat: ChatState;
  readonly fields: readonly FieldDefinition[];
  /** The books of the vault; none when left out. */
  readonly books?: BookShelf;
  /** What is to be known of the entries of cards, where some are in the index. */
  readonly cards?: CardLore | undefined;
  /** Of what is mirrored from lorebooks that the client does not use in this chat: the book's name, by source. */
  readonly unusedBookOf?: (source: string) => string | undefined;
  readonly patterns: PatternSearch;
  readonly fullText: FullText;
  readonly tokens: TokenCounter;
  readonly clock: Clock;
  /** The id that an entry has today. */
  readonly currentId: (id: EntryId) => EntryId;
  /** What is already known to be less than it should be, e.g. `indexing`. */
  readonly degraded: readonly string[];
  /** Chance; seeded by chat and turn when left out. */
  readonly dice?: Dice;
  /** Interceptors of other plugins; previews run without unless asked. */
  readonly hooks?: HookRegistry;
  /** Asks a model; without it the mode is keywords. */
  readonly select?: EntrySelector | undefined;
  /** The last summary of the story, for the model. */
  readonly storySummary?: string;
  /** Summaries of the story for the prompt, oldest first. */
  readonly story?: readonly string[];
  /** Ends the waiting for hooks. */
  readonly signal?: AbortSignal | undefined;
}
