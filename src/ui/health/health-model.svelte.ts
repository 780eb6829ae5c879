import type { LorehearthClient } from '../../server/client';
import type { WireHealthProblem, WireHealthReport } from '../../server/contract/wire-health';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { MadeOnce } from '../proposals/made-once';
import { ProposalModel } from '../proposals/proposal-model.svelte';
import { SingleTask } from '../single-task.svelte';
import { severities, type Severity } from '../severity-words';
import { groupsByKind, groupsByNote, idleNotes, type HealthGroup, type IdleNote } from './health-groups';

/** What the list holds: notes, kinds of problems, or notes that are not used. */
export type HealthView = 'notes' | 'kinds' | 'idle';

/** What became of a wish to mend a problem. */
type FixOutcome = { readonly proposal?: string | undefined; readonly sentence?: string | undefined };

/** What was put aside last, so that it can be taken back. */
interface PutAside {
  readonly code: string;
  readonly title: string;
  readonly path: string | undefined;
}

/** Problems of one group that are drawn at a time. */
const STEP = 60;
/** Problems that are mended with one click. */
const MOST_FIXES = 500;

/** The health report, what narrows it, and what is done about it. */
export class HealthModel {
  readonly report = new Loaded<WireHealthReport>();
  readonly #proposals = new MadeOnce<ProposalModel>();
  #text = $state('');
  #hidden = $state.raw<readonly Severity[]>([]);
  #code = $state('');
  #showsIgnored = $state(false);
  #view = $state<HealthView>('notes');
  #selected = $state<string>();
  #shown = $state(STEP);
  #outcomes = $state.raw<Readonly<Record<string, FixOutcome>>>({});
  /** What was put aside last. */
  putAside = $state.raw<PutAside>();
  readonly #task = new SingleTask();

