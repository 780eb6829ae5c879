import type { CardImport } from '../cards/card-import';
import { element, menuButton } from './element';

/** A button that makes notes of the lorebook in a character's card, and what became of it. */
export function importControl(cards: Pick<CardImport, 'import'>, name: string): HTMLElement {
  const outcome = element('div', { class: 'lorehearth-hint', attributes: { role: 'status' } });
  const button = menuButton(`Import ${name}’s lorebook as notes`, () => void run());
  const run = async (): Promise<void> => {
    button.disabled = true;
    outcome.textContent = 'Importing …';
    const { isDone, sentence } = await cards.import(name);
    outcome.textContent = sentence;
    outcome.classList.toggle('lorehearth-problem', !isDone);
    button.disabled = isDone;
  };
  const buttons = element('div', { class: 'lorehearth-buttons', children: [button] });
  return element('div', { class: 'lorehearth-card-import', children: [buttons, outcome] });
}
