import type { LinkState } from '../server-link';
import type { SettingsStore } from '../settings';
import type { ReadContext } from '../tavern-context';
import { TavernSubscriptions } from '../tavern-subscriptions';
import { toolObstacle, wantsTools, type ToolObstacle } from '../tools/tool-obstacle';
import { element } from './element';
import { checkField } from './fields';

/** After any of these SillyTavern may call functions otherwise. */
const changes = [
  'SETTINGS_UPDATED',
  'MAIN_API_CHANGED',
  'CHATCOMPLETION_SOURCE_CHANGED',
  'CHATCOMPLETION_MODEL_CHANGED',
  'ONLINE_STATUS_CHANGED',
];

const obstacleTexts: Readonly<Record<ToolObstacle, string>> = {
  'not connected': 'They work as soon as Lorehearth is connected.',
  'not offered': 'Lorehearth does not offer them: they are switched off in its settings, or it is an older version.',
  'too old': 'This version of SillyTavern has no function tools.',
  'text completion': 'They do not work now: only chat completion can call functions.',
  'switched off':
    'They do not work now: “Enable function calling” is off among SillyTavern’s AI response settings. It is yours to switch; this extension never does.',
  'post-processing':
    'They do not work now: SillyTavern’s prompt post-processing drops function calls. Choose one “with tools”, or none.',
  unsupported: 'They do not work now: the provider or model in use cannot call functions.',
};

/** Lets the user give the AI that writes its two tools, and says whether it can use them. */
export class ToolsPanel {
  readonly element: HTMLElement;
  readonly #settings: SettingsStore;
  readonly #context: ReadContext;
  readonly #link: { readonly state: LinkState };
  readonly #subscriptions: TavernSubscriptions;
  readonly #field;
  readonly #state = element('div', { class: 'lorehearth-hint lorehearth-tools-state', attributes: { role: 'status' } });

  constructor(settings: SettingsStore, context: ReadContext, link: { readonly state: LinkState }) {
    this.#settings = settings;
    this.#context = context;
    this.#link = link;
    this.#subscriptions = new TavernSubscriptions(context);
    this.#field = checkField(
      'Tools for the writing AI',
      'The AI may look up lore while it writes, and report what the lore lacks. Function calling has to be on in SillyTavern.',
      (checked) => settings.change({ writerTools: checked }),
    );
    this.element = element('div', {
      class: 'lorehearth-settings lorehearth-tight',
      children: [this.#field.row, this.#state],
    });
  }

  start(): void {
    for (const name of changes) this.#subscriptions.event(name, () => this.refresh());
  }

  stop(): void {
    this.#subscriptions.stop();
  }

  /** Shows what is so now. */
  refresh(): void {
    const settings = this.#settings.get();
    this.#field.show(settings.writerTools);
    this.#state.hidden = !wantsTools(settings);
    const obstacle = toolObstacle(this.#context(), this.#link.state);
    this.#state.textContent = obstacle === undefined ? offerText(this.#link.state) : obstacleTexts[obstacle];
  }
}

function offerText(state: LinkState): string {
  const offer = state.kind === 'connected' ? state.status.tools : undefined;
  const parts = [
    offer?.search === true ? `look up lore ${timesText(offer.searchesPerTurn)}` : '',
    offer?.flag === true ? `report gaps ${timesText(offer.flagsPerTurn)}` : '',
  ].filter((part) => part !== '');
  return `In each turn the AI may ${parts.join(' and ')}.`;
}

function timesText(count: number): string {
  return count === 1 ? 'once' : `up to ${String(count)} times`;
}
