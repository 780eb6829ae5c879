/** How much one question may hold. */
interface BatchLimits {
  readonly tokens: number;
  /** Entries. */
  readonly most: number;
}

/** Divides items into batches that have room in one question each; an item that is too large stands alone. */
export function batches<Item>(
  items: readonly Item[],
  tokensOf: (item: Item) => number,
  { tokens, most }: BatchLimits,
): readonly (readonly Item[])[] {
  const found: Item[][] = [];
  let used = 0;
  for (const item of items) {
    const size = tokensOf(item);
    const open = found.at(-1);
    if (open === undefined || open.length >= most || used + size > tokens) {
      found.push([item]);
      used = size;
    } else {
      open.push(item);
      used += size;
    }
  }
  return found;
}
