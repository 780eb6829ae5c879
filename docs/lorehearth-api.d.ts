/**
 * The interface of Lorehearth for other Obsidian plugins. Copy this file into your plugin: it needs nothing but the types
 * of Obsidian. What it means is told in plugin-api.md.
 */
import type { Plugin } from 'obsidian';

/** `app.plugins.plugins.lorehearth.api`; also what the workspace event `lorehearth:ready` hands over. */
export interface LorehearthApi {
  /** Version of Lorehearth, e.g. `0.1.0`. */
  readonly version: string;
  /** State of the index; undefined until the app's layout is ready. */
  status(): LorehearthStatus | undefined;
  /** Address of the REST server without a path; undefined while it does not listen. */
  address(): string | undefined;
  /**
   * Adds a hook. The user is asked once for its permissions. The hook goes when your plugin unloads, or earlier by the
   * returned function.
   *
   * @throws TypeError with a sentence that says what is wrong with the hook.
   */
  registerHook(plugin: Plugin, hook: Hook): () => void;
  /** Calls back when something happened, until your plugin unloads or the returned function is called. */
  on(plugin: Plugin, listener: (event: LorehearthEvent) => void): () => void;
}

/** The state of the index. */
export interface LorehearthStatus {
  readonly vault: string;
  readonly index:
    | { readonly kind: 'indexing'; readonly done: number; readonly total: number }
    | { readonly kind: 'ready' }
    | { readonly kind: 'unreachable'; readonly reason: string };
  readonly entries: number;
  /** Whether token counts are exact by now. */
  readonly tokensExact: boolean;
}

/** What happened, without texts of chat or lore. */
export type LorehearthEvent =
  | { readonly kind: 'index-changed' }
  | {
      readonly kind: 'generation-finished';
      readonly id: string;
      readonly chat: string;
      readonly turn: number;
      readonly injected: number;
      readonly tokens: number;
    };

/** What a hook may see and do; each is granted by the user. */
export type HookPermission = 'read-chat' | 'read-lore' | 'change-selection' | 'change-text';

/** Where in a turn a hook is asked. */
export type HookStage = 'candidates' | 'selection' | 'injections';

/** What a hook is given: copies that cannot be changed. */
export interface HookInput {
  readonly stage: HookStage;
  readonly chat: string;
  /** Index of the message that is to be written. */
  readonly turn: number;
  /** Kind of generation: `normal`, `swipe`, `continue`, … */
  readonly type: string;
  /** The visible messages, oldest first; empty without `read-chat`. */
  readonly messages: readonly { readonly role: string; readonly name: string; readonly text: string }[];
  /** The entries as the hook before left them; empty in the stage `injections`. */
  readonly entries: readonly HookEntry[];
  /** The blocks of text; empty but in the stage `injections`. */
  readonly injections: readonly HookInjection[];
}

/** A lore entry. */
export interface HookEntry {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Empty without `read-lore`. */
  readonly text: string;
  /** Why it was selected, e.g. `key`. */
  readonly reason: string;
  /** Required entries stay whatever a hook says. */
  readonly required: boolean;
  readonly priority: number;
}

/** A block of text with a place in the prompt. */
export interface HookInjection {
  readonly key: string;
  readonly position:
    | 'before'
    | 'after'
    | 'in_chat'
    | 'before_char'
    | 'after_char'
    | 'author_note_top'
    | 'author_note_bottom'
    | 'examples_top'
    | 'examples_bottom'
    | 'outlet';
  readonly depth: number | undefined;
  readonly role: 'system' | 'user' | 'assistant' | undefined;
  readonly outlet: string | undefined;
  /** Empty without `read-lore`. */
  readonly text: string;
  readonly tokens: number;
}

/** An answer at once or in a while; undefined for "as it is". */
export type HookAnswer<Item> = Promise<readonly Item[] | undefined> | readonly Item[] | undefined;

interface HookParts {
  /** Unique: your plugin's id, a colon and a name. */
  readonly id: string;
  /** Lower is asked first; 100 when left out. Ties go by id. */
  readonly priority?: number;
  /** How long its answer is waited for, in milliseconds (1 to 60,000); 2,000 when left out. */
  readonly timeoutMs?: number;
  /** What it needs. Without one of these it is not asked at all. */
  readonly permissions: readonly HookPermission[];
}

/** Chooses among entries: what its list leaves out is removed, what it names anew is added, `text` replaces the text. */
export interface SelectionHook extends HookParts {
  readonly stage: 'candidates' | 'selection';
  run(input: HookInput, signal: AbortSignal): HookAnswer<{ readonly id: string; readonly text?: string }>;
}

/** Changes texts of finished blocks, not their places; what its list leaves out stays. */
export interface InjectionHook extends HookParts {
  readonly stage: 'injections';
  run(input: HookInput, signal: AbortSignal): HookAnswer<{ readonly key: string; readonly text: string }>;
}

/** An interceptor of the choice of lore. */
export type Hook = SelectionHook | InjectionHook;
