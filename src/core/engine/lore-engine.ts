import type { ModelMessage } from '../ai/language-model';
import type { RelayHub } from '../ai/relay/relay-hub';
import type { EntryId } from '../base/entry-id';
import type { CardBook } from '../cards/card-book';
import type { ChatState } from '../chat/chat-state';
import type { DocumentNotice, GuardedDocuments } from '../documents/guarded-documents';
import type { EntryProblem } from '../lore/entry-problem';
import type { GenerationType } from '../lore/entry-fields';
import type { FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
import type { NotepadUse } from '../notepad/notepad-use';
import type { Delivery } from '../pipeline/delivery';
import type { Hook, HookPermission } from '../pipeline/hook';
import type { KnownHook } from '../pipeline/read-hook';
import type { Retrieval } from '../pipeline/retrieval';
import type { RetrievalResult } from '../pipeline/retrieval-result';
import type { Trace } from '../pipeline/trace';
import type { WhyNot } from '../pipeline/why-not';
import type { Stop } from '../ports/note-source';
import type { SettingProblem } from '../settings/settings';
import type { Settings } from '../settings/settings-table';
import type { AiAdministration } from './ai-administration';
import type { AnalyticsAdministration } from './analytics-administration';
import type { ChatStateChange, ChatStateChanging } from './chat-states';
import type { EditAdministration } from './edit-administration';
import type { EngineEvent } from './engine-event';
import type { EntryFacets } from './entry-facets';
import type { GapAdministration } from './gap-administration';
import type { EntryFilter, IndexState, Page, SearchHit, UnusedNote } from './lookup';
import type { KeptChat } from './generation-log';
import type { GraphAdministration } from './graph-administration';
import type { HealthAdministration } from './health-administration';
import type { GrowthAdministration } from './growth-administration';
import type { ImportAdministration } from './import-administration';
import type { LabAdministration } from './lab-administration';
import type { LibrarianAdministration } from './librarian-administration';
import type { NotepadAdministration } from './notepad-administration';
import type { ScribeAdministration } from './scribe-administration';
import type { WatchAdministration } from './watch-administration';
import type { SetupAdministration } from './setup-administration';
import type { TranscriptAdministration } from './transcript-administration';
import type { VaultAdministration } from './vault-administration';
import type { WritingTools } from './writing-tools';

/** The state of the engine at one moment. */
export interface EngineStatus {
  readonly vault: string;
  readonly index: IndexState;
  readonly entries: number;
  readonly guides: number;
  readonly quarantined: number;
  readonly skipped: number;
  /** Known problems that the user did not put aside. */
  readonly problems: { readonly error: number; readonly warning: number; readonly info: number };
  /** Whether token counts are exact by now. */
  readonly tokensExact: boolean;
  /** Stored documents that are only read, or that were set aside in this run. */
  readonly documents: readonly DocumentNotice[];
  /** The newest generation that is known by now; those of earlier runs are read a while after the start. */
  readonly lastTurn: Trace | undefined;
}

/** What the next request of a client should be like. */
export interface Wants {
  /** Texts that it should carry. */
  readonly messages: number;
  /** How long the client should wait at least, in milliseconds; undefined for as long as it likes. */
  readonly deadlineMs: number | undefined;
  /** How the AI that writes keeps notes with a reply of a type; undefined when it does not. */
  readonly notepad: (type: GenerationType) => NotepadUse | undefined;
}

/** What one request to preview changes for itself. */
export interface PreviewOptions {
  /** Entries whose absence is to be explained. */
  readonly explain?: readonly EntryId[];
  /** Settings for this preview alone. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Whether interceptors of other plugins are asked too; they are not when it is left out. */
  readonly hooks?: boolean;
  /** Whether the AI is asked; without it only what it said before is used. */
  readonly ai?: boolean;
  /** Whether the messages for the AI are wanted. */
  readonly prompt?: boolean;
  /** Decisions for the chat, for this preview alone. */
  readonly chat?: Partial<ChatState>;
  /** Ends the waiting. */
  readonly signal?: AbortSignal;
}

/** What a preview tells. */
export interface Preview {
  readonly result: RetrievalResult;
  readonly problems: readonly SettingProblem[];
  /** One for each entry that was to be explained and is known. */
  readonly explanations: readonly WhyNot[];
  /** The messages for the AI, where they were wanted and there are any. */
  readonly prompt: readonly ModelMessage[] | undefined;
}

/** The one object a host holds: every use case is a method. Nothing here throws because of lore, chats or notes. */
export interface LoreEngine {
  /** Starts indexing and watching; resolves when the first index stands or the vault proved unreachable. */
  open(): Promise<void>;
  /** Stops watching and waits for writes under way. */
  close(): Promise<void>;
  status(): EngineStatus;
  /** The newest generation, those of earlier runs not forgotten: waits until these are read. */
  lastTurn(): Promise<Trace | undefined>;
  /** Reads the whole vault again. */
  refresh(): Promise<void>;
  /**
   * Chooses the lore for one reply and records the trace. Waits for a first index at most `deadlineMs`.
   * The same generation id twice gives the same answer.
   */
  generate(request: Retrieval, deadlineMs: number, signal?: AbortSignal): Promise<RetrievalResult>;
  /**
   * Asks the AI for the likely next turn already, so that its answer is there when the turn comes. Does not wait.
   *
   * @returns Whether it is asked: the settings may not want it.
   */
  prepare(request: Retrieval): boolean;
  /** The same choice with nothing recorded. Settings that are not allowed come back as problems and change nothing. */
  preview(request: Retrieval, options: PreviewOptions): Promise<Preview>;
  /** Traces, newest first, of one chat or of all. */
  generations(chat: string | undefined, limit: number): readonly Trace[];
  generation(id: string): Trace | undefined;
  /** Chats of which turns are kept, the one with the newest turn first. */
  generationChats(): readonly KeptChat[];
  /**
   * Plays a kept turn again with the vault, the settings and the decisions for its chat as they are today; nothing is
   * recorded. `undefined` when the turn, or the request that it answered, is not kept.
   */
  replay(id: string, options: PreviewOptions): Promise<Preview | undefined>;
  /** Adds to a kept trace what the host did with its injections; gives it, or `undefined` when none is kept. */
  reportDelivery(id: string, delivery: readonly Delivery[]): Trace | undefined;
  entries(filter: EntryFilter, offset: number, limit: number): Page<LoreEntry>;
  /** What the entries can be narrowed by, over the whole index. */
  entryFacets(): EntryFacets;
  entry(id: EntryId): LoreEntry | undefined;
  entryByPath(path: string): LoreEntry | undefined;
  /** Entries that a public id, path, file name, alias or title means; several where it is ambiguous. */
  findEntries(name: string): readonly LoreEntry[];
  /** Notes that are not used, with reasons; those without a problem or a lore tag are left out. */
  unusedNotes(): readonly UnusedNote[];
  /** Every problem of every note, of notes seen together, of patterns that were stopped, of the field definitions and of the books. */
  problems(): readonly EntryProblem[];
  search(queries: readonly string[], limit: number): readonly SearchHit[];
  /** What the next request of a client should be like. */
  wants(): Wants;
  /** A lorebook of a card that some request brought, by its digest; undefined when it is not remembered. */
  cardBook(digest: string): CardBook | undefined;
  /** Tokens of a text as the budget counts them. */
  countTokens(text: string): { readonly tokens: number; readonly approximate: boolean };
  /** Decisions made for chats, newest change first. */
  chats(): readonly ChatState[];
  /** The decisions made for a chat; of one that is not known, those of the chat it was copied from. */
  chat(id: string, parent?: string): ChatState;
  /** Changes the decisions for a chat. One seen for the first time begins with those of the chat it was copied from. */
  changeChat(id: string, change: ChatStateChange | ChatStateChanging, parent?: string): Promise<ChatState>;
  /**
   * Lets a new chat begin with the pins, blocks, books, context and notebook of another one, and with nothing of its past.
   *
   * @returns Undefined, and nothing is changed, where something was decided for it already.
   */
  copyChat(from: string, to: string): Promise<ChatState | undefined>;
  /** The fields by which entries are gated on the chat's situation. */
  contextFields(): readonly FieldDefinition[];
  /**
   * Adds an interceptor; the returned function takes it away and ends the waiting for it.
   *
   * @param granted The permissions that the user granted, asked anew in every turn.
   * @throws TypeError for an interceptor of a wrong shape or an id that is in use.
   */
  registerHook(hook: Hook | KnownHook, granted: () => readonly HookPermission[]): Stop;
  /** Whether an interceptor failed three times in a row and is not asked any more. */
  isHookPaused(id: string): boolean;
  /** Keys whose pattern took too long and is no longer tried. */
  stoppedPatterns(): readonly string[];
  settings(): Settings;
  /** Changes settings and stores them; with problems nothing is changed. */
  changeSettings(changes: unknown): Promise<readonly SettingProblem[]>;
  /** Reads the stored settings again, after another program changed them. */
  reloadSettings(): Promise<void>;
  on(listener: (event: EngineEvent) => void): Stop;

  /** The models: channels, connections, keys. */
  readonly ai: AiAdministration;
  /** Lorebooks of other programs: in, out, and back again. */
  readonly imports: ImportAdministration;
  /** Lorebooks of SillyTavern that are mirrored into the vault. */
  readonly watch: WatchAdministration;
  /** Changes to notes: proposed, made, taken back. */
  readonly edits: EditAdministration;
  /** What is wrong with vault and settings, and what mends it. */
  readonly health: HealthAdministration;
  /** How often entries are used. */
  readonly analytics: AnalyticsAdministration;
  /** How entries hang together. */
  readonly graph: GraphAdministration;
  /** Chats played again, and tests of the lore. */
  readonly lab: LabAdministration;
  /** Conversations about the lore. */
  readonly librarian: LibrarianAdministration;
  /** What stands in chats, as clients tell it. */
  readonly transcripts: TranscriptAdministration;
  /** Summaries of chats. */
  readonly scribe: ScribeAdministration;
  /** Notes that the AI that writes keeps for itself. */
  readonly notepad: NotepadAdministration;
  /** What the story uses and the lore lacks. */
  readonly gaps: GapAdministration;
  /** Tools for the AI that writes. */
  readonly writingTools: WritingTools;
  /** New lore from chats, better keys, summaries, reviews. */
  readonly growth: GrowthAdministration;
  /** Vaults beside the host's own, and what changed in the index. */
  readonly vaults: VaultAdministration;
  /** Help on the way to the first entry. */
  readonly setup: SetupAdministration;
  /** What is stored: what of it may only be read, and what was set aside. */
  readonly documents: Pick<GuardedDocuments, 'notices' | 'onNotice'>;
  /** Hands questions for models to clients that can ask theirs. */
  readonly relay: RelayHub;
}
