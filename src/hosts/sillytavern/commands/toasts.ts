/** Shows a short text for a while. The text is shown as it is, never as markup. */
export type ShowToast = (tone: 'info' | 'warning' | 'error', text: string) => void;

type Toast = (text: string, title: string, options: Readonly<Record<string, unknown>>) => void;

/** Reading time for each character, in milliseconds. */
const msPerCharacter = 50;
const leastMs = 4_000;

/** SillyTavern's own notices. */
export const pageToast: ShowToast = (tone, text) => {
  // The page promises this global; without it there is nowhere to show anything.
  const { toastr } = globalThis as { readonly toastr?: Readonly<Record<typeof tone, Toast>> };
  toastr?.[tone](text, 'Lorehearth', { escapeHtml: true, timeOut: leastMs + text.length * msPerCharacter });
};
