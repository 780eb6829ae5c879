import { Notice } from 'obsidian';
import type { WaitingPairing } from '../../server/pairing';

/** What the user may answer to a pairing. */
export type Decide = (code: string, decision: 'allow' | 'deny') => void;

/** One notice for all pairings that wait: it stays until each is decided, has run out, or is put off by the user. */
export class PairingNotice {
  readonly #decide: Decide;
  #notice: Notice | undefined;
  #shown: ReadonlySet<string> = new Set();

  constructor(decide: Decide) {
    this.#decide = decide;
  }

  /** Follows the list of waiting pairings. Only a new one brings back a notice that the user put off. */
  follow(waiting: readonly WaitingPairing[]): void {
    const isNew = waiting.some((pairing) => !this.#shown.has(pairing.id));
    const isSame = !isNew && waiting.length === this.#shown.size;
    if (isSame) return;
    if (isNew || waiting.length === 0) this.#hide();
    this.#shown = new Set(waiting.map((pairing) => pairing.id));
    if (isNew) this.#notice = new Notice('', 0);
    if (this.#notice !== undefined) this.#write(this.#notice.messageEl, waiting);
  }

  /** Shows the waiting pairings again. */
  showAgain(waiting: readonly WaitingPairing[]): void {
    this.#shown = new Set();
    this.follow(waiting);
  }

  close(): void {
    this.#hide();
    this.#shown = new Set();
  }

  #hide(): void {
    this.#notice?.hide();
    this.#notice = undefined;
  }

  #write(element: HTMLElement, waiting: readonly WaitingPairing[]): void {
    element.empty();
    element.addClass('lh-pairing');
    for (const pairing of waiting) writePairing(element.createDiv(), pairing, this.#decide);
  }
}

/** Who asks, in one sentence. */
export function pairingSentence({ client, origin }: WaitingPairing): string {
  return `${client} ${origin === undefined ? 'on this computer' : `at ${origin}`} asks to use the lore of this vault.`;
}

/** A code in two groups, as it is read aloud. */
export function spokenCode(code: string): string {
  return `${code.slice(0, 3)} ${code.slice(3)}`;
}

function writePairing(element: HTMLElement, pairing: WaitingPairing, decide: Decide): void {
  element.createDiv({ text: pairingSentence(pairing) });
  element.createDiv({ text: 'Allow it only if it shows the same code:' });
  element.createDiv({ text: spokenCode(pairing.code), cls: 'lh-pairing-code' });
  const buttons = element.createDiv({ cls: 'lh-pairing-buttons' });
  const answer = (text: string, decision: 'allow' | 'deny', cls: string): void => {
    const button = buttons.createEl('button', { text, cls });
    button.addEventListener('click', (event) => {
      // The app closes a notice at any click in it; the other pairings of the list are still to be decided.
      event.stopPropagation();
      decide(pairing.code, decision);
    });
  };
  answer('Deny', 'deny', '');
  answer('Allow', 'allow', 'mod-cta');
}
