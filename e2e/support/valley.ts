import { replies } from '../../tests/support/fake-provider/reply';
import type { Answering } from '../../tests/support/fake-provider/fake-provider';
import type { VaultNotes } from './lorehearth-server';

/** Nine notes that the same word wakes; each has a text that no other has. */
export const valleyTitles = [
  'Abbey',
  'Bridge',
  'Cellar',
  'Dovecote',
  'Elm',
  'Forge',
  'Gallows',
  'Hedge',
  'Inn',
] as const;

/** The text of a note. */
const valleyText = (title: string): string => `Of the ${title} it is told that nobody built it.`;

/** The notes by path. */
export const valleyNotes: VaultNotes = Object.fromEntries(
  valleyTitles.map((title) => [
    `${title}.md`,
    `---\ntags: [lorebook]\nkeys: [valley]\nsummary: Where the ${title} stands.\n---\n${valleyText(title)}\n`,
  ]),
);

/** The notes whose text stands in a prompt, in their order. */
export const valleyIn = (prompt: string): readonly string[] =>
  valleyTitles.filter((title) => prompt.includes(valleyText(title)));

/** A model that chooses entries by the numbers they have in its list. */
export function choosing(...titles: readonly string[]): Answering {
  return ({ text = '' }) => {
    const numbers = new Map(
      [...text.matchAll(/<entry n="(\d+)">\s*(.+?) \[/g)].map(([, n, title]) => [title, Number(n)]),
    );
    const selected = titles.map((title) => ({ id: numbers.get(title), confidence: 'high', reason: `The ${title}.` }));
    return replies.json({ selected });
  };
}
