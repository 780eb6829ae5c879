import type { TokenPrice } from '../ai/guard/spent';
import type { LanguageModel } from '../ai/language-model';
import type { EditOrigin } from '../edits/edit-origin';
import type { Patch } from '../edits/patch';
import type { Proposal } from '../edits/proposal';
import type { Proposing } from '../edits/vault-edits';
import type { LoreEntry } from '../lore/lore-entry';
import type { Trace } from '../pipeline/trace';
import type { Clock, Timer } from '../ports/clock';
import type { DocumentStore } from '../ports/document-store';
import type { Log } from '../ports/log';
import type { NoteText } from '../ports/note-source';
import type { RandomSource } from '../ports/random';
import type { TextHit } from '../search/full-text';
import type { LoreIndex } from '../search/lore-index';
import type { Protocol } from './session/session';

/** The lore as the tools may see it: what the index does not hold does not exist for them. */
export interface LibrarianLore {
  readonly index: LoreIndex;
  /** Entries that a public id, path, file name, alias or title means. */
  find(name: string): readonly LoreEntry[];
  search(queries: readonly string[], limit: number): readonly TextHit[];
  /** The source of an entry's note. Asked for paths of the index alone. */
  read(path: string): Promise<NoteText>;
}

/** What a lore gap is about. */
export const gapKinds = ['missing', 'outdated', 'contradiction'] as const;
export type LibrarianGapKind = (typeof gapKinds)[number];
export const gapUrgencies = ['low', 'medium', 'high'] as const;
export type LibrarianGapUrgency = (typeof gapUrgencies)[number];

/** A lore gap, as the Librarian works on it. */
export interface LibrarianGap {
  readonly id: string;
  readonly kind: LibrarianGapKind;
  readonly title: string;
  readonly urgency: LibrarianGapUrgency;
  /** How often it was met. */
  readonly frequency: number;
  readonly status: string;
  readonly chat: string | undefined;
  readonly evidence: readonly { readonly quote: string; readonly message: number | undefined }[];
}

/** A gap that the Librarian reports. */
export interface FlaggedGap {
  readonly kind: LibrarianGapKind;
  readonly title: string;
  readonly reason: string;
  readonly urgency: LibrarianGapUrgency;
  readonly chat: string | undefined;
}

/** What became of a reported gap; `sentence` says why it was not kept. */
export type GapFlagged =
  | { readonly kind: 'kept'; readonly gap: LibrarianGap; readonly isNew: boolean }
  | { readonly kind: 'refused'; readonly sentence: string };

/** The lore gaps of the vault. */
export interface GapBook {
  /** Those that want work, the most urgent first. */
  open(): readonly LibrarianGap[];
  find(id: string): LibrarianGap | undefined;
  /** Keeps a gap, or adds it to one that is alike. */
  flag(gap: FlaggedGap): Promise<GapFlagged>;
  /** A change was proposed that may fill it. */
  drafted(id: string, proposal: string): void;
}

/** A message of a chat as it is kept. */
export interface RecentMessage {
  readonly index: number;
  readonly name: string;
  readonly isUser: boolean;
  readonly text: string;
}

/** The last messages of chats, as clients left them. */
export interface RecentChat {
  /** The chat that was played last. */
  last(): string | undefined;
  /** The last visible messages, oldest first; undefined where nothing of the chat is kept. */
  messages(chat: string, most: number): Promise<readonly RecentMessage[] | undefined>;
}

/** Turns that were played. */
export interface PlayedTurns {
  /** Newest first. */
  traces(chat: string | undefined, most: number): readonly Trace[];
  trace(id: string): Trace | undefined;
}

/** The one way in which the Librarian can change anything. */
export interface ProposalDesk {
  /** Proposes a change; where the settings let the Librarian write, it is made at once. */
  propose(patch: Patch, origin: EditOrigin): Promise<Proposing>;
  /** All that are kept. */
  list(): Promise<readonly Proposal[]>;
}

/** A model that is ready for a conversation. */
export interface LibrarianModel {
  /** Names connection and model. */
  readonly id: string;
  /** The provider's name of the model; empty where a profile of SillyTavern has its own. */
  readonly name: string;
  readonly model: LanguageModel;
  /** Whether tools can be sent at all: SillyTavern's profiles take none. */
  readonly takesTools: boolean;
  readonly maxTokens: number;
  readonly temperature: number | undefined;
  /** What it costs, where that is known. */
  readonly price: TokenPrice | undefined;
}

/** Limits and habits of conversations, from the settings. */
export interface LibrarianSettings {
  readonly librarianSteps: number;
  readonly librarianTokens: number;
  readonly librarianSeconds: number;
  readonly librarianMemory: number;
  readonly librarianGoesOn: boolean;
  readonly librarianInstructions: string;
  /** Where new notes go when nothing else is said; empty for where most entries are. */
  readonly librarianFolder: string;
  readonly loreTag: string;
}

/** How models are told of tools, as far as it is known. */
export interface ProtocolMemory {
  of(model: string): Protocol | undefined;
  keep(model: string, protocol: Protocol): void;
}

/** What the Librarian needs of the engine. */
export interface LibrarianPorts {
  readonly lore: LibrarianLore;
  readonly gaps: GapBook;
  readonly chats: RecentChat;
  readonly turns: PlayedTurns;
  readonly proposals: ProposalDesk;
  /** The guarded model of the channel. Errors: `ModelError`. */
  readonly model: () => Promise<LibrarianModel>;
  readonly settings: () => LibrarianSettings;
  readonly store: DocumentStore;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly random: RandomSource;
  readonly log: Log;
  readonly newAbort: () => { readonly signal: AbortSignal; abort(reason?: unknown): void };
  /** Told whenever a conversation is another one than before. */
  readonly changed: (session: string) => void;
}
