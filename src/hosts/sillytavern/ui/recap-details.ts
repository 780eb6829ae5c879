import { element } from './element';

/**
 * The story of a chat in short.
 *
 * @param untold Messages at the end of which it does not tell.
 */
export function recapDetails(text: string, untold: number): HTMLElement {
  return element('div', {
    class: 'lorehearth-details',
    children: [
      element('h3', { text: 'The story so far' }),
      element('div', { class: 'lorehearth-writer-words', text }),
      untold === 0 ? undefined : element('p', { class: 'lorehearth-none', text: untoldText(untold) }),
    ],
  });
}

function untoldText(untold: number): string {
  if (untold === 1) return 'The last message is not summed up, so it does not tell of it.';
  return `The last ${String(untold)} messages are not summed up, so it does not tell of them.`;
}
