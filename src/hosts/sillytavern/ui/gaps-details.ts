import type { WireGap } from '../../../server/contract/wire-gaps';
import { element } from './element';

/** Open gaps of a chat, the first of `total`. */
export function gapsDetails(gaps: readonly WireGap[], total: number): HTMLElement {
  const rest = total > gaps.length ? `and ${String(total - gaps.length)} more in Lorehearth.` : '';
  return element('div', {
    class: 'lorehearth-details',
    children: [
      element('h3', { text: 'Lore gaps of this chat' }),
      element('ul', { class: 'lorehearth-entries', children: gaps.map(gapItem) }),
      rest === '' ? undefined : element('p', { class: 'lorehearth-none', text: rest }),
    ],
  });
}

function gapItem({ title, kind, urgency, reason, frequency, evidence }: WireGap): HTMLElement {
  const quote = evidence.at(-1)?.quote ?? '';
  return element('li', {
    children: [
      element('div', {
        class: 'lorehearth-entry-head',
        children: [
          element('span', { class: 'lorehearth-entry-title', text: title }),
          element('span', {
            class: 'lorehearth-entry-tokens',
            text: frequency === 1 ? 'once' : `${String(frequency)} times`,
          }),
        ],
      }),
      element('div', { class: 'lorehearth-entry-why', text: `${kind} · ${urgency} urgency` }),
      reason === '' ? undefined : element('div', { class: 'lorehearth-writer-words', text: reason }),
      quote === '' ? undefined : element('div', { class: 'lorehearth-words', text: quote }),
    ],
  });
}
