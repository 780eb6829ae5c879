import type { LorehearthClient } from '../../server/client';
import type { WireGrowthJob, WireGrowthJobHead, WireGrowthResult } from '../../server/contract/wire-growth';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { MadeOnce } from '../proposals/made-once';
import { ProposalModel } from '../proposals/proposal-model.svelte';
import { SingleTask } from '../single-task.svelte';
import { resultsOf } from './grow-words';

type UpdateResult = Extract<WireGrowthResult, { readonly kind: 'update' }>;

const STEP = 10;

/** One job: how it goes, what came of it, and what the user does with it. */
export class GrowJob {
  readonly detail = new Loaded<WireGrowthJob>();
  readonly #task = new SingleTask();
  isOpen = $state(false);
  #news = $state.raw<WireGrowthJobHead>();
  #shown = $state(STEP);
  readonly #proposals = new MadeOnce<ProposalModel>();
  /** Proposals that were made of hints, by the entry's path. */
  #made = $state.raw<Readonly<Record<string, string>>>({});

  constructor(
    private readonly client: LorehearthClient,
    private readonly first: WireGrowthJobHead,
    private readonly onchanged: () => void,
  ) {}

  /** Whether something that the user did is under way. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last thing that the user did. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  get head(): WireGrowthJobHead {
    return this.#news ?? this.first;
  }

  /** Takes newer news of it; what came of it is loaded again when it is looked at. */
  put(head: WireGrowthJobHead): void {
    const isNew = head.changed !== this.head.changed || head.state !== this.head.state;
    this.#news = head;
    if (isNew && this.isOpen) void this.#load();
  }

  async toggle(): Promise<void> {
    this.isOpen = !this.isOpen;
    if (this.isOpen) await this.#load();
  }

  /** Proposals that are shown now, with what is said about each. */
  get cards(): readonly {
    readonly model: ProposalModel;
    readonly result: Extract<WireGrowthResult, { kind: 'proposal' }>;
  }[] {
    return resultsOf(this.detail.value?.results ?? [], 'proposal')
      .slice(0, this.#shown)
      .map((result) => ({ result, model: this.#proposalOf(result.proposal) }));
  }
  get hasMore(): boolean {
    return this.head.proposals > this.#shown;
  }
  showMore(): void {
    this.#shown += STEP;
  }

  /** The proposal that was made of a hint. */
  proposalOfHint({ path }: UpdateResult): ProposalModel | undefined {
    const id = this.#made[path];
    return id === undefined ? undefined : this.#proposalOf(id);
  }

  /** Proposes to add what a chat says to the entry. */
  async proposeHint({ path, text }: UpdateResult): Promise<void> {
    const patch = { kind: 'change' as const, path, operations: [{ kind: 'append-text' as const, text }] };
    const origin = { tool: 'auto-lorebook' as const, session: this.head.id };
    await this.#task.run(async () => {
      const { id } = await bodyOf(await this.client.v1.proposals.$post({ json: { patch, origin } }));
      this.#made = { ...this.#made, [path]: id };
    });
  }

  /** Accepts everything that it proposes and that still waits. */
  async acceptAll(): Promise<void> {
    const ids = resultsOf(this.detail.value?.results ?? [], 'proposal').map(({ proposal }) => proposal);
    await this.#task.run(async () => {
      const waiting = await bodyOf(await this.client.v1.proposals.$get({ query: { status: 'open', limit: '1000' } }));
      const open = waiting.items.map(({ id }) => id).filter((id) => ids.includes(id));
      if (open.length > 0) await bodyOf(await this.client.v1.proposals.accept.$post({ json: { ids: open } }));
      await Promise.all(this.cards.map(({ model }) => model.open()));
    });
  }

  pause(): Promise<void> {
    return this.#change(async (param) => bodyOf(await this.client.v1.growth.jobs[':id'].pause.$post({ param })));
  }
  resume(): Promise<void> {
    return this.#change(async (param) => bodyOf(await this.client.v1.growth.jobs[':id'].resume.$post({ param })));
  }
  cancel(): Promise<void> {
    return this.#change(async (param) => bodyOf(await this.client.v1.growth.jobs[':id'].cancel.$post({ param })));
  }

  /** Forgets it; its proposals stay. */
  async forget(): Promise<void> {
    await this.#task.run(async () => {
      await bodyOf(await this.client.v1.growth.jobs[':id'].$delete({ param: { id: this.head.id } }));
    });
    this.onchanged();
  }

  async #change(send: (param: { readonly id: string }) => Promise<WireGrowthJob>): Promise<void> {
    await this.#task.run(async () => {
      const job = await send({ id: this.head.id });
      this.#news = job;
      if (this.isOpen) this.detail.put(job);
    });
    this.onchanged();
  }

  async #load(): Promise<void> {
    await this.detail.load(async (signal) =>
      bodyOf(await this.client.v1.growth.jobs[':id'].$get({ param: { id: this.head.id } }, { init: { signal } })),
    );
  }

  #proposalOf(id: string): ProposalModel {
    return this.#proposals.of(id, () => new ProposalModel(this.client, id));
  }
}
