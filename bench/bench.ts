/**
 * Speed beside other ways of doing the same, in one run on one machine: what counts are the ratios.
 *   npm run bench                       100, 1,000 and 10,000 entries
 *   npm run bench -- 100000             these sizes
 *   npm run bench -- --write            10,000 entries and growth to 100,000, kept in docs/performance.md
 *   npm run bench -- --check            fails when a target is missed
 *   npm run bench -- --with ./other.mjs another contestant
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { outsider, type Enter } from './contestants';
import { measureStarts } from './disk-measures';
import { makeVault } from './generate';
import { measureHealth } from './health-measures';
import { indexOf, measureFullText, measureIndex } from './index-measures';
import { isMet, printRows, renderPage, type Row } from './report';
import { measureGrowth, measureRecursion, measureTurns } from './turn-measures';

const { values, positionals } = parseArgs({
  options: {
    write: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    with: { type: 'string', multiple: true, default: [] },
  },
  allowPositionals: true,
});

/** More notes than these are not written to the disk. */
const MOST_FILES = 20_000;

const asked = positionals.map(Number).filter((size) => size > 0);
const usual = values.write ? [10_000] : [100, 1_000, 10_000];
const sizes = (asked.length > 0 ? asked : usual).sort((a, b) => a - b);

async function measure(size: number, others: readonly Enter[]): Promise<readonly Row[]> {
  const vault = makeVault(size);
  const index = indexOf(vault);
  return [
    ...(await measureTurns(vault, index, others)),
    ...measureIndex(vault, index),
    ...(await measureFullText(vault, index)),
    ...(await measureHealth(vault, index)),
    ...(size <= MOST_FILES ? await measureStarts(vault) : []),
  ];
}

async function growth(from: number, to: number): Promise<Row> {
  const vaults = [makeVault(from), makeVault(to)] as const;
  return measureGrowth(indexOf(vaults[0]), indexOf(vaults[1]), vaults);
}

const others = await Promise.all(values.with.map((path) => outsider(resolve(path))));
const rows: Row[] = [];
for (const size of sizes) {
  const own = await measure(size, others);
  printRows(own);
  const more = size === 10_000 ? await measureRecursion(size) : [];
  if (more.length > 0) printRows(more);
  rows.push(...own, ...more);
}
const [smallest, largest] = values.write ? [1_000, 100_000] : [sizes[0], sizes.at(-1)];
if (smallest !== undefined && largest !== undefined && smallest < largest) {
  const row = await growth(smallest, largest);
  printRows([row]);
  rows.push(row);
}
if (values.write) writeFileSync('docs/performance.md', renderPage(rows));
const missed = rows.filter((row) => !isMet(row));
if (values.check && missed.length > 0) process.exitCode = 1;
