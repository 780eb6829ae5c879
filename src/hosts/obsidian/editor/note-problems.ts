import type { HealthProblem } from '../../../core/health/health-problem';
import type { HostSlot } from '../host-slot';

const NONE: readonly HealthProblem[] = [];

/** The problems of each note, sorted out once for each state of the index. */
export class NoteProblems {
  #byPath: ReadonlyMap<string, readonly HealthProblem[]> | undefined;

  constructor(private readonly slot: HostSlot) {}

  /** In the order of their lines. */
  of(path: string): readonly HealthProblem[] {
    this.#byPath ??= this.#sort();
    return this.#byPath.get(path) ?? NONE;
  }

  /** The index is another one now. */
  forget(): void {
    this.#byPath = undefined;
  }

  #sort(): ReadonlyMap<string, readonly HealthProblem[]> {
    const byPath = new Map<string, HealthProblem[]>();
    for (const problem of [...(this.slot.host?.engine.health.known() ?? [])].sort((a, b) => a.line - b.line)) {
      const known = byPath.get(problem.path);
      if (known === undefined) byPath.set(problem.path, [problem]);
      else known.push(problem);
    }
    return byPath;
  }
}
