import type { WireTestResult, WireTestRun } from '../../server/contract/wire-lore-tests';

const marks = { passed: '✓', failed: '✗', broken: '!' } as const;
const MOST_TITLES = 12;

/** How tests went as lines for a terminal, with the reasons of what failed. */
export function printTests({ items, problems, passed, failed }: WireTestRun): string {
  const lines = [
    ...items.flatMap(resultLines),
    ...problems.map(({ path, line, message }) => `! ${path}:${String(line)} is no test. ${message}`),
  ];
  if (lines.length === 0) return 'There are no lore tests.';
  return [...lines, '', `${String(passed)} passed, ${String(failed)} failed.`].join('\n');
}

function resultLines({
  name,
  path,
  line,
  state,
  sentence,
  checks,
  injected,
  tokens,
}: WireTestResult): readonly string[] {
  const head = `${marks[state]} ${name}`;
  if (state === 'passed') return [head];
  const wrong = checks.filter(({ met }) => !met).map((check) => `    ${promiseLine(check)}: ${check.why}`);
  const titles = injected.slice(0, MOST_TITLES).join(', ') || 'nothing';
  const more = injected.length > MOST_TITLES ? ` and ${String(injected.length - MOST_TITLES)} more` : '';
  return [
    `${head}  (${path}:${String(line)})`,
    ...(sentence === undefined ? [] : [`    ${sentence}`]),
    ...wrong,
    ...(state === 'failed' ? [`    In the turn: ${titles}${more} (${String(tokens)} tokens)`] : []),
  ];
}

/** What a test promises, in a few words. */
export function promiseLine({ kind, subject }: WireTestResult['checks'][number]): string {
  switch (kind) {
    case 'fires':
      return `"${subject}" must be in`;
    case 'never':
      return `"${subject}" must not be in`;
    case 'at':
      return `Must be ${subject}`;
    case 'refused':
      return `Must be refused: ${subject}`;
    case 'tokens':
      return `Must take ${subject}`;
  }
}
