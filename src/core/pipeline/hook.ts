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

/**
 * What a hook wants: the entries that stay or are added, by id, in any order, some with another text; or the injections
 * with other texts. What is left out of the answer stays as it is.
 */
export interface HookOutput {
  readonly entries?: readonly { readonly id: EntryId; readonly text?: string }[];
  readonly injections?: readonly { readonly key: string; readonly text: string }[];
}

/** An interceptor of another plugin. */
export interface Hook {
  /** Unique; by convention the plugin's id, a colon and a name. */
  readonly id: string;
  readonly stage: HookStage;
  /** Lower is asked first; 100 when left out. Ties go by id. */
  readonly priority?: number;
  /** How long its answer is waited for, in milliseconds; 2,000 when left out. */
  readonly timeoutMs?: number;
  readonly permissions: readonly HookPermission[];
  run(input: HookInput, signal: AbortSignal): Promise<HookOutput | undefined> | HookOutput | undefined;
}

/** What a hook did in a turn, for the trace. */
export interface HookReport {
  readonly id: string;
  readonly stage: HookStage;
  readonly outcome: 'changed' | 'unchanged' | 'failed' | 'timed-out' | 'not-permitted' | 'paused' | 'aborted';
  readonly added: readonly EntryId[];
  readonly removed: readonly EntryId[];
  readonly changed: readonly string[];
  /** Tokens that it added (negative: saved). */
  readonly tokens: number;
  readonly milliseconds: number;
  readonly detail: string;
}
