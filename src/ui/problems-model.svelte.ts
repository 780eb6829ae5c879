import type { LorehearthClient } from '../server/client';
import { bodyOf } from './failure';
import { Loaded } from './loaded.svelte';
import {
  idleNotes,
  problemGroups,
  severities,
  type HealthReport,
  type IdleNote,
  type NoteProblems,
  type Severity,
} from './problem-groups';

const STEP = 60;

/** The health report, by note, and what narrows it. */
export class ProblemsModel {
  readonly report = new Loaded<HealthReport>();
  #text = $state('');
  #hidden = $state.raw<readonly Severity[]>([]);
  #shown = $state(STEP);
  readonly #all = $derived(this.report.value === undefined ? [] : problemGroups(this.report.value));
  readonly #found = $derived(this.#all.flatMap((note) => this.#narrowed(note)));
  readonly #idle = $derived(this.report.value === undefined ? [] : idleNotes(this.report.value));

  constructor(private readonly client: LorehearthClient) {}

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    this.#text = value;
    this.#shown = STEP;
  }

  /** Notes with problems that are shown now; more come with `showMore`. */
  get notes(): readonly NoteProblems[] {
    return this.#found.slice(0, this.#shown);
  }
  /** Notes with problems that pass the filters. */
  get found(): number {
    return this.#found.length;
  }
  /** Notes with problems, filters aside. */
  get total(): number {
    return this.#all.length;
  }
  /** Notes that are not used, without a problem. */
  get idle(): readonly IdleNote[] {
    return this.#idle;
  }

  /** How many problems of one severity there are, filters aside. */
  count(severity: Severity): number {
    return this.#all.reduce(
      (sum, { problems }) => sum + problems.filter((problem) => problem.severity === severity).length,
      0,
    );
  }

  isShown(severity: Severity): boolean {
    return !this.#hidden.includes(severity);
  }

  /** Shows or hides the problems of one severity. */
  toggle(severity: Severity): void {
    this.#hidden = severities.filter((one) => (one === severity ? this.isShown(one) : !this.isShown(one)));
    this.#shown = STEP;
  }

  showMore(): void {
    this.#shown += STEP;
  }

  showAll(): void {
    this.#text = '';
    this.#hidden = [];
  }

  async refresh(): Promise<void> {
    await this.report.load(async (signal) => {
      const reply = await this.client.v1['health-report'].$get({}, { init: { signal } });
      return bodyOf(reply);
    });
  }

  #narrowed(note: NoteProblems): readonly NoteProblems[] {
    const words = this.#text.toLowerCase().split(/\s+/).filter(Boolean);
    const problems = note.problems.filter((problem) => {
      if (!this.isShown(problem.severity)) return false;
      const haystack = `${note.path}\n${problem.message}\n${problem.code}\n${problem.text}`.toLowerCase();
      return words.every((word) => haystack.includes(word));
    });
    return problems.length === 0 ? [] : [{ ...note, problems }];
  }
}
