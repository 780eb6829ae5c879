/** Changes the text of a message on its way to the screen. */
export type MessageHook = (
  text: string,
  place: { readonly isUser?: boolean; readonly isSystem?: boolean; readonly isReasoning?: boolean },
) => string;

/** Of what `SillyTavern.getContext()` gives, the part that shows and saves messages. Older versions lack some of it. */
export interface TavernView {
  /** Draws a message of the chat anew. */
  readonly updateMessageBlock: (index: number, message: object) => void;
  readonly saveChat: () => Promise<unknown>;
  /** What is hooked here stays until the page is left. */
  readonly messageFormatter: {
    readonly stage: { readonly BEFORE_REGEX?: string };
    readonly addHook: (hook: MessageHook, options: { readonly stage: string }) => void;
  };
}