  readonly #narrowed = $derived((this.report.value?.problems ?? []).filter((one) => this.#passes(one)));
  readonly #groups = $derived.by<readonly HealthGroup[]>(() => {
    const report = this.report.value;
    if (report === undefined || this.#view === 'idle') return [];
    return this.#view === 'kinds' ? groupsByKind(this.#narrowed) : groupsByNote(this.#narrowed, report);
  });
  readonly #idle = $derived(this.report.value === undefined ? [] : idleNotes(this.report.value));
  readonly #group = $derived(this.#groups.find(({ key }) => key === this.#selected));

  constructor(private readonly client: LorehearthClient) {}

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last thing that the user did. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  get text(): string {
    return this.#text;
  }
  set text(value: string) {
    this.#text = value;
  }
  /** Code of the kind that alone is shown; empty for all. */
  get code(): string {
    return this.#code;
  }
  set code(value: string) {
    this.#code = value;
  }
  get view(): HealthView {
    return this.#view;
  }
  set view(value: HealthView) {
    this.#view = value;
    this.#selected = undefined;
  }
  get showsIgnored(): boolean {
    return this.#showsIgnored;
  }

  /** Notes or kinds with problems that pass the filters. */
  get groups(): readonly HealthGroup[] {
    return this.#groups;
  }
  /** Notes that are not used, without a problem, that pass the text filter. */
  get idle(): readonly IdleNote[] {
    const words = this.#words;
    return this.#idle.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
  }
  get idleTotal(): number {
    return this.#idle.length;
  }
  /** Problems that pass the filters. */
  get found(): number {
    return this.#narrowed.length;
  }
  /** Problems, filters and those put aside left out of account. */
  get total(): number {
    const counts = this.report.value?.counts;
    return counts ? counts.error + counts.warning + counts.info : 0;
  }
  get kinds(): WireHealthReport['codes'] {
    return this.report.value?.codes ?? [];
  }

  /** The open note or kind. */
  get group(): HealthGroup | undefined {
    return this.#group;
  }
  /** Problems of the open group that are drawn; more come with `showMore`. */
  get problems(): readonly WireHealthProblem[] {
    return this.#group?.problems.slice(0, this.#shown) ?? [];
  }
  /** Place of the open group in the list. */
  get selectedIndex(): number | undefined {
    const at = this.#groups.findIndex(({ key }) => key === this.#selected);
    return at < 0 ? undefined : at;
  }
  /** Problems of the open group that a click would mend. */
  get fixable(): readonly WireHealthProblem[] {
    const problems = this.#group?.problems ?? [];
    return problems.filter(({ id, fix }) => fix !== undefined && this.#outcomes[id] === undefined).slice(0, MOST_FIXES);
  }

  count(severity: Severity): number {
    return this.report.value?.counts[severity] ?? 0;
  }
  get ignoredCount(): number {
    return this.report.value?.counts.ignored ?? 0;
  }
  isShown(severity: Severity): boolean {
    return !this.#hidden.includes(severity);
  }
  /** Shows or hides the problems of one severity. */
  toggle(severity: Severity): void {
    this.#hidden = severities.filter((one) => (one === severity ? this.isShown(one) : !this.isShown(one)));
  }
  toggleIgnored(): void {
    this.#showsIgnored = !this.#showsIgnored;
    void this.refresh();
  }
  showAll(): void {
    this.#text = '';
    this.#hidden = [];
    this.#code = '';
  }

  open(at: number): void {
    this.#selected = this.#groups[at]?.key;
    this.#shown = STEP;
  }
  close(): void {
    this.#selected = undefined;
  }
  showMore(): void {
    this.#shown += STEP;
  }

  /** A note or words that another panel wants to be looked at. */
  show({ search }: PanelTarget): void {
    if (search === undefined) return;
    this.showAll();
    this.view = 'notes';
    this.#text = search;
  }

  async refresh(): Promise<void> {
    const query = this.#showsIgnored ? { ignored: 'true' as const } : {};
    await this.report.load(async (signal) =>
      bodyOf(await this.client.v1['health-report'].$get({ query }, { init: { signal } })),
    );
  }

  /** What became of the wish to mend a problem; undefined when there was none. */
  outcomeOf({ id }: WireHealthProblem): FixOutcome | undefined {
    return this.#outcomes[id];
  }
  proposal(id: string): ProposalModel {
    return this.#proposals.of(id, () => new ProposalModel(this.client, id, undefined, () => void this.refresh()));
  }

  /** Asks for the changes that mend some problems. */
  async fix(problems: readonly WireHealthProblem[]): Promise<void> {
    if (problems.length === 0) return;
    await this.#task.run(async () => {
      const json = { problems: problems.map(({ id }) => id) };
      const { items } = await bodyOf(await this.client.v1['health-report'].fixes.$post({ json }));
      this.#outcomes = {
        ...this.#outcomes,
        ...Object.fromEntries(items.map(({ problem, ...outcome }): [string, FixOutcome] => [problem, outcome])),
      };
    });
  }

  /** Puts a kind of problem aside, in the note of one or everywhere. */
  async ignore({ code, title, path }: WireHealthProblem, far: 'note' | 'kind'): Promise<void> {
    const aside = { code, title, path: far === 'note' ? path : undefined };
    if (await this.#setIgnored(aside, true)) this.putAside = aside;
  }

  /** Tells again of what was put aside. */
  async restore({ code, path }: Pick<PutAside, 'code' | 'path'>): Promise<void> {
    if (await this.#setIgnored({ code, path }, false)) this.putAside = undefined;
  }

  followIndex(): void {
    if (this.report.phase !== 'idle') void this.refresh();
  }
  followEvent({ kind }: PanelEvent): void {
    if (kind === 'health-changed') this.followIndex();
  }

  /** Forgets the report and the filters. */
  clear(): void {
    this.report.clear();
    this.#proposals.clear();
    this.#outcomes = {};
    this.putAside = undefined;
    this.#task.cancel();
    this.#selected = undefined;
    this.#showsIgnored = false;
    this.showAll();
  }

  async #setIgnored({ code, path }: Pick<PutAside, 'code' | 'path'>, ignored: boolean): Promise<boolean> {
    const json = { code, ignored, ...(path !== undefined && { path }) };
    const { kind } = await this.#task.run(async () => {
      await bodyOf(await this.client.v1['health-report'].ignored.$post({ json }));
    });
    if (kind !== 'answer') return false;
    await this.refresh();
    return true;
  }

  get #words(): readonly string[] {
    return this.#text.toLowerCase().split(/\s+/).filter(Boolean);
  }

  #passes({ severity, code, path, title, message, text }: WireHealthProblem): boolean {
    if (!this.isShown(severity) || (this.#code !== '' && code !== this.#code)) return false;
    const haystack = `${path}\n${message}\n${title}\n${code}\n${text}`.toLowerCase();
    return this.#words.every((word) => haystack.includes(word));
  }
}
