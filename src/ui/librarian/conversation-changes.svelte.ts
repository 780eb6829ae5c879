import type { LorehearthClient } from '../../server/client';
import type { WireChange, WireUndone } from '../../server/contract/wire-edits';
import type { WireAnswerPart, WireLibrarianMessage } from '../../server/contract/wire-librarian';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { MadeOnce } from '../proposals/made-once';
import { ProposalModel } from '../proposals/proposal-model.svelte';
import { SingleTask } from '../single-task.svelte';

type ProposalPart = WireAnswerPart & { readonly kind: 'proposal' };

/** What came of taking changes back. */
export type TakenBack =
  { readonly kind: 'undone'; readonly undone: WireUndone } | { readonly kind: 'failed'; readonly failure: Failure };

/** The proposals of a conversation, and the changes to notes that they became. */
export class ConversationChanges {
  readonly #task = new SingleTask();
  takenBack = $state.raw<TakenBack>();
  readonly #models = new MadeOnce<ProposalModel>();
  readonly #made = new MadeOnce<Loaded<WireChange>>();
  /** Those that were looked at. */
  #known = $state.raw<readonly ProposalModel[]>([]);
  readonly #parts = $derived.by<readonly ProposalPart[]>(() =>
    this.conversation
      .messages()
      .flatMap((message) => (message.role === 'user' ? [] : message.parts.filter((part) => part.kind === 'proposal'))),
  );
  readonly #open = $derived.by(() => this.#parts.filter((part) => this.#statusOf(part) === 'open'));

  constructor(
    private readonly client: LorehearthClient,
    private readonly session: string,
    private readonly conversation: {
      readonly messages: () => readonly WireLibrarianMessage[];
      readonly reload: () => void;
    },
  ) {}

  /** Whether many are accepted, or something is taken back, at the moment. */
  get isWorking(): boolean {
    return this.#task.isRunning;
  }

  /** How many wait, those in conflict not counted. */
  get open(): number {
    return this.#open.length;
  }

  /** Whether any change of it may be in the notes: one that was accepted, and is not known to be taken back. */
  get hasAccepted(): boolean {
    return this.#parts.some((part) => this.#statusOf(part) === 'accepted' && !this.#isUndone(part));
  }

  /** A proposal with the decision about it. */
  proposal(id: string): ProposalModel {
    return this.#models.of(id, () => new ProposalModel(this.client, id));
  }

  /** Counts a proposal that is shown among those that are known. */
  know(model: ProposalModel): void {
    if (!this.#known.includes(model)) this.#known = [...this.#known, model];
  }

  /** A change that was made, and whether it still holds. */
  change(id: string): Loaded<WireChange> {
    return this.#made.of(id, () => {
      const change = new Loaded<WireChange>();
      void this.#load(change, id);
      return change;
    });
  }

  /** Accepts every proposal that waits, not those in conflict. */
  async acceptAll(): Promise<void> {
    const ids = this.#open.map(({ proposal }) => proposal);
    if (ids.length === 0) return;
    await this.#work(async () => {
      await bodyOf(await this.client.v1.proposals.accept.$post({ json: { ids } }));
    });
  }

  /** Takes one change back. */
  async undo(id: string): Promise<void> {
    await this.#work(async () =>
      this.#put(await bodyOf(await this.client.v1.changes[':id'].undo.$post({ param: { id } }))),
    );
  }

  /** Takes all changes of the conversation back. */
  async undoAll(): Promise<void> {
    await this.#work(async () =>
      this.#put(await bodyOf(await this.client.v1.changes.undo.$post({ json: { session: this.session } }))),
    );
  }

  /** Looks again at everything that is shown: notes or proposals are other ones by now. */
  async refresh(): Promise<void> {
    const idle = this.#known.filter(({ draft, isWorking }) => draft === undefined && !isWorking);
    await Promise.all(idle.map((model) => model.open()));
    const made = this.#known.flatMap(({ head }) => head?.change ?? []);
    await Promise.all(made.map((id) => this.#load(this.change(id), id)));
  }

  #put(undone: WireUndone): void {
    this.takenBack = { kind: 'undone', undone };
  }

  #isUndone({ proposal }: ProposalPart): boolean {
    const change = this.#known.find(({ id }) => id === proposal)?.head?.change;
    return change !== undefined && this.change(change).value?.state === 'undone';
  }

  #statusOf({ proposal, status }: ProposalPart): ProposalPart['status'] {
    return this.#known.find(({ id }) => id === proposal)?.head?.status ?? status;
  }

  async #load(change: Loaded<WireChange>, id: string): Promise<void> {
    await change.load(async (signal) =>
      bodyOf(await this.client.v1.changes[':id'].$get({ param: { id } }, { init: { signal } })),
    );
  }

  async #work(send: () => Promise<void>): Promise<void> {
    if (this.isWorking) return;
    this.takenBack = undefined;
    const asked = await this.#task.run(send);
    if (asked.kind === 'failure') this.takenBack = { kind: 'failed', failure: asked.failure };
    await this.refresh();
    this.conversation.reload();
  }
}
