import type { WireHealthProblem, WireHealthReport } from '../../server/contract/wire-health';

const marks = { error: '✗', warning: '!', info: '·' } as const;
const words = { error: 'error', warning: 'warning', info: 'hint' } as const;
const severities = ['error', 'warning', 'info'] as const;

/** The report as lines for a terminal, note by note, with a sum at the end. */
export function printCheck({ problems, counts }: WireHealthReport): string {
  const byPath = new Map<string, WireHealthProblem[]>();
  for (const problem of problems) byPath.set(problem.path, [...(byPath.get(problem.path) ?? []), problem]);
  const groups = [...byPath].sort(([a], [b]) => a.localeCompare(b));
  const lines = groups.flatMap(([path, all]) => [
    path === '' ? 'Settings and vault' : path,
    ...[...all].sort((a, b) => a.line - b.line).map((problem) => line(problem)),
    '',
  ]);
  const ignored = counts.ignored > 0 ? `, ${String(counts.ignored)} ignored` : '';
  const sum = severities.map((severity) => counted(counts[severity], words[severity])).join(', ');
  return [...lines, problems.length === 0 ? `No problems${ignored}.` : `${sum}${ignored}.`].join('\n');
}

function line({ path, line: at, severity, message, code, fix }: WireHealthProblem): string {
  const place = path === '' ? '' : `${String(at)}: `;
  const mend = fix === undefined ? '' : ` [one click mends it: ${fix.toLowerCase()}]`;
  return `  ${marks[severity]} ${place}${message} (${code})${mend}`;
}

function counted(count: number, word: string): string {
  return `${String(count)} ${word}${count === 1 ? '' : 's'}`;
}
