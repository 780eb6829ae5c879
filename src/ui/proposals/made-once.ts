/** Values that are made the first time they are asked for. */
export class MadeOnce<Value> {
  readonly #values = new Map<string, Value>();

  of(key: string, make: () => Value): Value {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    this.#values.set(key, value);
    return value;
  }

  /** Those that were made. */
  get all(): readonly Value[] {
    return [...this.#values.values()];
  }

  forget(key: string): void {
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
  }
}
