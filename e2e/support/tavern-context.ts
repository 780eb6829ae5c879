/** A chat message as SillyTavern keeps and saves it; only what these tests read. */
export interface TavernMessage {
  readonly name: string;
  readonly is_user: boolean;
  readonly is_system: boolean;
  readonly mes: string;
  readonly extra?: Readonly<Record<string, unknown>>;
  readonly swipe_id?: number;
  readonly swipes?: readonly string[];
  readonly swipe_info?: readonly { readonly extra?: Readonly<Record<string, unknown>> }[];
}

/** Of what `SillyTavern.getContext()` gives, the part these tests use. Ask anew each time: scalars are snapshots. */
export interface TavernContext {
  readonly chat: readonly TavernMessage[];
  readonly chatId: string | undefined;
  readonly chatMetadata: Readonly<Record<string, unknown>>;
  readonly characters: readonly { readonly name: string; readonly avatar: string }[];
  readonly characterId: string | undefined;
  readonly groupId: string | null;
  readonly mainApi: string;
  readonly onlineStatus: string;
  readonly chatCompletionSettings: { readonly stream_openai: boolean };
  readonly textCompletionSettings: { readonly streaming: boolean };
  readonly eventTypes: Readonly<Record<string, string>>;
  readonly eventSource: { on: (event: string, listener: (...values: readonly unknown[]) => void) => void };
  readonly swipe: { readonly state: () => string };
  readonly selectCharacterById: (index: number) => Promise<void>;
  readonly openCharacterChat: (fileName: string) => Promise<void>;
  readonly executeSlashCommandsWithOptions: (text: string) => Promise<{ readonly pipe?: string } | undefined>;
}

/** The live bindings of the page's main module that its context does not show. */
export interface TavernScript {
  readonly isGenerating: () => boolean;
  readonly isChatSaving: boolean;
}

/** An event of the page with its plain arguments; objects are left out as `null`. */
export interface TavernEvent {
  /** Upper-case name as in `eventTypes`, for example `GENERATION_STARTED`. */
  readonly name: string;
  readonly values: readonly (string | number | boolean | null)[];
}

declare global {
  var SillyTavern: { readonly getContext: () => TavernContext };
  /** Filled by the harness from the page's events, oldest first. */
  var harnessEvents: TavernEvent[];
}
