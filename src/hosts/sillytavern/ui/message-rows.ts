import type { ReadContext, TavernMessage } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import { element } from './element';

/** What stands in the row of a message. */
export interface RowContent {
  /** The same for what looks the same: then nothing is drawn anew. */
  readonly signature: string;
  readonly draw: () => HTMLElement;
}

/** What rows work with. */
export interface RowPorts {
  readonly context: ReadContext;
  /** The class of the rows, theirs alone. */
  readonly rowClass: string;
  /** Class of rows of another kind that stand before these. */
  readonly after?: string;
  /** The content for a message, shown in an element; `undefined` for no row. */
  readonly contentOf: (message: TavernMessage, shown: Element) => RowContent | undefined;
}

/** After any of these a message may show another version, or have gained or lost what is ours. */
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

/** Keeps a row under every message that has something for it. */
export class MessageRows {
  readonly #ports: RowPorts;
  readonly #subscriptions: TavernSubscriptions;
  readonly #observer = new MutationObserver(() => this.refreshSoon());
  #planned = false;

  constructor(ports: RowPorts) {
    this.#ports = ports;
    this.#subscriptions = new TavernSubscriptions(ports.context);
  }

  start(): void {
    for (const name of changes) this.#subscriptions.event(name, () => this.refreshSoon());
    const chat = document.getElementById('chat');
    // SillyTavern draws messages anew on more occasions than it announces.
    if (chat !== null) this.#observer.observe(chat, { childList: true });
    this.refreshSoon();
  }

  stop(): void {
    this.#subscriptions.stop();
    this.#observer.disconnect();
    document.querySelectorAll(`.${this.#ports.rowClass}`).forEach((row) => row.remove());
  }

  /** Looks at all messages before the next picture; several calls at a time are one. */
  refreshSoon(): void {
    if (this.#planned) return;
    this.#planned = true;
    requestAnimationFrame(() => {
      this.#planned = false;
      this.#refresh();
    });
  }

  #refresh(): void {
    const { context, contentOf } = this.#ports;
    const { chat } = context();
    const scroller = document.getElementById('chat');
    const stoodAtEnd = scroller !== null && isAtEnd(scroller);
    for (const shown of document.querySelectorAll('#chat .mes')) {
      const message = chat[indexOf(shown)];
      if (message !== undefined) this.#show(shown, contentOf(message, shown));
    }
    // SillyTavern has scrolled to the end before the row made it longer.
    if (stoodAtEnd && !isAtEnd(scroller)) scroller.scrollTop = scroller.scrollHeight;
  }

  #show(shown: Element, content: RowContent | undefined): void {
    const { rowClass, after } = this.#ports;
    const row = shown.querySelector(`.${rowClass}`);
    const block = shown.querySelector('.mes_block');
    if ((row?.getAttribute('data-face') ?? '') !== (content?.signature ?? '')) {
      row?.remove();
      if (content === undefined) return;
      const attributes = { 'data-face': content.signature };
      block?.append(element('div', { class: rowClass, attributes, children: [content.draw()] }));
    } else if (row !== null && after !== undefined && row.nextElementSibling?.classList.contains(after) === true) {
      block?.append(row);
    }
  }
}

/** Index of the message that an element shows. */
export function indexOf(shown: Element): number {
  return Number(shown.getAttribute('mesid'));
}

function isAtEnd({ scrollTop, clientHeight, scrollHeight }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop < 8;
}
