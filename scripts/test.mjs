/**
 * Runs every gate and every test of the project and prints one line per part, then `N passed, N failed`.
 * Installs what it needs: the packages of e2e/, and Chromium where this is Debian and we are root.
 *
 *   node scripts/test.mjs            everything
 *   node scripts/test.mjs unit e2e   only these parts
 */
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
mkdirSync('.cache', { recursive: true });

const vitest = (name, ...options) => ({ name, command: ['npx', 'vitest', 'run', ...options], counted: true });

/** Each part is one command. Counted parts report their own tests; every other part is one test. */
const build = [
  { name: 'build', command: ['npm', 'run', '--silent', 'build'] },
  { name: 'reproducible build', command: ['node', 'scripts/check-reproducible.mjs'] },
];
const installs = [
  { name: 'chromium', command: ['node', 'scripts/install-chromium.mjs'] },
  { name: 'e2e packages', command: ['npm', 'ci', '--prefix', 'e2e', '--no-fund', '--no-audit', '--loglevel', 'error'] },
];
const svelteCheck = ['--tsconfig', './tsconfig.json', '--threshold', 'warning', '--fail-on-warnings'];
const cache = (name) => ['--cache', '--cache-location', `.cache/${name}`];
// Some unit tests wait; one worker more than there are processors uses that time.
const workers = String(availableParallelism() + 1);
const tests = [vitest('unit', '--project', 'node', '--maxWorkers', workers), vitest('browser', '--project', 'browser')];
const program = [vitest('e2e', '--config', 'e2e/vitest.config.ts')];
/** The end-to-end tests wait most of the time. */
const meanwhile = [
  { name: 'types', command: ['npx', 'svelte-check', ...svelteCheck] },
  { name: 'core types', command: ['npx', 'tsc', '-p', 'src/core'] },
  { name: 'typed lint', command: ['npx', 'oxlint', '--type-aware', '--max-warnings', '0'] },
  { name: 'lint', command: ['npx', 'eslint', '.', '--max-warnings', '0', ...cache('eslint/')] },
  { name: 'format', command: ['npx', 'prettier', '--check', ...cache('prettier'), '--log-level', 'warn', '.'] },
  { name: 'unused', command: ['npx', 'knip', '--no-progress'] },
  vitest('dom', '--project', 'dom', '--maxWorkers', '1'),
];

/** Rounds follow each other; the lanes of a round run side by side, the parts of a lane one after the other. */
const rounds = [[build, installs], [tests], [program, meanwhile]];

/** Runs a command; with `isQuiet` what it prints is kept, so that lanes do not write into each other's lines. */
function run(command, environment, isQuiet) {
  return new Promise((resolve) => {
    const stdio = isQuiet ? ['ignore', 'pipe', 'pipe'] : 'inherit';
    const child = spawn(command[0], command.slice(1), { stdio, env: { ...process.env, ...environment } });
    const printed = [];
    for (const stream of isQuiet ? [child.stdout, child.stderr] : []) stream.on('data', (piece) => printed.push(piece));
    const end = (code) => resolve({ code, printed: Buffer.concat(printed).toString() });
    child.on('error', () => end(1));
    child.on('close', (code) => end(code ?? 1));
  });
}

/** What a vitest run reports; a run that ends without a report is one failure. */
function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1 };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + (report.numFailedTestSuites > 0 && report.numFailedTests === 0 ? 1 : 0),
  };
}

const wanted = process.argv.slice(2);
const isWanted = ({ name }) => wanted.length === 0 || wanted.some((start) => name.startsWith(start));
const results = [];

async function runPart(part, isQuiet) {
  const started = Date.now();
  if (!isQuiet) console.log(`\n── ${part.name}`);
  const report = `.cache/report-${part.name}.json`;
  rmSync(report, { force: true });
  const reporters = part.counted ? ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`] : [];
  const environment = { REQUIRE_CHROMIUM: '1', FORCE_COLOR: '0' };
  const { code, printed } = await run([...part.command, ...reporters], environment, isQuiet);
  if (isQuiet) console.log(`\n── ${part.name}\n${printed}`);
  const counts = part.counted ? readReport(report) : { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1 };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  results.push({ name: part.name, ...counts, seconds: (Date.now() - started) / 1000 });
}

for (const lanes of rounds) {
  const chosen = lanes.map((lane) => lane.filter(isWanted)).filter((lane) => lane.length > 0);
  await Promise.all(
    chosen.map(async (lane) => {
      for (const part of lane) await runPart(part, chosen.length > 1);
    }),
  );
}

console.log('\npart                     passed  failed  seconds');
for (const { name, passed, failed, seconds } of results) {
  console.log(
    `${name.padEnd(24)} ${String(passed).padStart(6)}  ${String(failed).padStart(6)}  ${seconds.toFixed(1).padStart(7)}`,
  );
}
const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
process.exit(total('failed') === 0 ? 0 : 1);
