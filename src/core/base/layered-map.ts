/** A change of one key: a value, or `undefined` to take the key away. */
export type LayerChange<Key, Value> = readonly [Key, Value | undefined];

/**
 * An immutable map that shares its bulk between versions: a large base and a small layer of changes above it.
 * One change costs the size of the layer, not of the map; reading costs two look-ups. When the layer has grown to a
 * share of the base, both are merged into a new base.
 */
export class LayeredMap<Key, Value> {
  readonly #base: ReadonlyMap<Key, Value>;
  /** `undefined` marks a key that was taken away. */
  readonly #layer: ReadonlyMap<Key, Value | undefined>;
  readonly #size: number;
  /** The base of a draft, which is filled in place. */
  readonly #draft: Map<Key, Value> | undefined;

  private constructor(
    base: ReadonlyMap<Key, Value>,
    layer: ReadonlyMap<Key, Value | undefined>,
    size: number,
    draft?: Map<Key, Value>,
  ) {
    this.#base = base;
    this.#layer = layer;
    this.#size = size;
    this.#draft = draft;
  }

  /** A map that is still being filled by its only owner: `with` changes it and gives it back, until it is `sealed`. */
  static draft<Key, Value>(): LayeredMap<Key, Value> {
    const base = new Map<Key, Value>();
    return new LayeredMap<Key, Value>(base, new Map<Key, Value | undefined>(), 0, base);
  }

  /** The map that a draft became; the draft must not be used after it. */
  sealed(): LayeredMap<Key, Value> {
    return this.#draft ? new LayeredMap(this.#base, this.#layer, this.#base.size) : this;
  }

  get size(): number {
    return this.#draft?.size ?? this.#size;
  }

  static of<Key, Value>(entries: Iterable<readonly [Key, Value]> = []): LayeredMap<Key, Value> {
    const base = new Map<Key, Value>(entries);
    return new LayeredMap<Key, Value>(base, new Map<Key, Value | undefined>(), base.size);
  }

  get(key: Key): Value | undefined {
    return this.#layer.has(key) ? this.#layer.get(key) : this.#base.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  /** The map after the changes, in their order; this one stays as it is. Values must not be `undefined`. */
  with(changes: Iterable<LayerChange<Key, Value>>): LayeredMap<Key, Value> {
    if (this.#draft) return this.#fill(this.#draft, changes);
    const layer = new Map(this.#layer);
    let size = this.size;
    for (const [key, value] of changes) {
      const before = layer.has(key) ? layer.get(key) : this.#base.get(key);
      if (before === undefined && value !== undefined) size++;
      if (before !== undefined && value === undefined) size--;
      layer.set(key, value);
    }
    const isSmall = layer.size <= largestLayer(this.#base.size);
    return isSmall ? new LayeredMap(this.#base, layer, size) : LayeredMap.of(merged(this.#base, layer));
  }

  #fill(draft: Map<Key, Value>, changes: Iterable<LayerChange<Key, Value>>): this {
    for (const [key, value] of changes) {
      if (value === undefined) draft.delete(key);
      else draft.set(key, value);
    }
    return this;
  }

  *entries(): IterableIterator<readonly [Key, Value]> {
    yield* merged(this.#base, this.#layer);
  }

  *values(): IterableIterator<Value> {
    for (const [, value] of merged(this.#base, this.#layer)) yield value;
  }

  *keys(): IterableIterator<Key> {
    for (const [key] of merged(this.#base, this.#layer)) yield key;
  }
}

/** Every change copies the layer, every merging the base: large maps keep a smaller share in the layer. */
function largestLayer(base: number): number {
  return 64 + Math.min(base / 16, 1_024 + base / 64);
}

function* merged<Key, Value>(
  base: ReadonlyMap<Key, Value>,
  layer: ReadonlyMap<Key, Value | undefined>,
): Generator<readonly [Key, Value]> {
  for (const entry of base) if (!layer.has(entry[0])) yield entry;
  for (const [key, value] of layer) if (value !== undefined) yield [key, value];
}
