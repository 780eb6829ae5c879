import type { Injection } from '../injection';
import { tokensOf } from '../price';
import type { TurnContext } from '../turn-context';
import { contextShare } from './turn-budget';

/** The key under which the notebook of a chat is injected, wherever it lands. */
const NOTEBOOK_KEY = 'lorehearth/notebook';

/** The notebook's part of a turn. */
export interface NotebookResult {
  /** None when there is no text, or no place for it in the context. */
  readonly injections: readonly Injection[];
  readonly tokens: number;
  readonly warnings: readonly string[];
}

/**
 * The notebook of the chat as an injection of its own, in every turn, whatever entries were chosen. It stands outside the
 * budget of entries but counts for the safe share of the context.
 */
export function injectNotebook(context: TurnContext): NotebookResult {
  const { text } = context.chat.notebook;
  if (text.trim() === '') return { injections: [], tokens: 0, warnings: [] };
  const tokens = tokensOf(text, context);
  const limit = contextShare(context, context.settings.safeShare);
  if (limit === undefined || tokens <= limit)
    return {
      injections: [{ key: NOTEBOOK_KEY, ...placeOf(context), outlet: undefined, text, tokens, entries: [] }],
      tokens,
      warnings: [],
    };
  const numbers = `${String(tokens)} tokens; the context’s safe share is ${String(limit)}`;
  return { injections: [], tokens: 0, warnings: [`The notebook was left out: it needs ${numbers}. Shorten it.`] };
}

function placeOf({ chat: { notebook }, settings }: TurnContext): Pick<Injection, 'position' | 'depth' | 'role'> {
  const wished = notebook.position ?? settings.notebookPosition;
  // A notebook names no outlet.
  const position = wished === 'outlet' ? 'after' : wished;
  if (position !== 'in_chat') return { position, depth: undefined, role: undefined };
  return {
    position,
    depth: notebook.depth ?? settings.notebookDepth,
    role: notebook.role ?? settings.notebookRole,
  };
}
