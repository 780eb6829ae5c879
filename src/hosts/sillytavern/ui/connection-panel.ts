import type { LineState } from '../relay/event-line';
import type { LinkState } from '../server-link';
import type { TurnOutcome } from '../turn-outcome';
import { element, menuButton } from './element';
import { linkText } from './link-text';
import { outcomeText } from './turn-text';

/** What the buttons of the panel do. */
export interface ConnectionActions {
  readonly pair: () => void;
  readonly cancelPairing: () => void;
  readonly search: () => void;
}

const lineTexts: Readonly<Record<LineState, string>> = {
  off: '',
  waiting: 'Models of this SillyTavern: Lorehearth asks through other pages of this browser.',
  connecting: 'Models of this SillyTavern: not connected, trying again …',
  open: 'Models of this SillyTavern: Lorehearth may ask them.',
};

/** Shows how it stands with Lorehearth, and lets the user pair. */
export class ConnectionPanel {
  readonly element = element('div', { class: 'lorehearth-connection' });
  readonly #dot = element('span', { class: 'lorehearth-dot', attributes: { 'aria-hidden': 'true' } });
  readonly #title = element('strong');
  readonly #hint = element('div', { class: 'lorehearth-hint' });
  readonly #code = element('output', { class: 'lorehearth-code', attributes: { 'aria-label': 'Pairing code' } });
  readonly #time = element('span', { class: 'lorehearth-time' });
  readonly #codeRow = element('div', { class: 'lorehearth-code-row', children: [this.#code, this.#time] });
  readonly #models = element('div', { class: 'lorehearth-models' });
  readonly #wait = element('div', { class: 'lorehearth-wait' });
  readonly #turn = element('div', { class: 'lorehearth-turn' });
  readonly #pair: HTMLElement;
  readonly #cancel: HTMLElement;
  readonly #search: HTMLElement;
  #countdown: ReturnType<typeof setInterval> | undefined;

  constructor(actions: ConnectionActions) {
    this.#pair = menuButton('Pair', actions.pair);
    this.#cancel = menuButton('Cancel', actions.cancelPairing);
    this.#search = menuButton('Search again', actions.search);
    const status = element('div', {
      class: 'lorehearth-status',
      attributes: { role: 'status' },
      children: [this.#dot, this.#title],
    });
    const buttons = element('div', {
      class: 'lorehearth-buttons',
      children: [this.#pair, this.#cancel, this.#search],
    });
    this.element.append(status, this.#hint, this.#codeRow, this.#models, this.#wait, this.#turn, buttons);
  }

  show(state: LinkState): void {
    const { tone, title, hint } = linkText(state);
    this.#dot.dataset['tone'] = tone;
    this.#title.textContent = title;
    this.#hint.textContent = hint;
    this.#hint.hidden = hint === '';
    this.#pair.hidden = !(state.kind === 'unpaired' || state.kind === 'refused' || state.kind === 'blocked');
    this.#cancel.hidden = state.kind !== 'pairing';
    this.#search.hidden = state.kind === 'pairing' || state.kind === 'searching';
    this.#showCode(state);
  }

  showTurn(outcome: TurnOutcome): void {
    this.#turn.textContent = `Last turn: ${outcomeText(outcome)}`;
  }

  /** Shows whether the server can ask SillyTavern's models. */
  showLine(state: LineState): void {
    this.#models.textContent = lineTexts[state];
  }

  /** Shows how long a reply may wait where the server has asked for more than the user has set. In milliseconds. */
  showWait(askedMs: number, ownMs: number): void {
    const seconds = (Math.round(askedMs / 100) / 10).toLocaleString();
    this.#wait.textContent =
      askedMs > ownMs ? `Waits up to ${seconds} s for lore, because an AI chooses it. Stop ends the wait.` : '';
  }

  stop(): void {
    clearInterval(this.#countdown);
    this.element.remove();
  }

  #showCode(state: LinkState): void {
    clearInterval(this.#countdown);
    const code = state.kind === 'pairing' ? state.code : undefined;
    this.#codeRow.hidden = code === undefined;
    if (state.kind !== 'pairing' || code === undefined) return;
    this.#code.textContent = `${code.slice(0, 3)} ${code.slice(3)}`;
    const tick = (): void => {
      this.#time.textContent = `valid for ${timeLeft((state.expiresAt ?? 0) - Date.now())}`;
    };
    tick();
    this.#countdown = setInterval(tick, 1_000);
  }
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  return `${String(Math.floor(seconds / 60))}:${String(seconds % 60).padStart(2, '0')}`;
}
