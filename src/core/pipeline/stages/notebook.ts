import type { TurnContext } from '../turn-context';
import { standingPlace, type StandingText } from './standing-text';

/** The notebook of the chat, at the place that the chat or the settings give it; undefined when nothing is in it. */
export function notebookText({ chat: { notebook }, settings }: TurnContext): StandingText | undefined {
  if (notebook.text.trim() === '') return undefined;
  const place = standingPlace({
    position: notebook.position ?? settings.notebookPosition,
    depth: notebook.depth ?? settings.notebookDepth,
    role: notebook.role ?? settings.notebookRole,
  });
  return { key: 'lorehearth/notebook', name: 'The notebook', text: notebook.text, ...place };
}
