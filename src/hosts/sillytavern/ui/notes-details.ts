import { element } from './element';

/** What the AI noted with a reply. */
interface ShownNotes {
  /** Index of the message. */
  readonly index: number;
  readonly name: string;
  readonly text: string;
}

/** The notes of a chat, oldest first. */
export function notesDetails(notes: readonly ShownNotes[]): HTMLElement {
  const items = notes.map(({ index, name, text }) =>
    element('li', {
      children: [
        element('div', { class: 'lorehearth-entry-title', text: `${name} · message ${String(index)}` }),
        element('div', { class: 'lorehearth-writer-words', text }),
      ],
    }),
  );
  return element('div', {
    class: 'lorehearth-details',
    children: [
      element('h3', { text: 'What the AI has noted' }),
      element('ul', { class: 'lorehearth-entries', children: items }),
    ],
  });
}
