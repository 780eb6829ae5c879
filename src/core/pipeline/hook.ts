import type { EntryId } from '../base/entry-id';
import type { Position, Role } from '../lore/entry-fields';

/** Where in a turn a hook is asked. */
export const hookStages = ['candidates', 'selection', 'injections'] as const;
export type HookStage = (typeof hookStages)[number];

/** What a hook may see and do; each is granted by the user. */
export const hookPermissions = ['read-chat', 'read-lore', 'change-selection', 'change-text'] as const;
export type HookPermission = (typeof hookPermissions)[number];

/** An entry as a hook sees it. Texts are given with `read-lore` only. */
export interface HookEntry {
  readonly id: EntryId;
  readonly title: string;
  readonly path: string;
  readonly text: string;
  readonly reason: string;
  readonly required: boolean;
  readonly priority: number;
}

/** A block of text as a hook sees it (stage `injections`). */
export interface HookInjection {
  readonly key: string;
  readonly position: Position;
  readonly depth: number | undefined;
  readonly role: Role | undefined;
  readonly outlet: string | undefined;
  readonly text: string;
  readonly tokens: number;
}

/** A message as a hook sees it, with `read-chat` only. */
export interface HookMessage {
  readonly role: string;
  readonly name: string;
  readonly text: string;
}

/** What a hook is given: copies that cannot be changed. */
export interface HookInput {
  readonly stage: HookStage;
  readonly chat: string;
  readonly turn: number;
  readonly type: string;
  readonly messages: readonly HookMessage[];
  readonly entries: readonly HookEntry[];
  /** Empty but in the stage `injections`. */
  readonly injections: readonly HookInjection[];
}

/** An entry that a hook keeps or adds, by its id, perhaps with another text. */
export interface HookChoice {
  readonly id: EntryId;
  /** With `change-text` only. What equals the text that the hook was shown changes nothing. */
  readonly text?: string;
}

/** Another text for a block (stage `injections`, with `change-text` only). */
export interface HookText {
  readonly key: string;
  readonly text: string;
}

/** An answer at once or in a while; undefined for "as it is". */
export type HookAnswer<Item> = Promise<readonly Item[] | undefined> | readonly Item[] | undefined;

interface HookParts {
  /** Unique: the plugin's id, a colon and a name. */
  readonly id: string;
  /** Lower is asked first; 100 when left out. Ties go by id. */
  readonly priority?: number;
  /** How long its answer is waited for, in milliseconds (1 to 60,000); 2,000 when left out. */
  readonly timeoutMs?: number;
  /** What it needs. Without one of these it is not asked at all. */
  readonly permissions: readonly HookPermission[];
}

/** An interceptor that chooses among entries: what its list leaves out is removed, what it names anew is added. */
export interface SelectionHook extends HookParts {
  readonly stage: 'candidates' | 'selection';
  run(input: HookInput, signal: AbortSignal): HookAnswer<HookChoice>;
}

/** An interceptor of the finished blocks: it may change their texts, not their places; what it leaves out stays. */
export interface InjectionHook extends HookParts {
  readonly stage: 'injections';
  run(input: HookInput, signal: AbortSignal): HookAnswer<HookText>;
}

/** An interceptor of another plugin. */
export type Hook = SelectionHook | InjectionHook;

/** What a hook did in a turn, for the trace. */
export interface HookReport {
  readonly id: string;
  readonly stage: HookStage;
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'timed-out' | 'not-permitted' | 'paused' | 'aborted';
  readonly added: readonly EntryId[];
  readonly removed: readonly EntryId[];
  /** Entries, or keys of injections, whose text it changed. */
  readonly changed: readonly string[];
  /** Tokens that it added (negative: saved). */
  readonly tokens: number;
  readonly milliseconds: number;
  /** What did not happen and why, in words for the user; empty when there is nothing to say. */
  readonly detail: string;
}
