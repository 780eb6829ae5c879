import type { WireHealthProblem, WireHealthReport } from '../../server/contract/wire-health';
import { severities, type Severity } from '../severity-words';

/** How a note with problems is used; `entry` is one that works, `vault` stands for settings and vault. */
type GroupState = 'entry' | 'quarantined' | 'guide' | 'skipped' | 'vault' | 'kind';

/** Problems that are looked at together: those of a note, or those of a kind. */
export interface HealthGroup {
  /** Path of the note, empty for the settings, or code of the kind. */
  readonly key: string;
  readonly title: string;
  /** Path of the note. */
  readonly path: string;
  readonly state: GroupState;
  readonly worst: Severity;
  readonly problems: readonly WireHealthProblem[];
}

/** A note that is not used, and has no problem. */
export type IdleNote = Pick<WireHealthReport['unused'][number], 'path' | 'state' | 'reason'>;

const stateRank: Readonly<Record<GroupState, number>> = {
  quarantined: 0,
  vault: 1,
  entry: 2,
  guide: 2,
  kind: 2,
  skipped: 3,
};

type Unused = Pick<WireHealthReport, 'unused'>;

/** Problems by note: notes that could not be read first, then by how bad it is, then by path. */
export function groupsByNote(problems: readonly WireHealthProblem[], { unused }: Unused): readonly HealthGroup[] {
  const states = new Map<string, GroupState>(unused.map(({ path, state }) => [path, state]));
  return [...grouped(problems, ({ path }) => path)]
    .map(([path, all]): HealthGroup => {
      const state = path === '' ? 'vault' : (states.get(path) ?? 'entry');
      const title = path === '' ? 'Settings and vault' : fileName(path);
      const ordered = [...all].sort((a, b) => a.line - b.line);
      return { key: path, title, path, state, worst: worstOf(all), problems: ordered };
    })
    .sort(byUrgency);
}

/** Problems by kind, the worst kinds first, then by how many there are. */
export function groupsByKind(problems: readonly WireHealthProblem[]): readonly HealthGroup[] {
  return [...grouped(problems, ({ code }) => code)]
    .map(([code, all]): HealthGroup => {
      const ordered = [...all].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
      return {
        key: code,
        title: all[0]?.title ?? code,
        path: '',
        state: 'kind',
        worst: worstOf(all),
        problems: ordered,
      };
    })
    .sort((a, b) => severityRank(a) - severityRank(b) || b.problems.length - a.problems.length);
}

/** Notes that are not used and have no problem, by path. */
export function idleNotes({ unused }: Unused): readonly IdleNote[] {
  return unused.filter(({ problems }) => problems.length === 0).sort((a, b) => a.path.localeCompare(b.path));
}

/** The name of a note without folder and ending. */
export function fileName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const known = groups.get(keyOf(item));
    if (known) known.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

function worstOf(problems: readonly WireHealthProblem[]): Severity {
  return severities.find((severity) => problems.some((problem) => problem.severity === severity)) ?? 'info';
}

function severityRank({ worst }: HealthGroup): number {
  return severities.indexOf(worst);
}

function byUrgency(a: HealthGroup, b: HealthGroup): number {
  return stateRank[a.state] - stateRank[b.state] || severityRank(a) - severityRank(b) || a.path.localeCompare(b.path);
}
