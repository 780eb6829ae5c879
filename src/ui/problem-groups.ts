import type { WireProblem } from '../server/contract/wire-lore';

export type Severity = WireProblem['severity'];

/** How a note with problems is used; `entry` is one that works. */
export type NoteState = 'entry' | 'quarantined' | 'guide' | 'skipped';

/** A note with its problems, in the order of its lines. */
export interface NoteProblems {
  readonly path: string;
  readonly state: NoteState;
  readonly worst: Severity;
  readonly problems: readonly WireProblem[];
}

/** A note that is not used, and has no problem. */
export interface IdleNote {
  readonly path: string;
  readonly state: 'skipped' | 'quarantined' | 'guide';
  readonly reason?: string | undefined;
}

/** The health report as the server gives it. */
export interface HealthReport {
  readonly problems: readonly WireProblem[];
  readonly unused: readonly (IdleNote & { readonly problems: readonly WireProblem[] })[];
}

export const severities: readonly Severity[] = ['error', 'warning', 'info'];
const stateRank: Readonly<Record<NoteState, number>> = { quarantined: 0, entry: 1, guide: 1, skipped: 2 };

/** Problems by note: notes that could not be read first, then by how bad it is, then by path. */
export function problemGroups({ problems, unused }: HealthReport): readonly NoteProblems[] {
  const states = new Map<string, NoteState>(unused.map(({ path, state }) => [path, state]));
  const byNote = new Map<string, Map<string, WireProblem>>();
  for (const problem of [...problems, ...unused.flatMap((note) => note.problems)]) {
    const { path, line, code, text } = problem;
    const ofNote = byNote.get(path) ?? new Map<string, WireProblem>();
    byNote.set(path, ofNote.set(JSON.stringify([line, code, text]), problem));
  }
  return [...byNote]
    .map(([path, found]) => noteProblems(path, states.get(path) ?? 'entry', [...found.values()]))
    .sort(byUrgency);
}

/** Notes that are not used and have no problem, by path. */
export function idleNotes({ unused }: HealthReport): readonly IdleNote[] {
  return unused.filter(({ problems }) => problems.length === 0).sort((a, b) => a.path.localeCompare(b.path));
}

function noteProblems(path: string, state: NoteState, problems: readonly WireProblem[]): NoteProblems {
  const worst = severities.find((severity) => problems.some((problem) => problem.severity === severity)) ?? 'info';
  return { path, state, worst, problems: [...problems].sort((a, b) => a.line - b.line) };
}

function byUrgency(a: NoteProblems, b: NoteProblems): number {
  return (
    stateRank[a.state] - stateRank[b.state] ||
    severities.indexOf(a.worst) - severities.indexOf(b.worst) ||
    a.path.localeCompare(b.path)
  );
}
