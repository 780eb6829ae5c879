import type { GenerationType } from '../lore/entry-fields';

/** How the AI that writes keeps notes: not at all, at the end of its replies, or a model is asked for them afterwards. */
export type NotepadMode = 'off' | 'tag' | 'extract';

/** How notes are kept with a reply. */
export type NotepadUse = { readonly mode: 'tag'; readonly tag: string } | { readonly mode: 'extract' };

/** How notes are kept with a reply of this type; undefined when they are not. What no reply of the AI is has no notes. */
export function notepadUse(
  settings: { readonly notepadMode: NotepadMode; readonly notepadTag: string },
  type: GenerationType,
): NotepadUse | undefined {
  if (type === 'quiet' || type === 'impersonate') return undefined;
  switch (settings.notepadMode) {
    case 'off':
      return undefined;
    case 'tag':
      return { mode: 'tag', tag: settings.notepadTag };
    case 'extract':
      return { mode: 'extract' };
  }
}
