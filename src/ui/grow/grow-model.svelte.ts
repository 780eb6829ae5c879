import type { LorehearthClient } from '../../server/client';
import type { WireGrowth, WireGrowthJob, WireGrowthJobHead } from '../../server/contract/wire-growth';
import type { WireEntryFacets } from '../../server/contract/wire-lore';
import { bodyOf } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import type { PanelTarget } from '../panels';
import { MadeOnce } from '../proposals/made-once';
import { EntrySearch } from '../why/entry-search.svelte';
import { GrowForm } from './grow-form.svelte';
import { GrowJob } from './grow-job.svelte';
import { growToolOf, growTools, type GrowTool } from './grow-words';

const STEP = 8;

/** What models can do for the lore: the tools, and the jobs that came of them. */
export class GrowModel {
  readonly overview = new Loaded<WireGrowth>();
  readonly list = new Loaded<readonly WireGrowthJobHead[]>();
  readonly facets = new Loaded<WireEntryFacets>();
  /** Finds entries by a part of their name. */
  readonly search: EntrySearch;
  /** The tool that a link led to. */
  pointed = $state<GrowTool>();
  readonly #forms: Readonly<Record<GrowTool, GrowForm>>;
  readonly #jobs = new MadeOnce<GrowJob>();
  #shown = $state(STEP);
  #wanted: PanelTarget | undefined;
  #isSeen = false;

  constructor(private readonly client: LorehearthClient) {
    this.search = new EntrySearch(client);
    const form = (tool: GrowTool): GrowForm => new GrowForm(client, tool, (job) => this.#started(job));
    this.#forms = {
      'new-lore': form('new-lore'),
      keys: form('keys'),
      summaries: form('summaries'),
      review: form('review'),
    };
  }

  form(tool: GrowTool): GrowForm {
    return this.#forms[tool];
  }

  /** Jobs that are shown now, newest first; more come with `showMore`. */
  get jobs(): readonly GrowJob[] {
    return (this.list.value ?? []).slice(0, this.#shown).map((head) => this.#jobOf(head));
  }
  get hasMore(): boolean {
    return (this.list.value?.length ?? 0) > this.#shown;
  }
  showMore(): void {
    this.#shown += STEP;
  }

  /** Whether any tool has a model. */
  get hasModel(): boolean {
    return this.overview.value?.tools.some(({ state }) => state === 'usable') ?? false;
  }

  /** Opens a tool, with the entry that a link names. */
  show(target: PanelTarget): void {
    if (this.#isSeen) void this.#go(target);
    // Before the panel is seen nothing is asked: there may be no token yet.
    else this.#wanted = target;
  }

  /** The panel is seen. */
  async open(): Promise<void> {
    this.#isSeen = true;
    const wanted = this.#wanted;
    this.#wanted = undefined;
    await this.refresh();
    if (wanted !== undefined) await this.#go(wanted);
  }

  async refresh(): Promise<void> {
    await Promise.all([this.#loadOverview(), this.#loadJobs(), this.#loadFacets()]);
    const [chat] = this.overview.value?.chats ?? [];
    const form = this.form('new-lore');
    if (form.chat === '' && chat !== undefined) form.chat = chat.id;
  }

  followEvent({ kind }: PanelEvent): void {
    if (!this.#isSeen) return;
    if (kind === 'growth-changed') void this.#loadJobs();
    if (kind === 'channels-changed' || kind === 'transcript-changed') void this.#loadOverview();
  }

  recover(): void {
    if (this.#isSeen) void this.refresh();
  }

  followIndex(): void {
    if (!this.#isSeen) return;
    void this.#loadOverview();
    void this.#loadFacets();
  }

  clear(): void {
    this.#isSeen = false;
    this.overview.clear();
    this.list.clear();
    this.facets.clear();
    this.search.clear();
    this.#jobs.clear();
    for (const tool of growTools) this.form(tool).clear();
    this.pointed = undefined;
  }

  async #go({ tool, entry }: PanelTarget): Promise<void> {
    const named = growToolOf(tool);
    if (named === undefined) return;
    this.pointed = named;
    const form = this.form(named);
    if (entry !== undefined) await this.#choose(form, entry);
    await form.reckon();
  }

  /** An entry that is not there (any more) is left out; the form then asks for one. */
  async #choose(form: GrowForm, id: string): Promise<void> {
    const found = new Loaded<{ readonly id: string; readonly title: string }>();
    await found.load(async (signal) =>
      bodyOf(await this.client.v1.entries[':id'].$get({ param: { id } }, { init: { signal } })),
    );
    if (found.value) form.chooseOnly(found.value);
    else form.scope = 'chosen';
  }

  #started(job: WireGrowthJob): void {
    this.list.put([job, ...(this.list.value ?? []).filter(({ id }) => id !== job.id)]);
    void this.#loadJobs();
  }

  async #loadOverview(): Promise<void> {
    await this.overview.load(async (signal) => bodyOf(await this.client.v1.growth.$get({}, { init: { signal } })));
  }

  async #loadJobs(): Promise<void> {
    await this.list.load(async (signal) => {
      const { items } = await bodyOf(await this.client.v1.growth.jobs.$get({}, { init: { signal } }));
      return items;
    });
    for (const head of this.list.value ?? []) this.#jobOf(head).put(head);
  }

  async #loadFacets(): Promise<void> {
    await this.facets.load(async (signal) => {
      const { facets } = await bodyOf(
        await this.client.v1.entries.$get({ query: { limit: '1' } }, { init: { signal } }),
      );
      return facets;
    });
  }

  #jobOf(head: WireGrowthJobHead): GrowJob {
    return this.#jobs.of(head.id, () => new GrowJob(this.client, head, () => void this.#loadJobs()));
  }
}
