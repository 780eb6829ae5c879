import type { LorehearthClient } from '../../server/client';
import type { WireChange, WireChangeHead, WireProposalHead, WireUndone } from '../../server/contract/wire-edits';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import type { PanelEvent } from '../panel-model';
import { SingleTask } from '../single-task.svelte';
import { MadeOnce } from './made-once';
import { ProposalModel } from './proposal-model.svelte';

/** How taking changes back, or doing one again, ended. */
type ChangeOutcome =
  | { readonly kind: 'undone'; readonly undone: WireUndone }
  | { readonly kind: 'redone'; readonly change: WireChangeHead }
  | { readonly kind: 'failed'; readonly failure: Failure };

const STEP = 30;

/** The inbox of proposals, and the changes that were made. */
export class ChangesModel {
  readonly proposals = new Loaded<{ readonly items: readonly WireProposalHead[]; readonly open: number }>();
  readonly log = new Loaded<readonly WireChangeHead[]>();
  /** Diffs of changes that were looked at, by id. */
  readonly #details = new MadeOnce<Loaded<WireChange>>();
  /** Each with what the user began to write in it. */
  readonly #models = new MadeOnce<ProposalModel>();
  outcome = $state.raw<ChangeOutcome>();
  readonly #task = new SingleTask();
  /** Whether those decided upon are shown too. */
  #showsClosed = $state(false);
  #shown = $state(STEP);
  #shownChanges = $state(STEP);

  constructor(private readonly client: LorehearthClient) {}

  /** Whether many are accepted, or something is undone, at the moment. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }

  get showsClosed(): boolean {
    return this.#showsClosed;
  }
  set showsClosed(value: boolean) {
    this.#showsClosed = value;
    this.#shown = STEP;
    void this.refresh();
  }

  /** Proposals that are shown now; more come with `showMore`. */
  get cards(): readonly ProposalModel[] {
    return (this.proposals.value?.items ?? []).slice(0, this.#shown).map((head) => this.#model(head));
  }
  get hasMore(): boolean {
    return (this.proposals.value?.items.length ?? 0) > this.#shown;
  }
  showMore(): void {
    this.#shown += STEP;
  }

  get changes(): readonly WireChangeHead[] {
    return (this.log.value ?? []).slice(0, this.#shownChanges);
  }
  get hasMoreChanges(): boolean {
    return (this.log.value?.length ?? 0) > this.#shownChanges;
  }
  showMoreChanges(): void {
    this.#shownChanges += STEP;
  }

  async refresh(): Promise<void> {
    const query = this.#showsClosed ? {} : { status: 'waiting' as const };
    await Promise.all([
      this.proposals.load(async (signal) =>
        bodyOf(await this.client.v1.proposals.$get({ query }, { init: { signal } })),
      ),
      this.log.load(async (signal) => {
        const reply = await this.client.v1.changes.$get({ query: { limit: '1000' } }, { init: { signal } });
        return (await bodyOf(reply)).items;
      }),
    ]);
  }

  /** Accepts every proposal that is open, not those in conflict. */
  async acceptAll(): Promise<void> {
    const ids = (this.proposals.value?.items ?? []).flatMap(({ id, status }) => (status === 'open' ? [id] : []));
    if (ids.length === 0) return;
    await this.#work(async () => {
      const reply = await this.client.v1.proposals.accept.$post({ json: { ids } });
      await bodyOf(reply);
    });
  }

  /** Takes a change back. */
  async undo(id: string): Promise<void> {
    await this.#work(async () => {
      const undone = await bodyOf(await this.client.v1.changes[':id'].undo.$post({ param: { id } }));
      this.outcome = { kind: 'undone', undone };
    });
  }

  /** Does a change again that was taken back. */
  async redo(id: string): Promise<void> {
    await this.#work(async () => {
      const change = await bodyOf(await this.client.v1.changes[':id'].redo.$post({ param: { id } }));
      this.outcome = { kind: 'redone', change };
    });
  }

  /** Takes all changes of a session back. */
  async undoSession(session: string): Promise<void> {
    await this.#work(async () => {
      const undone = await bodyOf(await this.client.v1.changes.undo.$post({ json: { session } }));
      this.outcome = { kind: 'undone', undone };
    });
  }

  /** The diff of a change, loaded the first time it is asked for. */
  diffOf(id: string): Loaded<WireChange> {
    return this.#details.of(id, () => {
      const detail = new Loaded<WireChange>();
      void detail.load(async (signal) =>
        bodyOf(await this.client.v1.changes[':id'].$get({ param: { id } }, { init: { signal } })),
      );
      return detail;
    });
  }

  followEvent({ kind }: PanelEvent): void {
    if (kind === 'proposals-changed' || kind === 'changes-changed') void this.refresh();
  }

  recover(): void {
    if (this.proposals.phase !== 'idle') void this.refresh();
  }

  clear(): void {
    this.proposals.clear();
    this.log.clear();
    this.#details.clear();
    this.#models.clear();
    this.#task.cancel();
    this.outcome = undefined;
  }

  async #work(send: () => Promise<void>): Promise<void> {
    if (this.isWorking) return;
    this.outcome = undefined;
    const asked = await this.#task.run(send);
    if (asked.kind === 'dropped') return;
    if (asked.kind === 'failure') this.outcome = { kind: 'failed', failure: asked.failure };
    await this.refresh();
  }

  #model(head: WireProposalHead): ProposalModel {
    return this.#models.of(head.id, () => new ProposalModel(this.client, head.id, head, () => void this.refresh()));
  }
}
