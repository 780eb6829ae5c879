/** A function tool as SillyTavern takes it. */
export interface TavernTool {
  readonly name: string;
  readonly displayName: string;
  readonly description: string;
  /** A JSON schema. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Gives what the model is told. What it throws is shown to the user as an error. */
  readonly action: (parameters: unknown) => Promise<string>;
  /** What a notice says while the tool runs; empty for no notice. */
  readonly formatMessage: (parameters: unknown) => string;
  /** Asked before every request. */
  readonly shouldRegister: () => boolean;
  /** No record of the call stands in the chat, and the reply ends with it. */
  readonly stealth: boolean;
}

/** Of what `SillyTavern.getContext()` gives, the part that lets models call functions. Older versions lack it. */
export interface TavernTools {
  readonly registerFunctionTool: (tool: TavernTool) => void;
  readonly unregisterFunctionTool: (name: string) => void;
  /** Whether the API in use calls tools and the user has allowed it. */
  readonly isToolCallingSupported: () => boolean;
}
