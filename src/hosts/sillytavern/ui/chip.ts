import type { CardImport } from '../cards/card-import';
import { readNote } from '../message-note';
import type { MissedTurns } from '../missed-turns';
import type { ReadContext, TavernMessage } from '../tavern-context';
import { missFace, noteFace, type ChipFace } from './chip-face';
import { element, icon } from './element';
import { loreDetails, missDetails } from './lore-details';
import { indexOf, MessageRows } from './message-rows';
import { missText } from './turn-text';

/** The class of the rows in which chips stand. */
export const chipRowClass = 'lorehearth-chip-row';

/** Keeps a chip under every reply whose lore is known. */
export class LoreChips {
  readonly #context: ReadContext;
  readonly #missed: MissedTurns;
  readonly #cards: CardImport | undefined;
  readonly #rows: MessageRows;

  /** @param cards makes notes of entries of cards */
  constructor(context: ReadContext, missed: MissedTurns, cards?: CardImport) {
    this.#context = context;
    this.#missed = missed;
    this.#cards = cards;
    this.#rows = new MessageRows({
      context,
      rowClass: chipRowClass,
      contentOf: (message, shown) => {
        const face = this.#faceOf(message);
        return face && { signature: JSON.stringify(face), draw: () => this.#chip(face, shown) };
      },
    });
  }

  start(): void {
    this.#rows.start();
  }

  stop(): void {
    this.#rows.stop();
  }

  #faceOf(message: TavernMessage): ChipFace | undefined {
    const note = readNote(message.extra);
    if (note !== undefined) return noteFace(note);
    const missed = this.#missed.of(message);
    return missed === undefined ? undefined : missFace(missed);
  }

  #chip({ tone, icon: iconName, text, title }: ChipFace, shown: Element): HTMLElement {
    const chip = element('button', {
      class: `lorehearth-chip lorehearth-chip-${tone}`,
      title,
      attributes: { type: 'button', 'aria-haspopup': 'dialog' },
      children: [icon(iconName), element('span', { text })],
    });
    chip.addEventListener('click', () => this.#open(indexOf(shown)));
    return chip;
  }

  #open(index: number): void {
    const { chat, callGenericPopup, POPUP_TYPE } = this.#context();
    const message = chat[index];
    const content = message === undefined ? undefined : this.#details(message);
    if (content === undefined) return;
    void callGenericPopup(content, POPUP_TYPE['DISPLAY'], '', { allowVerticalScrolling: true, leftAlign: true });
  }

  #details(message: TavernMessage): HTMLElement | undefined {
    const note = readNote(message.extra);
    if (note !== undefined) return loreDetails(note, this.#cards);
    const missed = this.#missed.of(message);
    return missed === undefined ? undefined : missDetails(missText(missed));
  }
}
