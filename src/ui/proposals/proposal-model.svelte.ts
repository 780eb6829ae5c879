import type { LorehearthClient } from '../../server/client';
import type { WireProposal, WireProposalHead } from '../../server/contract/wire-edits';
import { bodyOf, type Failure } from '../failure';
import { Loaded } from '../loaded.svelte';
import { SingleTask } from '../single-task.svelte';
import { isWaiting } from './proposal-words';

/** One proposal: what it would do, and the decision about it. */
export class ProposalModel {
  readonly detail = new Loaded<WireProposal>();
  readonly #task = new SingleTask();
  /** The whole text as the user edits it; undefined while he does not. */
  draft = $state<string>();
  #head = $state.raw<WireProposalHead>();

  constructor(
    private readonly client: LorehearthClient,
    readonly id: string,
    head?: WireProposalHead,
    /** Told after a decision. */
    private readonly ondecided: () => void = () => undefined,
  ) {
    this.#head = head;
  }

  /** The newest that is known of it; undefined before anything is. */
  get head(): WireProposalHead | undefined {
    return this.detail.value ?? this.#head;
  }

  get isWorking(): boolean {
    return this.#task.isRunning;
  }
  /** Of the last decision; what the user wrote stays. */
  get failure(): Failure | undefined {
    return this.#task.failure;
  }

  get canDecide(): boolean {
    return this.head !== undefined && isWaiting(this.head) && !this.isWorking;
  }

  /** Whether the user has to choose between two versions. */
  get isConflict(): boolean {
    return this.detail.value?.conflict !== undefined;
  }

  /** Loads its diff against the note as it is now. */
  async open(): Promise<void> {
    await this.detail.load(async (signal) =>
      bodyOf(await this.client.v1.proposals[':id'].$get({ param: { id: this.id } }, { init: { signal } })),
    );
  }

  /** Begins to edit the text that the note would have. */
  edit(): void {
    this.draft ??= this.detail.value?.text ?? '';
  }

  stopEditing(): void {
    this.draft = undefined;
    this.#task.forget();
  }

  /** Writes it into the note: as the user edited it, or as it is. */
  async accept(): Promise<void> {
    const { draft, detail, isConflict } = this;
    const text = draft ?? (isConflict ? detail.value?.conflict?.theirs : undefined);
    const base = detail.value?.base;
    const json = text === undefined ? {} : { text, ...(base !== undefined && { base }) };
    await this.#decide(async () =>
      bodyOf(await this.client.v1.proposals[':id'].accept.$post({ param: { id: this.id }, json })),
    );
  }

  /** Turns it down; the note stays. */
  async reject(): Promise<void> {
    await this.#decide(async () =>
      bodyOf(await this.client.v1.proposals[':id'].reject.$post({ param: { id: this.id } })),
    );
  }

  async #decide(send: () => Promise<WireProposal>): Promise<void> {
    const asked = await this.#task.run(send);
    if (asked.kind !== 'answer') return;
    this.detail.put(asked.value);
    if (!isWaiting(asked.value)) this.draft = undefined;
    this.ondecided();
  }
}
