import { readNote } from '../message-note';
import type { MissedTurns } from '../missed-turns';
import type { ReadContext, TavernMessage } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import { missFace, noteFace, type ChipFace } from './chip-face';
import { element, icon } from './element';
import { loreDetails, missDetails } from './lore-details';
import { missText } from './turn-text';

const rowClass = 'lorehearth-chip-row';

/** After any of these a message may show another version, or have gained or lost its note. */
const changes = [
  'GENERATION_STARTED',
  'GENERATION_ENDED',
  'CHARACTER_MESSAGE_RENDERED',
  'MESSAGE_SWIPED',
  'MESSAGE_SWIPE_DELETED',
  'MESSAGE_UPDATED',
  'MESSAGE_DELETED',
  'CHAT_CHANGED',
];

/** Keeps a chip under every reply whose lore is known. */
export class LoreChips {
  readonly #context: ReadContext;
  readonly #missed: MissedTurns;
  readonly #subscriptions: TavernSubscriptions;
  readonly #observer = new MutationObserver(() => this.#refreshSoon());
  #planned = false;

  constructor(context: ReadContext, missed: MissedTurns) {
    this.#context = context;
    this.#missed = missed;
    this.#subscriptions = new TavernSubscriptions(context);
  }

  start(): void {
    for (const name of changes) this.#subscriptions.event(name, () => this.#refreshSoon());
    const chat = document.getElementById('chat');
    // SillyTavern draws messages anew on more occasions than it announces.
    if (chat !== null) this.#observer.observe(chat, { childList: true });
    this.#refreshSoon();
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#observer.disconnect();
    document.querySelectorAll(`.${rowClass}`).forEach((row) => row.remove());
  }

  #refreshSoon(): void {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      this.#refresh();
    });
  }

  #refresh(): void {
    const { chat } = this.#context();
    const scroller = document.getElementById('chat');
    const stoodAtEnd = scroller !== null && isAtEnd(scroller);
    for (const shown of document.querySelectorAll('#chat .mes')) {
      const message = chat[indexOf(shown)];
      if (message !== undefined) this.#show(shown, this.#faceOf(message));
    }
    // SillyTavern has scrolled to the end before the chip made it longer.
    if (stoodAtEnd && !isAtEnd(scroller)) scroller.scrollTop = scroller.scrollHeight;
  }

  #show(shown: Element, face: ChipFace | undefined): void {
    const row = shown.querySelector(`.${rowClass}`);
    const signature = face === undefined ? '' : JSON.stringify(face);
    if ((row?.getAttribute('data-face') ?? '') === signature) return;
    row?.remove();
    if (face === undefined) return;
    const chip = this.#chip(face, shown);
    const newRow = element('div', { class: rowClass, attributes: { 'data-face': signature }, children: [chip] });
    shown.querySelector('.mes_block')?.append(newRow);
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
    if (note !== undefined) return loreDetails(note);
    const missed = this.#missed.of(message);
    return missed === undefined ? undefined : missDetails(missText(missed));
  }
}

function indexOf(shown: Element): number {
  return Number(shown.getAttribute('mesid'));
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop < 8;
}
