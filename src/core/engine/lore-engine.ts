import type { ModelMessage } from '../ai/language-model';
import type { RelayHub } from '../ai/relay/relay-hub';
import type { EntryId } from '../base/entry-id';
import type { ChatState } from '../chat/chat-state';
import type { EntryProblem } from '../lore/entry-problem';
import type { FieldDefinition } from '../lore/field-definitions';
import type { LoreEntry } from '../lore/lore-entry';
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
import type { ChatStateChange } from './chat-states';
import type { EngineEvent } from './engine-event';
import type { EntryFacets } from './entry-facets';
import type { EntryFilter, IndexState, Page, SearchHit, UnusedNote } from './lookup';
import type { ImportAdministration } from './import-administration';

/** The state of the engine at one moment. */
export interface EngineStatus {
  readonly vault: string;
  readonly index: IndexState;
  readonly entries: number;
  readonly guides: number;
  readonly quarantined: number;
  readonly skipped: number;
  readonly problems: { readonly error: number; readonly warning: number; readonly info: number };
  /** Whether token counts are exact by now. */
  readonly tokensExact: boolean;
  /** The newest generation that was recorded. */
  readonly lastTurn: Trace | undefined;
}

/** What the next request of a client should be like. */
export interface Wants {
  /** Texts that it should carry. */
  readonly messages: number;
  /** How long the client should wait at least, in milliseconds; undefined for as long as it likes. */
  readonly deadlineMs: number | undefined;
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
  /** Tokens of a text as the budget counts them. */
  countTokens(text: string): { readonly tokens: number; readonly approximate: boolean };
  /** Decisions made for chats, newest change first. */
  chats(): readonly ChatState[];
  /** The decisions made for a chat; of one that is not known, those of the chat it was copied from. */
  chat(id: string, parent?: string): ChatState;
  /** Changes the decisions for a chat. One seen for the first time begins with those of the chat it was copied from. */
  changeChat(id: string, change: ChatStateChange, parent?: string): Promise<ChatState>;
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
  /** Hands questions for models to clients that can ask theirs. */
  readonly relay: RelayHub;
}
