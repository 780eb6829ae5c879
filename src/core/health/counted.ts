/** A figure with its word in the right number: `1 entry`, `2 entries`. */
export function counted(count: number, one: string, many: string): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
}
