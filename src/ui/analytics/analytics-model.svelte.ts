import type { LorehearthClient } from '../../server/client';
import type { WireEntryUse, WireUseCourse, WireUsePage } from '../../server/contract/wire-analytics';
import { Debounced } from '../debounced';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import { SingleTask } from '../single-task.svelte';
import type { UseSort } from './use-words';

const QUIET_MS = 180;
/** Turns come fast while somebody plays; the table follows after a while. */
const FOLLOW_MS = 1_200;
const STEP = 50;

export type UseView = 'entries' | 'turns';
type State = WireEntryUse['state'];

/** How entries are used: a table, what narrows it, and the course of turns. */
export class AnalyticsModel {
  readonly page = new Loaded<WireUsePage>();
  readonly course = new Loaded<WireUseCourse>();
  view = $state<UseView>('entries');
  sort = $state<UseSort>('injected');
  order = $state<'asc' | 'desc'>('desc');
  /** Whether it is asked whether to forget everything. */
  isAsking = $state(false);
  readonly #task = new SingleTask();
  #text = $state('');
  #chat = $state('');
  #days = $state('');
  #state = $state<State | ''>('');
  #shown = $state(STEP);
  readonly #reload = new Debounced(() => void this.#loadPage(), QUIET_MS);
  readonly #follow = new Debounced(() => void this.refresh(), FOLLOW_MS);

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
    this.#shown = STEP;
    this.#reload.call();
  }

  /** Id of the chat that is looked at; empty for all. */
  get chat(): string {
    return this.#chat;
  }
  set chat(value: string) {
    this.#chat = value;
    this.#narrow();
  }

  /** So many days up to today, as text; empty for all. */
  get days(): string {
    return this.#days;
  }
  set days(value: string) {
    this.#days = value;
    this.#narrow();
  }

  get state(): State | '' {
    return this.#state;
  }
  set state(value: State | '') {
    this.#state = value;
    this.#shown = STEP;
    this.#reload.now();
  }

  get isNarrowed(): boolean {
    return this.#text.trim() !== '' || this.#chat !== '' || this.#days !== '' || this.#state !== '';
  }

  get hasMore(): boolean {
    const page = this.page.value;
    return page !== undefined && page.items.length < page.total;
  }

  /** Sorts by a column; the same one again turns the order around. */
  sortBy(sort: UseSort): void {
    const first = sort === 'title' ? 'asc' : 'desc';
    this.order = this.sort === sort ? (this.order === 'asc' ? 'desc' : 'asc') : first;
    this.sort = sort;
    this.#reload.now();
  }

  showMore(): void {
    this.#shown += STEP;
    void this.#loadPage();
  }

  showAll(): void {
    this.#text = '';
    this.#chat = '';
    this.#days = '';
    this.#state = '';
    this.#narrow();
  }

  async open(): Promise<void> {
    if (this.page.phase === 'idle') await this.refresh();
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#loadPage(), this.#loadCourse()]);
  }

  /** Forgets all counts; `undo` takes it back. */
  async reset(): Promise<void> {
    this.isAsking = false;
    await this.#do(async (signal) => bodyOf(await this.client.v1.analytics.$delete({}, { init: { signal } })));
  }

  async undo(): Promise<void> {
    await this.#do(async (signal) => bodyOf(await this.client.v1.analytics.undo.$post({}, { init: { signal } })));
  }

  followIndex(): void {
    if (this.page.phase !== 'idle') this.#follow.call();
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'generation-finished' || kind === 'analytics-changed') this.followIndex();
  }

  recover(): void {
    if (this.page.phase !== 'idle') void this.refresh();
  }

  clear(): void {
    this.#reload.cancel();
    this.#follow.cancel();
    this.page.clear();
    this.course.clear();
    this.#text = '';
    this.#chat = '';
    this.#days = '';
    this.#state = '';
    this.#shown = STEP;
    this.isAsking = false;
    this.#task.cancel();
  }

  #narrow(): void {
    this.#shown = STEP;
    this.#reload.cancel();
    void this.refresh();
  }

  get #span() {
    return { ...(this.#chat !== '' && { chat: this.#chat }), ...(this.#days !== '' && { days: this.#days }) };
  }

  async #loadPage(): Promise<void> {
    const text = this.#text.trim();
    const query = {
      ...this.#span,
      ...(text !== '' && { text }),
      ...(this.#state !== '' && { state: this.#state }),
      sort: this.sort,
      order: this.order,
      limit: String(this.#shown),
    };
    await this.page.load(async (signal) =>
      bodyOf(await this.client.v1.analytics.$get({ query }, { init: { signal } })),
    );
  }

  async #loadCourse(): Promise<void> {
    const query = this.#span;
    await this.course.load(async (signal) =>
      bodyOf(await this.client.v1.analytics.course.$get({ query }, { init: { signal } })),
    );
  }

  async #do(task: (signal: AbortSignal) => Promise<unknown>): Promise<void> {
    const { kind } = await this.#task.run(task);
    if (kind !== 'dropped') await this.refresh();
  }
}
