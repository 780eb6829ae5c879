import type { SlashApi } from './commands/slash-api';
import type { TavernView } from './notepad/tavern-view';
import type { TavernModels } from './relay/tavern-models';
import type { TavernTools } from './tools/tavern-tools';

/**
 * Of what `SillyTavern.getContext()` gives, the part this extension reads and calls. Fields that older versions lack
 * are optional. Ask for a new context whenever one is needed: its scalars and its metadata are snapshots.
 */
export interface TavernContext
  extends Partial<SlashApi>, Partial<TavernModels>, Partial<TavernTools>, Partial<TavernView> {
  readonly chat: readonly TavernMessage[];
  /** File name of the open chat, without extension. */
  readonly chatId: string | undefined;
  /** Live until the chat changes; saved with the chat. */
  readonly chatMetadata: Record<string, unknown>;
  readonly characters: readonly TavernCharacter[];
  /** Index into `characters`, as text in new versions; undefined in a group between turns. */
  readonly characterId: string | number | undefined;
  readonly groupId: string | null | undefined;
  readonly groups: readonly TavernGroup[];
  /** The player's name. */
  readonly name1: string;
  /** The name of the character that speaks. */
  readonly name2: string;
  /** `openai` is chat completion of any provider. */
  readonly mainApi: string;
  /** The model's name for text completion. */
  readonly onlineStatus: string;
  readonly tags: readonly { readonly id: string; readonly name: string }[];
  /** Tag ids by avatar. */
  readonly tagMap: Readonly<Record<string, readonly string[] | undefined>>;
  readonly powerUserSettings: {
    readonly persona_description?: string;
    readonly reasoning?: { readonly prefix?: string; readonly suffix?: string; readonly separator?: string };
    /** Example messages are left out. */
    readonly strip_examples?: boolean;
    readonly instruct?: { readonly enabled?: boolean; readonly skip_examples?: boolean };
  };
  /** Live; saved by `saveSettingsDebounced`. */
  readonly extensionSettings: Record<string, unknown>;
  /** Live map of everything that extensions add to the prompt. */
  readonly extensionPrompts: Record<string, ExtensionPrompt>;
  readonly eventSource: TavernEvents;
  /** The wire names of events; what an older version does not know is missing. */
  readonly eventTypes: Readonly<Record<string, string | undefined>>;
  readonly POPUP_TYPE: Readonly<Record<string, number>>;
  readonly setExtensionPrompt: (
    key: string,
    value: string,
    position: number,
    depth: number,
    scan?: boolean,
    role?: number,
  ) => void;
  readonly saveSettingsDebounced: () => void;
  readonly saveMetadataDebounced: () => void;
  /** Expands macros. */
  readonly substituteParams: (text: string) => string;
  readonly getTokenCountAsync: (text: string, padding: number) => Promise<number>;
  readonly getChatCompletionModel?: () => string | undefined;
  /** Card texts with macros expanded, scenario overrides and joined group cards applied. */
  readonly getCharacterCardFields?: () => CardFields;
  /** What requests to SillyTavern's own server need. */
  readonly getRequestHeaders?: () => Readonly<Record<string, string>>;
  /** The lorebooks of the user, as the page knows them. */
  readonly getWorldInfoNames?: () => readonly string[];
  /** A lorebook as the page holds it, which may be newer or older than the file. */
  readonly loadWorldInfo?: (name: string) => Promise<unknown>;
  /** Keeps a lorebook, which nobody may change afterwards. */
  readonly saveWorldInfo?: (name: string, data: unknown, immediately?: boolean) => Promise<void>;
  readonly updateWorldInfoList?: () => Promise<void>;
  /** Shows a lorebook anew if it is open in the editor. */
  readonly reloadWorldInfoEditor?: (name: string) => void;
  readonly callGenericPopup: (
    content: HTMLElement,
    type: number | undefined,
    inputValue?: string,
    options?: { readonly allowVerticalScrolling?: boolean; readonly leftAlign?: boolean; readonly wide?: boolean },
  ) => Promise<unknown>;
}

/** What a message carries besides its text; SillyTavern saves unknown keys. */
export type MessageExtra = Record<string, unknown>;

/** A message as SillyTavern keeps it. */
export interface TavernMessage {
  readonly name: string;
  readonly is_user: boolean;
  /** Hidden from the model. */
  readonly is_system: boolean;
  mes: string;
  readonly send_date?: unknown;
  /** Present when a model wrote the message. */
  readonly gen_started?: unknown;
  extra?: MessageExtra;
  readonly swipe_id?: number;
  readonly swipes?: string[];
  /** One for each of `swipes`; new ones appear only after a message is complete. */
  readonly swipe_info?: readonly ({ extra?: MessageExtra } | undefined)[];
}

export interface TavernCharacter {
  readonly name: string;
  /** File name of the card; identifies the character. */
  readonly avatar: string;
  readonly description?: string;
  readonly personality?: string;
  readonly scenario?: string;
  readonly data?: {
    readonly creator_notes?: string;
    readonly tags?: readonly string[];
    /** The card's own lorebook, as its author left it. */
    readonly character_book?: unknown;
    readonly extensions?: {
      readonly depth_prompt?: { readonly prompt?: string };
      /** The World Info book that is linked to the character. */
      readonly world?: unknown;
    };
  };
}

export interface TavernGroup {
  readonly id: string;
  /** Avatars of the members. */
  readonly members: readonly string[];
  /** Avatars of muted members. */
  readonly disabled_members?: readonly string[];
  /** Whose cards are in the prompt: 0 the speaker's, 1 those of all members, 2 those of muted ones too. */
  readonly generation_mode?: number;
}

export interface CardFields {
  readonly description?: string;
  readonly personality?: string;
  readonly scenario?: string;
  readonly persona?: string;
  readonly charDepthPrompt?: string;
  readonly creatorNotes?: string;
}

export interface ExtensionPrompt {
  readonly value: string;
  readonly position: number;
  readonly depth: number;
  readonly scan?: boolean;
  readonly role?: number;
}

type Listener = (...values: readonly unknown[]) => unknown;

export interface TavernEvents {
  readonly on: (event: string, listener: Listener) => void;
  readonly removeListener: (event: string, listener: Listener) => void;
}

/** Gives the context of this moment. */
export type ReadContext = () => TavernContext;

/** The page's own context. */
export const tavernContext: ReadContext = () => {
  // The page promises this global; it is declared here alone, so that nothing else can reach past this interface.
  const page = globalThis as unknown as { readonly SillyTavern: { readonly getContext: ReadContext } };
  return page.SillyTavern.getContext();
};
