import type { App } from 'obsidian';
import type { TextPlace } from '../../../ui/librarian/kept-drafts';

/** A text that Obsidian keeps for this vault on this device. */
export function vaultText(app: App, key: string): TextPlace {
  return {
    read: () => {
      const stored: unknown = app.loadLocalStorage(key);
      return typeof stored === 'string' ? stored : undefined;
    },
    write: (text) => app.saveLocalStorage(key, text ?? null),
  };
}
