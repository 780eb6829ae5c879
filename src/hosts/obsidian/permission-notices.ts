import { Notice } from 'obsidian';
import type { HookPermission } from '../../core/pipeline/hook';
import { permissionPhrase } from './permission-words';

/** A plugin that asks for permissions. */
export interface PermissionQuestion {
  readonly plugin: { readonly id: string; readonly name: string };
  readonly permissions: readonly HookPermission[];
}

/** Asks the user about permissions of other plugins: one notice for each plugin, until it is answered or put off. */
export class PermissionNotices {
  readonly #open = new Map<string, Notice>();

  /** Shows the question. One about the same plugin that is still open is replaced. */
  ask({ plugin, permissions }: PermissionQuestion, answer: (isAllowed: boolean) => void): void {
    this.#hide(plugin.id);
    const notice = new Notice('', 0);
    this.#open.set(plugin.id, notice);
    const element = notice.messageEl;
    element.addClass('lh-pairing');
    element.createDiv({ text: `${plugin.name} asks to ${permissionPhrase(permissions)}.` });
    element.createDiv({
      text: 'Until you allow it, it is left out. The settings of Lorehearth change it at any time.',
    });
    const buttons = element.createDiv({ cls: 'lh-pairing-buttons' });
    const addButton = (text: string, isAllowed: boolean, cls: string): void => {
      buttons.createEl('button', { text, cls }).addEventListener('click', () => {
        this.#hide(plugin.id);
        answer(isAllowed);
      });
    };
    addButton('Deny', false, '');
    addButton('Allow', true, 'mod-cta');
  }

  close(): void {
    for (const id of [...this.#open.keys()]) this.#hide(id);
  }

  #hide(id: string): void {
    this.#open.get(id)?.hide();
    this.#open.delete(id);
  }
}
