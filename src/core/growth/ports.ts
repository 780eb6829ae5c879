import type { ChannelId } from '../ai/channels/channel-table';
import type { ResolvedChannel } from '../ai/channels/resolve-channel';
import type { GuardedModel } from '../ai/guard/guard-model';
import type { TokenPrice } from '../ai/guard/spent';
import type { LibrarianLore, ProposalDesk } from '../librarian/ports';
import type { LoreEntry } from '../lore/lore-entry';
import type { PatternSearch } from '../pipeline/pattern-search';
import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { RandomSource } from '../ports/random';
import type { KeyDefaults } from '../search/key-table';
import type { Transcript } from '../transcripts/transcript';

/** Chats as their clients told them. */
export interface ChatShelf {
  /** Their ids, the one that changed last first. */
  list(): readonly string[];
  of(chat: string): Promise<Transcript | undefined>;
}

/** A model that is ready to be asked. */
export interface GrowthModel {
  readonly model: GuardedModel;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
}

/** Where proposals are left, and what names notes in them. */
export interface GrowthDesk extends ProposalDesk {
  /** A wikilink to a note that means no other one. */
  linkTo(path: string): string;
}

/** Habits of the tools, from the settings. */
export interface GrowthSettings {
  readonly growEvery: number;
  readonly growFolder: string;
  readonly growTokens: number;
  readonly growInstructions: string;
  readonly summaryLength: number;
  readonly reviewFolder: string;
  readonly librarianFolder: string;
  readonly loreTag: string;
}

/** What the tools need of the engine. */
export interface GrowthPorts {
  readonly lore: LibrarianLore;
  /** Reads a text as the note of a path; undefined where it would be no entry. */
  readonly parse: (path: string, text: string) => LoreEntry | undefined;
  readonly patterns: PatternSearch;
  readonly keyDefaults: () => KeyDefaults;
  readonly chats: ChatShelf;
  readonly proposals: GrowthDesk;
  readonly channel: (channel: ChannelId) => ResolvedChannel;
  /** The guarded model of a channel. Errors: `ModelError`. */
  readonly model: (channel: ChannelId, chat: string | undefined) => Promise<GrowthModel>;
  /** What a million tokens of a model cost, where that is set. */
  readonly price: (model: string) => TokenPrice | undefined;
  /** Tokens of a channel today. */
  readonly usedToday: (channel: ChannelId) => number;
  readonly countTokens: (text: string) => number;
  readonly settings: () => GrowthSettings;
  /** Minutes east of UTC, for dates in reports. */
  readonly minutesEast: () => number;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
  /** To be waited for between two pieces of long work. */
  readonly give: () => Promise<void>;
  /** Told whenever a job is another one than before. */
  readonly changed: (job: string) => void;
}
