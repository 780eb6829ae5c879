/** An entry of a card's book with only what matters given. */
export function bookEntry(part: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  return {
    keys: ['mill'],
    content: 'The mill grinds at night.',
    extensions: {},
    enabled: true,
    insertion_order: 100,
    ...part,
  };
}

/** A card's book as a card has it. */
export function cardBook(
  entries: readonly unknown[],
  part: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  return { name: 'Coast', extensions: {}, entries, ...part };
}

/** A book of so many entries, the key of each its number: `key7`. */
export function numberedBook(count: number): Readonly<Record<string, unknown>> {
  return cardBook(
    Array.from({ length: count }, (_, id) =>
      bookEntry({ id, comment: `Entry ${String(id)}`, keys: [`key${String(id)}`], content: `Text of ${String(id)}.` }),
    ),
  );
}
