/** A map that keeps the most recently used `capacity` values (capacity ≥ 1). */
export class LruMap<Key, Value> {
  readonly #values = new Map<Key, Value>();

  constructor(private readonly capacity: number) {}

  get size(): number {
    return this.#values.size;
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key);
    if (value === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size <= this.capacity) return;
    const oldest = this.#values.keys().next();
    if (oldest.done !== true) this.#values.delete(oldest.value);
  }

  delete(key: Key): void {
    this.#values.delete(key);
  }

  /** The values, least recently used first. */
  values(): IterableIterator<Value> {
    return this.#values.values();
  }
}
