import { shown } from './measure';

/** What a value is, so that it can be shown. */
export type Unit = 'ratio' | 'milliseconds' | 'bytes';

/** One measure, and what it should be at most. */
export interface Row {
  readonly what: string;
  /** Entries of the vault. */
  readonly size: number;
  readonly value: number;
  readonly unit: Unit;
  /** What a ratio is taken to. */
  readonly against?: string;
  /** The largest value that is good; without one the row only informs. */
  readonly target?: number;
  /** Times behind the value, for whoever reads the console. */
  readonly detail?: string;
}

/** A target that is meant for vaults of at least this many entries; none for smaller ones. */
export function targetFrom(entries: number, size: number, target: number): { readonly target?: number } {
  return size >= entries ? { target } : {};
}

/** Whether a row keeps its target; those without one do. */
export function isMet(row: Row): boolean {
  return row.target === undefined || row.value <= row.target;
}

/** Prints rows as a table of the console. */
export function printRows(rows: readonly Row[]): void {
  console.table(
    Object.fromEntries(
      rows.map((row) => [
        `${row.what}, ${row.size.toLocaleString('en')} entries${row.against === undefined ? '' : `, of ${row.against}`}`,
        { value: valueOf(row), target: targetOf(row), met: metOf(row), times: row.detail ?? '' },
      ]),
    ),
  );
}

/** The page that is kept with the code: ratios, and limits that hold on any machine. */
export function renderPage(rows: readonly Row[]): string {
  const lines = rows.map(
    (row) => `| ${row.what} | ${row.size.toLocaleString('en')} | ${valueOf(row)} | ${targetOf(row)} | ${metOf(row)} |`,
  );
  return `${HEAD}\n${lines.join('\n')}\n`;
}

const HEAD = `# Performance

Written by \`npm run bench -- --write\`; the ratios are what counts, and both sides of each were measured in one run. Vaults and chats are made from a seed: entries of 100 to 400 words with one to six keys, a turn brings two new messages of about 900 characters. A ratio of 1/100 means: a hundredth of the time of what it is compared with.

- **loop over every key** follows the rules of SillyTavern's scanner without the rest of it. In SillyTavern itself, matching is about a fifth of a scan, so that 1/100 here stands for 1/500 of its scan.
- **one RegExp per key** is compiled beforehand. Where the targets come from, such a loop took about two fifths of the time of DeepLore's matcher, so that 1/20 of it was set for 1/50 of that. Neither program was run here.
- **floor** hashes each word of the text once and finds nothing.
- **whole turn** is everything from the windows to record and trace; token counts cost nothing in it.

Other programs can be measured in the same run: \`npm run bench -- 10000 --with ./adapter.mjs\`, a module with a function \`enter(vault)\` that answers \`{ name, find(text) }\` (see \`bench/contestants.ts\`).

| what | entries | measured | target | met |
| --- | ---: | ---: | ---: | --- |`;

function valueOf({ value, unit, against }: Row): string {
  const to = against === undefined ? '' : ` of ${against}`;
  switch (unit) {
    case 'milliseconds':
      return shown(value);
    case 'bytes':
      return kilobytes(value);
    case 'ratio':
      return `${ratio(value)}${to}`;
  }
}

function targetOf({ target, unit }: Row): string {
  if (target === undefined) return '';
  if (unit === 'ratio') return `≤ ${ratio(target)}`;
  return `≤ ${unit === 'bytes' ? kilobytes(target) : shown(target)}`;
}

function metOf(row: Row): string {
  if (row.target === undefined) return '';
  return isMet(row) ? 'yes' : 'no';
}

function ratio(value: number): string {
  if (value >= 0.5) return `${value.toFixed(1)} ×`;
  return `1/${(1 / value).toFixed(0)}`;
}

function kilobytes(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}
