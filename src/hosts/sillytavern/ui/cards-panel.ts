import type { CardImport } from '../cards/card-import';
import type { SettingsStore } from '../settings';
import { element } from './element';
import { checkField } from './fields';
import { importControl } from './import-control';

/** Lets the user have the lorebooks in cards read, and make notes of them. */
export class CardsPanel {
  readonly element: HTMLElement;
  readonly #settings: SettingsStore;
  readonly #cards: CardImport;
  readonly #field;
  readonly #imports = element('div', { class: 'lorehearth-settings' });
  #shown = '';

  constructor(settings: SettingsStore, cards: CardImport) {
    this.#settings = settings;
    this.#cards = cards;
    this.#field = checkField(
      'Read the character’s own lorebook',
      'Entries in the card of who speaks are used like notes; nothing is written to the vault.',
      (checked) => settings.change({ cardBooks: checked }),
    );
    this.element = element('div', { class: 'lorehearth-settings', children: [this.#field.row, this.#imports] });
  }

  /** Shows what is so now. */
  refresh(): void {
    this.#field.show(this.#settings.get().cardBooks);
    const names = this.#cards.names;
    const shown = JSON.stringify(names);
    // What became of an import stays readable.
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#imports.replaceChildren(...names.map((name) => importControl(this.#cards, name)));
  }
}
