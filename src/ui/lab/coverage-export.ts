import type { WireCoverage } from '../../server/contract/wire-coverage';

type Item = WireCoverage['items'][number];

const COLUMNS = ['title', 'path', 'found', 'injected', 'collided', 'squeezed'] as const;

/** A coverage as a table that spreadsheets read: one line for each entry. */
export function coverageCsv(items: readonly Item[]): string {
  const lines = items.map((item) => COLUMNS.map((name) => csvCell(item[name])).join(','));
  return [COLUMNS.join(','), ...lines, ''].join('\r\n');
}

/** A coverage as a table in Markdown. */
export function coverageMarkdown(items: readonly Item[], turns: number): string {
  const rows = items.map(({ title, found, injected, collided, squeezed }) =>
    [title.replace(/[\\|]/g, '\\$&').replace(/\s+/g, ' '), found, injected, collided, squeezed].map(String).join(' | '),
  );
  return [
    `Coverage over ${String(turns)} turns`,
    '',
    '| Entry | Found | In | Gave way | No room |',
    '| --- | ---: | ---: | ---: | ---: |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n');
}

/** What begins like a formula would be run by a spreadsheet. */
function csvCell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
