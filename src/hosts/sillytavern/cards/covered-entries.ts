import { textOf, textsOf } from '../json-value';
import { entriesIn } from './open-cards';

type Entry = Readonly<Record<string, unknown>>;

/**
 * Whether an entry of SillyTavern's World Info stands in the lorebook of a card as it is: the same text under the same
 * keys, as SillyTavern makes it of the card.
 */
export function coveredBy(book: unknown): (entry: Entry) => boolean {
  const known = new Set(
    entriesIn(book).map(({ content, keys, secondary_keys }) => nameOf(content, keys, secondary_keys)),
  );
  return ({ content, key, keysecondary }) => known.has(nameOf(content, key, keysecondary));
}

function nameOf(content: unknown, keys: unknown, secondary: unknown): string {
  return JSON.stringify([textOf(content) ?? '', sorted(keys), sorted(secondary)]);
}

function sorted(keys: unknown): readonly string[] {
  return [...textsOf(keys)].map((key) => key.trim()).sort();
}
