/** The array, or one at least twice as long when it has fewer than `length` places; new places hold `fill`. */
export function grownArray<Numbers extends Int32Array | Uint8Array>(array: Numbers, length: number, fill = 0): Numbers {
  if (length <= array.length) return array;
  const longer = new (array.constructor as new (length: number) => Numbers)(Math.max(length, array.length * 2));
  longer.set(array);
  if (fill !== 0) longer.fill(fill, array.length);
  return longer;
}
