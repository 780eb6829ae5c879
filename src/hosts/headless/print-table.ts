const LONGEST_CELL = 48;

/** Lines of a table for a terminal; long cells are cut, but those of the last column. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const last = head.length - 1;
  const cut = (cell: string, column: number): string =>
    column < last && cell.length > LONGEST_CELL ? `${cell.slice(0, LONGEST_CELL - 1)}…` : cell;
  const cells = [head, ...rows].map((row) => row.map(cut));
  const widths = head.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]): string =>
    row.map((cell, column) => (column === last ? cell : cell.padEnd(widths[column] ?? 0))).join('  ');
  const rule = widths
    .map((width, column) => '─'.repeat(column === last ? (head[column]?.length ?? 0) : width))
    .join('  ');
  const [first = [], ...others] = cells;
  return [line(first), rule, ...others.map(line)];
}
