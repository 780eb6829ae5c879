/** Whether two values read from JSON are equal; the order of fields counts. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
