/** A Markdown table with a head, its columns aligned for those who read the source. Ends with a line end. */
export function renderTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = [head, ...rows].map((row) => head.map((_, column) => (row[column] ?? '').replaceAll('|', '\\|')));
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => (row[column] ?? '').length)));
  const lines = cells.map((row) => tableLine(row.map((cell, column) => cell.padEnd(widths[column] ?? 0))));
  const rule = tableLine(widths.map((width) => '-'.repeat(width)));
  return `${[lines[0], rule, ...lines.slice(1)].join('\n')}\n`;
}

function tableLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
