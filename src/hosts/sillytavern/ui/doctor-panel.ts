import type { WireDoctorReport } from '../../../server/contract/wire-doctor';
import type { Bridge } from '../bridge';
import { clientFor } from '../find-server';
import type { TavernVersion } from '../self-report';
import type { TurnOutcome } from '../turn-outcome';
import { connectionChecks, type CheckLine } from './connection-checks';
import { element, menuButton } from './element';

/** How long the server may take to check its side, in milliseconds. */
const patienceMs = 8_000;

/** Checks every hop from this page to Lorehearth and back, as a compact list. */
export class DoctorPanel {
  readonly element = element('div', { class: 'lorehearth-doctor' });
  readonly #list = element('ul', { class: 'lorehearth-checks', attributes: { 'aria-live': 'polite' } });
  readonly #bridge: Bridge;
  readonly #tavernVersion: TavernVersion;
  #lastTurn: TurnOutcome | undefined;
  #isChecking = false;

  constructor(bridge: Bridge, tavernVersion: TavernVersion) {
    this.#bridge = bridge;
    this.#tavernVersion = tavernVersion;
    bridge.onTurn((outcome) => {
      this.#lastTurn = outcome;
    });
    const button = menuButton('Check the connection', () => void this.check());
    this.element.append(button, this.#list);
  }

  /** Looks anew, and shows what was found. Never rejects. */
  async check(): Promise<void> {
    if (this.#isChecking) return;
    this.#isChecking = true;
    this.#list.replaceChildren(element('li', { text: 'Checking …' }));
    const { link, settings } = this.#bridge;
    if (link.state.kind !== 'pairing') await link.search();
    const [tavernVersion, server] = await Promise.all([this.#tavernVersion(), this.#askServer()]);
    const { token, enabled } = settings.get();
    const facts = { link: link.state, token, isEnabled: enabled, tavernVersion, server, lastTurn: this.#lastTurn };
    this.#list.replaceChildren(...connectionChecks(facts).map(lineElement));
    this.#isChecking = false;
  }

  async #askServer(): Promise<WireDoctorReport | undefined> {
    const { link, settings } = this.#bridge;
    if (link.state.kind !== 'connected') return undefined;
    try {
      const client = clientFor(link.state.base, settings.get().token, link.fetch);
      const reply = await client.v1.doctor.$get({}, { init: { signal: AbortSignal.timeout(patienceMs) } });
      return reply.status === 200 ? await reply.json() : undefined;
    } catch {
      return undefined;
    }
  }
}

function lineElement({ tone, title, sentence }: CheckLine): HTMLElement {
  const words = { good: 'In order', idle: 'Not yet', bad: 'Needs a look' }[tone];
  return element('li', {
    children: [
      element('span', {
        class: 'lorehearth-dot',
        title: words,
        attributes: { 'data-tone': tone, 'aria-label': words, role: 'img' },
      }),
      element('span', { children: [element('strong', { text: title }), document.createTextNode(` ${sentence}`)] }),
    ],
  });
}
