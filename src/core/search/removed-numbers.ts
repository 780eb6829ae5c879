const BITS = 32;

/** An unchangeable set of pattern numbers, one bit each. */
export class RemovedNumbers {
  static readonly none = new RemovedNumbers(new Uint32Array(0));

  private constructor(private readonly bits: Uint32Array) {}

  has(number: number): boolean {
    return (((this.bits[number >>> 5] ?? 0) >>> (number & (BITS - 1))) & 1) === 1;
  }

  /** The set with more numbers in it; this one stays as it is. */
  with(numbers: readonly number[]): RemovedNumbers {
    if (numbers.length === 0) return this;
    const highest = numbers.reduce((most, number) => Math.max(most, number), 0);
    const bits = new Uint32Array(Math.max(this.bits.length, (highest >>> 5) + 1));
    bits.set(this.bits);
    for (const number of numbers) bits[number >>> 5] = (bits[number >>> 5] ?? 0) | (1 << (number & (BITS - 1)));
    return new RemovedNumbers(bits);
  }
}
